// Models in poses, evaluated in WebAssembly: skeleton, formats, pose, skinning and physics, without a renderer.
// docs/user/web.md describes the calls. Types: core.d.mts.

/** A failed call: what is wrong, in which file and place, and what to do. */
export class MmdviewError extends Error {
  constructor(diagnostic) {
    super(diagnostic.text ?? diagnostic.what);
    this.name = 'MmdviewError';
    Object.assign(this, diagnostic);
  }
}

const folder = '/model';
const earlier = '/earlier';

/** The path of a file in the folder of the session's files, without ways out of it. */
export function pathOf(name) {
  const parts = [];
  for (const part of name.replaceAll('\\', '/').split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}

export class Session {
  #module;

  /** @param module an instance of mmdview_core.mjs or mmdview_viewer.mjs */
  constructor(module) {
    this.#module = module;
    for (const path of [folder, earlier]) module.FS.mkdirTree(path);
    module.FS.chdir(folder); // messages then have names as addFile() got them
  }

  get module() {
    return this.#module;
  }

  /** Carries out a call by name; throws MmdviewError. */
  call(name, argument = {}) {
    const module = this.#module;
    const [nameAt, jsonAt] = [name, JSON.stringify(argument)].map((text) => this.#text(text));
    let answer;
    try {
      answer = JSON.parse(module.UTF8ToString(module._mmdview_call(nameAt, jsonAt)));
    } finally {
      module._free(nameAt);
      module._free(jsonAt);
    }
    if (answer.error) throw new MmdviewError(answer.error);
    return answer;
  }

  /** The file that the last call made. */
  takeBytes() {
    const at = this.#module._mmdview_bytes();
    return this.#module.HEAPU8.slice(at, at + this.#module._mmdview_byte_count());
  }

  /** Adds a file for load() and setPose(), and returns its name. Names may have folders: "model/tex/face.png". */
  addFile(name, bytes) {
    const path = pathOf(name);
    if (path.includes('/')) this.#module.FS.mkdirTree(`${folder}/${path.slice(0, path.lastIndexOf('/'))}`);
    this.#module.FS.writeFile(`${folder}/${path}`, bytes);
    return path;
  }

  /** The bytes of a file that was added or unpacked. */
  readFile(name) {
    return this.#module.FS.readFile(`${folder}/${pathOf(name)}`);
  }

  removeFile(name) {
    this.#module.FS.unlink(`${folder}/${pathOf(name)}`);
  }

  /** Forgets all files. A loaded model stays. */
  removeFiles() {
    this.#empty(folder);
  }

  /** Forgets all files and calls `add` for new ones; if it fails, the files are as before. */
  async replaceFiles(add) {
    this.#move(folder, earlier);
    try {
      await add();
    } catch (error) {
      this.#empty(folder);
      this.#move(earlier, folder);
      throw error;
    }
    this.#empty(earlier);
  }

  #move(from, to) {
    const { FS } = this.#module;
    for (const name of FS.readdir(from)) if (name !== '.' && name !== '..') FS.rename(`${from}/${name}`, `${to}/${name}`);
  }

  #empty(path) {
    const { FS } = this.#module;
    for (const name of FS.readdir(path)) {
      if (name === '.' || name === '..') continue;
      const inner = `${path}/${name}`;
      if (FS.isDir(FS.stat(inner).mode)) {
        this.#empty(inner);
        FS.rmdir(inner);
      } else {
        FS.unlink(inner);
      }
    }
  }

  /** The models, poses and scenes in an archive that was added. */
  members(name) {
    return this.call('members', { file: pathOf(name) });
  }

  /** Adds the files of an archive, below a folder. */
  unpack(name, into) {
    this.call('unpack', { file: pathOf(name), folder: pathOf(into) });
  }

  /**
   * Loads models, each with the poses and motions after it, by the names given to addFile(); a member as "a.zip/b.pmx".
   * They stand side by side; the first one is active.
   */
  load(names, { textures = true } = {}) {
    return this.call('load', { files: [names].flat().map(pathOf), textures });
  }

  /** Opens a scene (.mmdscene) or a project of MikuMikuDance (.pmm) whose files were added. */
  openScene(name, { textures = true } = {}) {
    return this.call('openScene', { file: pathOf(name), textures });
  }

  /**
   * Adds models or accessories to those that are loaded. `place`: numbers and words as those of --place; default: beside
   * the others. `bone`: of the active model, or of the model with number `of`.
   */
  add(names, { place = '', bone = '', of, textures = true } = {}) {
    return this.call('add', { files: [names].flat().map(pathOf), place: [place].flat().join(','), bone, of, textures });
  }

  /** Removes a model by its number. */
  remove(number) {
    return this.call('remove', { number });
  }

  setVisible(number, on) {
    this.call('setVisible', { number, on });
  }

  /** Puts a model elsewhere: `place` as for add(). It stays on its bone. */
  setPlace(number, place) {
    return this.call('setPlace', { number, place: [place].flat().join(',') });
  }

  /** Makes a model the active one: poses, bones, morphs and results are its own. */
  activate(number) {
    return this.call('activate', { number });
  }

  /** Replaces the motions of the active model, whose poses stay. */
  setMotion(names) {
    return this.call('setMotion', { files: [names].flat().map(pathOf) });
  }

  /** Replaces the pose by a file's, or by the rest pose. */
  setPose(name) {
    return this.call('setPose', name ? { file: pathOf(name) } : {});
  }

  /** Sets a bone relative to rest, as in a VPD: MMD's space, quaternion x, y, z, w, MMD units. */
  setBone(name, rotation = [0, 0, 0, 1], position = [0, 0, 0]) {
    return this.call('setBone', { name, rotation: [...rotation], position: [...position] });
  }

  setMorph(name, weight) {
    return this.call('setMorph', { name, weight });
  }

  /**
   * {append, ik, morphs, physics}: switches parts of the evaluation. Physics is off at first: with it, the first result
   * after a change (bones(), array(), …) simulates until hair and clothes are at rest, which takes 100 ms and more.
   */
  choose(choices) {
    return this.call('choose', choices);
  }

  /** Shows a frame of the motions (30 per second), or holds the pose. */
  show(frame, plays = true) {
    return this.call('show', { frame, plays });
  }

  /** The bones in model space, MMD's left-handed space. */
  bones() {
    return this.call('bones').bones;
  }

  /** The materials after morphs. */
  materials() {
    return this.call('materials').materials;
  }

  /** The pose as the bytes of a VPD file. */
  vpd() {
    this.call('vpd');
    return this.takeBytes();
  }

  /** The model as it is shown, as the bytes of a .glb: with a motion that is shown, animated. Types: ExportOptions. */
  toGLB(options) {
    return this.#exported('glb', options);
  }

  /** A VRM as bytes: `version` "1.0" or "0.x", `meta` with the author and the terms. Fits spring bones, which takes a while. */
  toVRM(options) {
    return this.#exported('vrm', options);
  }

  /** The motion that is shown, or the pose, as the bytes of a .vrma for avatars. */
  toVRMA(options) {
    return this.#exported('vrma', options);
  }

  /** The bones and expressions of a VRM that the model has and lacks, and what the VRM will lack. */
  checkVRM({ bones, expressions, arkit, english } = {}) {
    return this.call('checkVRM', { bones, expressions, arkit, english });
  }

  #exported(format, { thumbnail, onprogress, onreport, ...options } = {}) {
    const module = this.#module;
    const picture = thumbnail && this.addFile('.export/thumbnail', thumbnail);
    module.onProgress = onprogress && ((what, share) => onprogress({ what, share }));
    try {
      const report = this.call('export', { ...options, format, thumbnail: picture ?? '' });
      onreport?.(report);
      return this.takeBytes();
    } finally {
      module.onProgress = undefined;
      if (picture) this.removeFile(picture);
    }
  }

  /**
   * An array of the evaluated model, right-handed: palette, positions, normals, uvs, indices, skin_indices,
   * skin_weights, rest_positions, rest_normals. It is a view into WebAssembly's memory, valid until the next call.
   */
  array(name) {
    const module = this.#module;
    const text = this.#text(name);
    try {
      const at = module._mmdview_array(text);
      const length = module._mmdview_array_bytes(text) / 4;
      const Type = name === 'indices' || name === 'skin_indices' ? Uint32Array : Float32Array;
      return new Type(module.HEAPU8.buffer, at, length);
    } finally {
      module._free(text);
    }
  }

  #text(text) {
    const module = this.#module;
    const size = module.lengthBytesUTF8(text) + 1;
    const at = module._malloc(size);
    module.stringToUTF8(text, at, size);
    return at;
  }
}

/** Node has no fetch() for files: there the loader gets the bytes of the WebAssembly. */
export async function withBinary(name, options = {}) {
  if (typeof process !== 'object' || !process.versions?.node || options.wasmBinary) return options;
  const { readFile } = await import('node:fs/promises');
  return { ...options, wasmBinary: await readFile(new URL(name, import.meta.url)) };
}

/** A session on the core's WebAssembly. `options`: for emscripten's loader (wasmBinary, locateFile). */
export async function createSession(options = {}) {
  const { default: createModule } = await import('./mmdview_core.mjs');
  return new Session(await createModule(await withBinary('./mmdview_core.wasm', options)));
}
