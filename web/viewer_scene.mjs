// What <mmd-viewer> has open: the session in WebAssembly, its files, and the models of the scene.

import { MmdviewError } from './core.mjs';
import { inWorker } from './exporter.mjs';
import { foundIn, isArchive, isModel, isMotion, isPose, isScene, isSound, modelsToShow } from './files.mjs';
import { createViewerSession } from './viewer_session.mjs';

const noModel = () =>
  new MmdviewError({ what: 'there is no model among the files', hint: 'add a .pmx, a .pmd or an archive with one' });

export class ViewerScene {
  #session = null;
  #starting = null;
  #summary = null;
  #files = []; // {name, bytes}: bytes or a function that gets them; kept for an element that is removed and added again
  #listed = { models: [], poses: [], scenes: [] };
  #model = '';
  #motions = [];
  #name = ''; // of the scene file
  #added = []; // {names, options, numbers} of add(), for the same
  #unpacked = []; // {file, folder}: archives of scenes
  #look = {};
  #choices = {};

  /** The session in WebAssembly (core.mjs); null before start(). */
  get session() {
    return this.#session;
  }

  /** What load() said about the active model; null without one. */
  get summary() {
    return this.#summary;
  }

  /** The session; an error that says what to do before the first model. */
  get loaded() {
    if (!this.#summary)
      throw new MmdviewError({ what: 'no model is loaded', hint: 'wait for the event load, or for the promise of open()' });
    return this.#session;
  }

  get files() {
    return this.#files;
  }

  /** The names of the models, poses and scenes among the files, members of archives included. */
  get listed() {
    return this.#listed;
  }

  /** The name of the scene file; empty without one. */
  get name() {
    return this.#name;
  }

  get models() {
    return this.#summary?.models ?? [];
  }

  /** The motions that were loaded with the first model. */
  get motions() {
    return this.#motions;
  }

  /** The last frame of all motions. */
  get lastFrame() {
    return Math.max(0, ...this.models.map(({ lastFrame }) => lastFrame));
  }

  /** Whether anything moves. */
  get moves() {
    return this.models.some(({ motions }) => motions > 0);
  }

  /** Makes the session, once. */
  start(canvas) {
    this.#starting ??= createViewerSession(canvas).then((session) => (this.#session = session));
    this.#starting.catch(() => (this.#starting = null));
    return this.#starting;
  }

  /** Lets go of the session. `opened` still says what was open. */
  forget() {
    this.#session = this.#starting = this.#summary = null;
  }

  forgetFiles() {
    this.#files = [];
  }

  // ---- Replacing everything. If that fails, files and models stay. ---------------------------------------------------

  /** Shows a model of the files: `model`, or the first one. */
  async replace(files, model, motions) {
    const session = this.#session;
    await session.replaceFiles(async () => {
      await this.#write(files.filter(({ name }) => !isSound(name)));
      const listed = this.#list(files);
      const name = model ? (foundIn(listed.models, model) ?? model) : modelsToShow(listed.models)[0];
      if (!name) throw noModel();
      this.#summary = session.load([name, ...motions]);
      [this.#files, this.#listed, this.#model, this.#motions] = [files, listed, name, motions];
      [this.#name, this.#added, this.#unpacked] = ['', [], []];
    });
  }

  /** Opens a scene of the files: `scene`, or the first one. */
  async replaceByScene(files, scene) {
    const session = this.#session;
    await session.replaceFiles(async () => {
      await this.#write(files);
      const listed = this.#list(files);
      const name = scene ? (foundIn(listed.scenes, scene) ?? scene) : listed.scenes[0];
      if (!name) throw new MmdviewError({ what: 'there is no scene among the files', hint: 'add a .mmdscene or a .pmm' });
      const archive = files.map((file) => file.name).find((file) => isArchive(file) && name.startsWith(`${file}/`));
      const unpacked = archive ? [{ file: archive, folder: `unpacked/${archive}` }] : [];
      for (const { file, folder } of unpacked) session.unpack(file, folder);
      this.#summary = session.openScene(archive ? `unpacked/${name}` : name);
      [this.#files, this.#listed, this.#unpacked, this.#name] = [files, listed, unpacked, name];
      [this.#model, this.#motions, this.#added] = ['', [], []];
    });
    const { background, ...switches } = this.#summary.scene.look; // the background is the scene's alone
    Object.assign(this.#look, switches);
    this.choose(this.#summary.scene.choices);
  }

  /** Shows another model among the files, alone. */
  show(model) {
    const name = foundIn(this.#listed.models, model) ?? model;
    this.#summary = this.loaded.load([name, ...this.#motions]);
    [this.#model, this.#name, this.#added] = [name, '', []];
  }

  /** What was open, for replace() or replaceByScene() and then addAgain(). */
  get opened() {
    return { files: this.#files, model: this.#model, motions: this.#motions, scene: this.#name, added: this.#added };
  }

  addAgain(added) {
    for (const { names, options } of added) this.#add(names, options);
  }

  // ---- Models --------------------------------------------------------------------------------------------------------

  /** Adds a model among the files, or those of other files. */
  async add(model, options) {
    if (typeof model === 'string') this.#add([foundIn(this.#listed.models, model) ?? model], options);
    else for (const names of await this.#addFiles(model)) this.#add(names, options);
  }

  #add(names, options) {
    this.#summary = this.#session.add(names, options);
    this.#added.push({ names, options, numbers: this.#summary.added });
  }

  remove(number) {
    this.#summary = this.loaded.remove(number);
    this.#added = this.#added.filter(({ numbers }) => !numbers.includes(number));
  }

  setVisible(number, on) {
    this.loaded.setVisible(number, on);
    this.models.find((one) => one.number === number).visible = on;
  }

  setPlace(number, place) {
    this.#summary = this.loaded.setPlace(number, place);
  }

  activate(number) {
    this.#summary = this.loaded.activate(number);
  }

  /** Replaces the motions of the active model: names among the files, or files. */
  async setMotion(motions) {
    const names = motions.map((file) => (typeof file === 'string' ? file : file.name));
    const given = motions.filter((file) => typeof file !== 'string');
    const session = this.loaded;
    await this.#write(given);
    this.#summary = session.setMotion(names.filter(isMotion));
    this.#files = [...this.#files.filter(({ name }) => !given.some((file) => file.name === name)), ...given];
  }

  /** Replaces the pose by a file's, or by the bytes of one. Returns its name and what it lacks. */
  setPose(pose) {
    let name = typeof pose === 'string' ? (foundIn(this.#listed.poses, pose) ?? pose) : pose;
    if (pose && typeof pose !== 'string') name = this.loaded.addFile('pose.vpd', new Uint8Array(pose));
    const { diagnostics } = this.loaded.setPose(name);
    return { name: name ?? '', diagnostics };
  }

  /** Switches of the evaluation, which hold for models to come, too. Without `choices`: all, for a new model. */
  choose(choices = { physics: true, ...this.#choices }) {
    Object.assign(this.#choices, choices);
    if (this.#summary) this.#session.choose(choices);
  }

  /** The same for the look. */
  look(choices = this.#look) {
    Object.assign(this.#look, choices);
    this.#session?.call('look', choices);
  }

  /** What a method of a session answers in a worker that shows the same. */
  async inWorker(method, options) {
    const session = this.loaded;
    const state = session.call('state');
    const choices = { physics: true, ...this.#choices };
    const isPosed = method === 'toGLB' || method === 'toVRMA'; // a VRM stands in its T pose
    const pose = isPosed && !state.moves ? session.vpd() : null;
    const files = await Promise.all(
      this.#files.filter(({ name }) => !isSound(name)).map(async ({ name, bytes }) => ({ name, bytes: typeof bytes === 'function' ? await bytes() : bytes })),
    );
    return inWorker({ files, unpacked: this.#unpacked, names: state.files, choices, state, pose }, method, options);
  }

  // ---- Files ---------------------------------------------------------------------------------------------------------

  /** What a call says about a file that is not among the session's. Nothing if it fails: load() says why. */
  askAbout({ name, bytes }, call) {
    const file = this.#session.addFile(`.asked/${name}`, bytes);
    try {
      return this.#session.call(call, { file });
    } catch {
      return {};
    } finally {
      this.#session.removeFile(file);
    }
  }

  /** The names of the scenes among files that are not open. */
  scenesIn(files) {
    const inArchives = files
      .filter(({ name }) => isArchive(name))
      .flatMap((file) => (this.askAbout(file, 'members').scenes ?? []).map((member) => `${file.name}/${member}`));
    return [...files.map(({ name }) => name).filter(isScene), ...inArchives];
  }

  /** The models, poses and scenes among the files, members of archives included. */
  #list(files) {
    const names = files.map(({ name }) => name);
    for (const archive of names.filter(isArchive)) {
      const { models, poses, scenes } = this.#session.members(archive);
      names.push(...[...models, ...poses, ...scenes].map((member) => `${archive}/${member}`));
    }
    return { models: names.filter(isModel), poses: names.filter(isPose), scenes: names.filter(isScene) };
  }

  /** Gives files to the session. */
  async #write(files) {
    for (const { name, bytes } of files) this.#session.addFile(name, typeof bytes === 'function' ? await bytes() : bytes);
  }

  /** Adds files to those of the scene. Returns for each model to show its name, and the motions for the first one. */
  async #addFiles(files) {
    const isTaken = ({ name }) => this.#files.some((file) => file.name === name);
    const own = files.some(isTaken) ? `${this.#files.length}/` : ''; // two models may have textures of the same name
    const renamed = files.map(({ name, bytes }) => ({ name: own + name, bytes }));
    await this.#write(renamed);
    const listed = this.#list(renamed);
    const [first, ...others] = modelsToShow(listed.models.map((name) => name.slice(own.length))).map((name) => own + name);
    if (!first) throw noModel();
    this.#files = [...this.#files, ...renamed];
    for (const kind of Object.keys(listed)) this.#listed[kind] = [...this.#listed[kind], ...listed[kind]];
    return [[first, ...renamed.map(({ name }) => name).filter(isMotion)], ...others.map((name) => [name])];
  }
}
