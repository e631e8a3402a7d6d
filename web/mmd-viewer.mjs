// <mmd-viewer src pose motion sound view append ik physics background>: MikuMikuDance models on a page (docs/user/web.md).

import { MmdviewError, pathOf } from './core.mjs';
import { inWorker } from './exporter.mjs';
import { fetchTextures, fetched, foundIn, isArchive, isModel, isMotion, isPose, isScene, isSound, modelsToShow, nameIn, soundFor } from './files.mjs';
import { Gestures } from './gestures.mjs';
import { Soundtrack } from './soundtrack.mjs';
import { createViewerSession } from './viewer_session.mjs';

const style = `
:host { display: block; position: relative; min-width: 4rem; min-height: 4rem; contain: content; }
:host([hidden]) { display: none; }
canvas { position: absolute; inset: 0; width: 100%; height: 100%; touch-action: none; outline-offset: -2px; }
`;

const noModel = () =>
  new MmdviewError({ what: 'there is no model among the files', hint: 'add a .pmx, a .pmd or an archive with one' });

const isOff = (value) => value === 'off' || value === 'false' || value === '0' || value === 'no';

export class MmdViewer extends HTMLElement {
  static observedAttributes = ['src', 'pose', 'motion', 'sound', 'view', 'append', 'ik', 'physics', 'background', 'label'];

  #canvas = this.#makeCanvas();
  #session = null;
  #starting = null;
  #summary = null;
  #files = []; // {name, bytes}: bytes or a function that gets them; kept for a lost context
  #source = null; // {src, files, motions}: what was fetched for `src`
  #fetching = null; // aborts the fetches of `src` and `motion`
  #isAsked = false; // a load of the attributes waits for its turn
  #isPoseAsked = false; // `pose` waits for its turn
  #isOpened = false; // shows the files of open(), not those of the attributes
  #opensWhenConnected = true; // at first, and after the element was removed
  #listed = { models: [], poses: [], scenes: [] };
  #model = '';
  #motions = [];
  #scene = ''; // the scene that is shown
  #added = []; // {names, options, numbers} of addModel(), for a lost context
  #unpacked = []; // {file, folder}: archives of scenes
  #lookChoices = {};
  #evaluation = {};
  #compares = false;
  #dirty = false;
  #frameRequest = 0;
  #playingSince = null;
  #sound = new Soundtrack();
  #frame = 0;
  #drawnFrames = 0;
  #observer = null;
  #loading = Promise.resolve();

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    root.adoptedStyleSheets = [sheet];
    root.append(this.#canvas);
  }

  connectedCallback() {
    this.#observer ??= new ResizeObserver(() => this.redraw());
    this.#observer.observe(this);
    this.#label();
    if (this.#opensWhenConnected) this.#reopen();
  }

  disconnectedCallback() {
    this.#observer?.disconnect();
    cancelAnimationFrame(this.#frameRequest);
    this.#frameRequest = 0;
    this.pause();
    setTimeout(() => { // an element that only moves is connected again by then
      if (this.isConnected) return;
      this.#opensWhenConnected = true;
      this.#fetching?.abort();
      this.#queue(() => this.#release()).catch(() => {});
    });
  }

  attributeChangedCallback(name, before, value) {
    if (before === value) return;
    if (name === 'src' || name === 'motion') {
      if (name === 'src') {
        this.#fetching?.abort();
        this.#isOpened = false;
      }
      if (this.isConnected) this.#openAttributes();
      else if (this.hasAttribute('src')) this.#opensWhenConnected = true;
    } else if (name === 'label') this.#label();
    else if (this.#summary && !this.#isAsked) this.#report(() => this.#applyAttribute(name));
  }

  // ---- What pages call ---------------------------------------------------------------------------------------------

  /** The session in WebAssembly (core.mjs); null before the first model. */
  get session() {
    return this.#session;
  }

  /** What load() said about the model; null without one. */
  get model() {
    return this.#summary;
  }

  /** The files of the shown model, as open() takes them. */
  get files() {
    return [...this.#files];
  }

  /** The names of the models and poses among the files, archives' members included. */
  get modelNames() {
    return [...this.#listed.models];
  }

  get poseNames() {
    return [...this.#listed.poses];
  }

  /** The names of the scenes among the files. */
  get sceneNames() {
    return [...this.#listed.scenes];
  }

  /** The name of the scene that is shown; empty without one. */
  get scene() {
    return this.#scene;
  }

  /** The models and accessories of the scene: {number, file, name, visible …}, SceneModel in core.d.mts. */
  get models() {
    return [...(this.#summary?.models ?? [])];
  }

  /** The frame of the motion, 30 per second. */
  get frame() {
    return this.#frame;
  }

  /** How many pictures the element has drawn. */
  get drawnFrames() {
    return this.#drawnFrames;
  }

  get playing() {
    return this.#playingSince !== null;
  }

  /** The <audio> element of the motion's sound, for its volume, muted and duration; null without one. */
  get sound() {
    return this.#sound.audio;
  }

  /**
   * Shows a model: files as {name, bytes}, names with folders. `model` names one of several. Replaces everything.
   * Fires `load`, or `error` and rejects; then the shown model stays.
   */
  open(files, model) {
    this.#opensWhenConnected = false;
    return this.#queue(async () => {
      const motions = files.map(({ name }) => name).filter(isMotion);
      await this.#replace(files, model, motions);
      [this.#isOpened, this.#source] = [true, null];
    });
  }

  /**
   * Shows a scene (.mmdscene) or a project of MikuMikuDance (.pmm) with its models: files as for open(), or a name among
   * the files. `scene` names one of several. `load` says in `diagnostics` what is missing.
   */
  openScene(files, scene) {
    this.#opensWhenConnected = false;
    return this.#queue(async () => {
      const isNamed = typeof files === 'string';
      await this.#replaceScene(isNamed ? this.#files : files, isNamed ? files : scene);
      [this.#isOpened, this.#source] = [true, null];
    });
  }

  /** The names of the scenes among files that are not opened yet. */
  async scenesIn(files) {
    await this.#start();
    const inArchives = files
      .filter(({ name }) => isArchive(name))
      .flatMap((file) => (this.#askAbout(file, 'members').scenes ?? []).map((member) => `${file.name}/${member}`));
    return [...files.map(({ name }) => name).filter(isScene), ...inArchives];
  }

  /** Shows another model among the files, alone. */
  show(model) {
    return this.#queue(async () => {
      const name = foundIn(this.#listed.models, model) ?? model;
      this.#summary = this.#loaded.load([name, ...this.#motions]);
      [this.#model, this.#scene, this.#added] = [name, '', []];
      await this.#present();
    });
  }

  /**
   * Adds a model or an accessory to the scene: a name among the files, or files as for open(). Options: `place` as
   * [x, y, z, rx, ry, rz, size, opacity], default beside the others; `bone` of the active model, or of model `of`, that
   * carries it. Fires `modelschange`. A promise of the numbers of the added models.
   */
  addModel(model, options = {}) {
    return this.#queue(async () => {
      const before = this.#loaded && this.models.length;
      try {
        if (typeof model === 'string') this.#add([foundIn(this.#listed.models, model) ?? model], options);
        else for (const names of await this.#addFiles(model)) this.#add(names, options);
      } finally {
        if (this.models.length > before) this.#showChange();
      }
      this.#isOpened = true; // so that a lost context loads these files, too
      return this.models.slice(before).map(({ number }) => number);
    });
  }

  /** Removes a model by its number; the last one stays. */
  removeModel(number) {
    return this.#queue(async () => {
      this.#summary = this.#loaded.remove(number);
      this.#added = this.#added.filter(({ numbers }) => !numbers.includes(number));
      this.#showChange();
    });
  }

  /** Shows or hides a model by its number. */
  showModel(number, on = true) {
    return this.#queue(async () => {
      this.#loaded.setVisible(number, on);
      this.#summary.models.find((one) => one.number === number).visible = on;
      this.#showChange();
    });
  }

  /** Makes a model the active one: `model`, poses, bones, morphs and exports are its own. */
  activateModel(number) {
    return this.#queue(async () => {
      this.#summary = this.#loaded.activate(number);
      this.#showChange();
    });
  }

  /** Replaces the motions of the active model: names among the files, or files as for open(). The other models stay. */
  setMotion(motions) {
    return this.#queue(async () => {
      const files = [motions].flat();
      const names = files.map((file) => (typeof file === 'string' ? file : file.name));
      const given = files.filter((file) => typeof file !== 'string');
      await this.#write(given);
      this.#summary = this.#loaded.setMotion(names.filter(isMotion));
      this.#files = [...this.#files.filter(({ name }) => !given.some((file) => file.name === name)), ...given];
      this.#session.show(this.#frame);
      this.#showChange();
      await this.#findSound(names);
    });
  }

  /** Replaces the pose: the bytes of a VPD, the name of a pose among the files, or nothing for the rest pose. */
  setPose(pose) {
    return this.#queue(async () => {
      let name = typeof pose === 'string' ? (foundIn(this.#listed.poses, pose) ?? pose) : pose;
      if (pose && typeof pose !== 'string') {
        name = 'pose.vpd';
        this.#loaded.addFile(name, new Uint8Array(pose));
      }
      this.pause();
      const answer = this.#loaded.setPose(name);
      this.redraw();
      this.#fire('posechange', { name: name ?? '', diagnostics: answer.diagnostics });
    });
  }

  /**
   * Plays a sound with the motion: the bytes of a .wav, .mp3, .ogg or .flac that the browser can play, or nothing.
   * `offset`: the frame of the motion at which it begins. Fires `soundchange`.
   */
  setSound(bytes, { offset = 0, name = '' } = {}) {
    return this.#queue(() => this.#takeSound(bytes, name, offset));
  }

  /** Sets a bone relative to rest, as in a VPD: MMD's space, quaternion [x, y, z, w], MMD units. */
  setBone(name, rotation, position) {
    this.#loaded.setBone(name, rotation, position);
    this.redraw();
  }

  setMorph(name, weight) {
    this.#loaded.setMorph(name, weight);
    this.redraw();
  }

  /** The bones in model space, MMD's space. */
  bones() {
    return this.#loaded.bones();
  }

  /** {append, ik, morphs, physics}: each true or false. */
  choose(choices) {
    Object.assign(this.#evaluation, choices);
    if (this.#summary) this.#session.choose(choices);
    this.redraw();
  }

  /** {edge, toon, sphere, groundShadow, selfShadow, skeleton, grid, background: [r, g, b, a]}. */
  look(choices) {
    Object.assign(this.#lookChoices, choices);
    this.#session?.call('look', choices);
    this.redraw();
  }

  /** Shows the model without append beside the model with it. */
  compare(on) {
    this.#compares = on;
    this.#session?.call('compare', { on });
    this.redraw();
  }

  /** fit, front, back, left, right, top, three-quarter, bust, face, left-hand, right-hand, feet, mmd, or motion for the motion's camera. */
  setView(name) {
    this.#session?.call('view', { name });
    this.redraw();
  }

  /** A camera as MMD has it: eye and target in its left-handed space, six numbers, and the vertical angle in degrees. */
  setCamera(eyeAndTarget, fov = 30) {
    this.#session?.call('view', { camera: [...eyeAndTarget], fov });
    this.redraw();
  }

  /** {yaw, pitch} in radians, {right, up} in picture heights, {zoom}: 0.5 is twice as near. */
  moveCamera(movement) {
    this.#session?.call('moveCamera', movement);
    this.redraw();
  }

  play() {
    if (!this.#moves || this.playing) return;
    this.#playingSince = performance.now() - (this.#frame * 1000) / 30;
    this.#request();
    this.#fire('playchange', {});
  }

  pause() {
    if (!this.playing) return;
    this.#playingSince = null;
    this.#sound.stop();
    this.#fire('playchange', {});
  }

  seek(frame) {
    this.#frame = frame;
    this.#restart();
    if (this.#summary) this.#session.show(frame);
    this.redraw();
  }

  /** The last frame of all motions. */
  get lastFrame() {
    return Math.max(0, ...this.models.map(({ lastFrame }) => lastFrame));
  }

  /** A picture as the bytes of a PNG. `fit`: with the chosen view instead of the camera as it was moved. */
  toPNG({ width = 1024, height = 1024, samples = 4, fit = false } = {}) {
    const session = this.#loaded;
    session.call('picture', { width, height, samples, fit });
    return session.takeBytes();
  }

  /** The pose as the bytes of a VPD. */
  toVPD() {
    return this.#loaded.vpd();
  }

  /**
   * The model as it is shown, as the bytes of a .glb. These four work in a worker; options: ExportOptions of
   * core.d.mts, and `signal` of an AbortController.
   */
  toGLB(options) {
    return this.#inWorker('toGLB', options);
  }

  /** The model as the bytes of a VRM, in T pose. */
  toVRM(options) {
    return this.#inWorker('toVRM', options);
  }

  /** The motion as the bytes of a .vrma, for avatars. */
  toVRMA(options) {
    return this.#inWorker('toVRMA', options);
  }

  /** The bones of a VRM that the model has and lacks, and what the VRM will lack. */
  checkVRM(options) {
    return this.#inWorker('checkVRM', options);
  }

  /** A small picture of the model in one of poseNames, or at rest, as the bytes of a PNG. */
  thumbnail(name, { width = 96, height = 128 } = {}) {
    this.#loaded.call('thumbnail', { file: name && pathOf(name), width, height });
    return this.#session.takeBytes();
  }

  /** Draws again at the next chance; nothing is drawn otherwise. */
  redraw() {
    this.#dirty = true;
    this.#request();
  }

  // ---- Loading -----------------------------------------------------------------------------------------------------

  /** The session; an error that says what to do before the first model. */
  get #loaded() {
    if (!this.#summary)
      throw new MmdviewError({ what: 'no model is loaded', hint: 'wait for the event load, or for the promise of open()' });
    return this.#session;
  }

  async #inWorker(method, options) {
    const session = this.#loaded;
    const state = session.call('state');
    const choices = { physics: true, ...this.#evaluation };
    const isPosed = method === 'toGLB' || method === 'toVRMA'; // a VRM stands in its T pose
    const pose = isPosed && !state.moves ? session.vpd() : null;
    const files = await Promise.all(
      this.#files.filter(({ name }) => !isSound(name)).map(async ({ name, bytes }) => ({ name, bytes: typeof bytes === 'function' ? await bytes() : bytes })),
    );
    return inWorker({ files, unpacked: this.#unpacked, names: state.files, choices, state, pose }, method, options);
  }

  /** The sound and the clock go on from the present frame. */
  #restart() {
    this.#sound.stop();
    if (this.playing) this.#playingSince = performance.now() - (this.#frame * 1000) / 30;
  }

  #queue(run) {
    const done = this.#loading.then(run);
    this.#loading = done.catch(() => {});
    return done.catch((error) => {
      this.#fireError(error);
      throw error;
    });
  }

  #report(run) {
    try {
      run();
    } catch (error) {
      this.#fireError(error);
    }
  }

  #start() {
    this.#starting ??= createViewerSession(this.#canvas).then((session) => (this.#session = session));
    this.#starting.catch(() => (this.#starting = null));
    return this.#starting;
  }

  /** Loads what was shown before, or what the attributes name. */
  #reopen() {
    this.#opensWhenConnected = false;
    if (!this.#isOpened) this.#openAttributes();
    else this.#queue(() => this.#replaceAll()).catch(() => {});
  }

  /** Loads what `src` and `motion` name: once for all attributes that change in one task. */
  #openAttributes() {
    this.#opensWhenConnected = false;
    if (this.#isAsked || !this.hasAttribute('src')) return;
    this.#isAsked = true;
    this.#queue(async () => {
      await new Promise((done) => setTimeout(done));
      this.#isAsked = false;
      const src = this.getAttribute('src');
      this.#opensWhenConnected = !this.isConnected;
      if (!src || !this.isConnected) return;
      const { signal } = (this.#fetching = new AbortController());
      try {
        await this.#openSource(src, this.getAttribute('motion'), signal);
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    }).catch(() => {});
  }

  /** Shows what is at `src`, without the motion if that fails. */
  async #openSource(src, motion, signal) {
    this.#source = await this.#fetchSource(src, signal);
    const files = [...this.#source.files];
    const motions = [];
    try {
      if (motion) motions.push(await this.#motionNamed(motion, files, signal));
      await this.#replace(files, undefined, motions);
    } catch (error) {
      if (!motion || signal.aborted) throw error;
      await this.#replace(files, undefined, [], [error]);
    }
  }

  /** The name of a motion in the archive, or of one that is fetched and added to `files`. */
  async #motionNamed(motion, files, signal) {
    const member = foundIn(this.#source.motions, motion);
    if (member) return member;
    const file = { name: nameIn(motion), bytes: await fetched(motion, signal) };
    files.push(file);
    return file.name;
  }

  /** The model or archive at `src`, with the textures that a model names, and the motions in an archive. */
  async #fetchSource(src, signal) {
    if (this.#source?.src === src) return this.#source;
    const [bytes] = await Promise.all([fetched(src, signal), this.#start()]);
    const file = { name: nameIn(src), bytes };
    if (isModel(file.name)) {
      const { textures = [] } = this.#askAbout(file, 'textures');
      const address = new URL(src, document.baseURI).href;
      return { src, files: [file, ...(await fetchTextures(address, textures, signal))], motions: [] };
    }
    const { poses = [] } = isArchive(file.name) ? this.#askAbout(file, 'members') : {};
    return { src, files: [file], motions: poses.filter(isMotion).map((member) => `${file.name}/${member}`) };
  }

  /** What a call says about a file that is not among the session's. Nothing if it fails: load() says why. */
  #askAbout({ name, bytes }, call) {
    const file = this.#session.addFile(`.asked/${name}`, bytes);
    try {
      return this.#session.call(call, { file });
    } catch {
      return {};
    } finally {
      this.#session.removeFile(file);
    }
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

  #add(names, options) {
    this.#summary = this.#session.add(names, options);
    this.#added.push({ names, options, numbers: this.#summary.added });
  }

  /** The models of the scene changed, or which one is active. */
  #showChange() {
    this.#label();
    this.redraw();
    this.#fire('modelschange', this.#summary);
  }

  /** Shows again what was shown, with the models that were added. */
  async #replaceAll() {
    const added = this.#added;
    if (this.#scene) await this.#replaceScene(this.#files, this.#scene);
    else await this.#replace(this.#files, this.#model, this.#motions);
    for (const { names, options } of added) this.#add(names, options);
    if (added.length > 0) this.#showChange();
  }

  /** Replaces files and models by a scene; if that fails, all stay. */
  async #replaceScene(files, scene) {
    await this.#start();
    this.pause();
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
      [this.#files, this.#listed, this.#unpacked, this.#scene] = [files, listed, unpacked, name];
      [this.#model, this.#motions, this.#added] = ['', [], []];
    });
    this.#presentScene(this.#summary.scene);
    await this.#takeSceneSound(this.#summary.scene).catch((error) => this.#fireError(error));
  }

  /** Shows the loaded scene with its own look, camera and frame. */
  #presentScene({ look, choices, frame }) {
    const session = this.#session;
    this.#frame = frame;
    this.#compares = false;
    session.call('compare', { on: false });
    const { background, ...switches } = look; // the background is the scene's alone
    Object.assign(this.#lookChoices, switches);
    Object.assign(this.#evaluation, choices);
    session.choose(choices);
    this.#label();
    this.redraw();
    this.#fire('load', this.#summary);
  }

  async #takeSceneSound({ sound, soundOffset }) {
    if (!sound) return this.#findSound();
    await this.#takeSound(this.#session.readFile(sound), sound, soundOffset);
  }

  /** Whether anything moves. */
  get #moves() {
    return this.models.some(({ motions }) => motions > 0);
  }

  /** Replaces files and model; if that fails, both stay. `problems` are said after the model is shown. */
  async #replace(files, model, motions, problems = []) {
    await this.#start();
    this.pause();
    const session = this.#session;
    await session.replaceFiles(async () => {
      await this.#write(files.filter(({ name }) => !isSound(name)));
      const listed = this.#list(files);
      const name = model ? (foundIn(listed.models, model) ?? model) : modelsToShow(listed.models)[0];
      if (!name) throw noModel();
      this.#summary = session.load([name, ...motions]);
      [this.#files, this.#listed, this.#model, this.#motions] = [files, listed, name, motions];
      [this.#scene, this.#added, this.#unpacked] = ['', [], []];
    });
    await this.#present(problems);
    try {
      await this.#findSound();
    } catch (error) {
      this.#fireError(error);
    }
  }

  /** Shows the loaded model as attributes and choices say. An attribute that fails does not keep others from it. */
  async #present(problems = []) {
    const session = this.#session;
    const attempt = async (run) => {
      try {
        return await run();
      } catch (error) {
        problems.push(error);
        return null;
      }
    };
    this.#frame = 0;
    this.#compares = false;
    session.call('compare', { on: false });
    session.call('look', this.#lookChoices);
    session.call('view', { name: 'fit' });
    for (const name of ['append', 'ik', 'physics'])
      if (this.hasAttribute(name)) this.#evaluation[name] = !isOff(this.getAttribute(name));
    session.choose({ physics: true, ...this.#evaluation });
    for (const name of ['view', 'background'])
      if (this.hasAttribute(name)) await attempt(() => this.#applyAttribute(name));
    const posed = this.hasAttribute('pose') ? await attempt(() => this.#applyPoseAttribute()) : null;
    this.#label();
    this.redraw();
    this.#fire('load', this.#summary);
    if (posed) this.#fire('posechange', posed);
    for (const error of problems) this.#fireError(error);
  }

  /** Frees WebAssembly and WebGL of an element that was removed. Files that can be fetched again go too. */
  #release() {
    if (this.isConnected || !this.#session) return;
    const canvas = this.#canvas;
    this.#canvas = this.#makeCanvas();
    canvas.replaceWith(this.#canvas);
    canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext();
    this.#forget();
    this.#sound.set(null);
    if (!this.#isOpened) [this.#source, this.#files] = [null, []];
  }

  #forget() {
    this.#session = this.#starting = this.#summary = null;
  }

  #applyAttribute(name) {
    const value = this.getAttribute(name);
    if (name === 'view') this.setView(value ?? 'fit');
    else if (name === 'background') this.look({ background: this.#colour(value) });
    else if (name === 'pose') this.#askForPose();
    else if (name === 'sound') this.#queue(() => this.#findSound()).catch(() => {});
    else this.choose({ [name]: value === null || !isOff(value) });
  }

  /** Applies `pose` after this task, unless a load does so anyway. */
  #askForPose() {
    if (this.#isPoseAsked) return;
    this.#isPoseAsked = true;
    this.#queue(async () => {
      this.#isPoseAsked = false;
      if (!this.#isAsked) this.#fire('posechange', await this.#applyPoseAttribute());
    }).catch(() => {});
  }

  /** Takes the sound that the attribute names, or else the one among the files that belongs to the motion. */
  async #findSound(motions = this.#motions) {
    const address = this.getAttribute('sound');
    if (address) return this.#takeSound(await fetched(address), nameIn(address));
    const name = soundFor(this.#files.map((file) => file.name), motions);
    const bytes = this.#files.find((file) => file.name === name)?.bytes;
    return this.#takeSound(typeof bytes === 'function' ? await bytes() : bytes, name);
  }

  async #takeSound(bytes, name, offset) {
    if (!bytes && !this.sound) return;
    try {
      await this.#sound.set(bytes, offset);
    } catch {
      throw new MmdviewError({ what: `${name || 'the sound'}: this browser cannot play it`, hint: 'use .wav or .mp3' });
    } finally {
      this.#restart();
      this.#fire('soundchange', { name: this.sound ? name : '' });
    }
  }

  /** A pose among the files, or one that is fetched. */
  async #applyPoseAttribute() {
    const pose = this.getAttribute('pose');
    let name = pose && foundIn(this.#listed.poses, pose);
    if (pose && !name) {
      const bytes = await fetched(pose);
      name = this.#loaded.addFile(this.#listed.poses.includes(nameIn(pose)) ? `fetched/${nameIn(pose)}` : nameIn(pose), bytes);
    }
    const { diagnostics } = this.#loaded.setPose(name);
    this.redraw();
    return { name: pose ?? '', diagnostics };
  }

  /** A colour of CSS as four numbers; transparent without one. */
  #colour(text) {
    if (!text || text === 'transparent') return [0, 0, 0, 0];
    const context = new OffscreenCanvas(1, 1).getContext('2d');
    context.fillStyle = text;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data].map((value) => value / 255);
  }

  // ---- Drawing -----------------------------------------------------------------------------------------------------

  #request() {
    if (this.#frameRequest === 0 && this.isConnected)
      this.#frameRequest = requestAnimationFrame((now) => {
        this.#frameRequest = 0;
        this.#report(() => this.#draw(now));
      });
  }

  #draw(now) {
    if (!this.#summary) return;
    if (this.playing) this.#advance(now);
    if (!this.#dirty) return;
    this.#dirty = false;
    const density = Math.min(devicePixelRatio, 3);
    const width = Math.round(this.clientWidth * density);
    const height = Math.round(this.clientHeight * density);
    if (width < 1 || height < 1) return;
    if (this.#canvas.width !== width) this.#canvas.width = width;
    if (this.#canvas.height !== height) this.#canvas.height = height;
    const { diagnostics } = this.#session.call('draw', { width, height });
    ++this.#drawnFrames;
    if (diagnostics.length > 0) this.#fire('warning', { diagnostics });
    if (this.playing) this.#request();
  }

  #advance(now) {
    const last = this.lastFrame;
    const clock = Math.max(((now - this.#playingSince) * 30) / 1000, 0);
    let frame = this.#sound.heardAt(clock) ?? clock;
    if (frame > last) {
      this.#sound.stop();
      frame = 0;
    }
    this.#playingSince = now - (frame * 1000) / 30; // the clock goes on from the sound where that ends
    this.#frame = frame;
    this.#session.show(this.#frame);
    this.#dirty = true;
    this.#fire('framechange', { frame: this.#frame });
  }

  #makeCanvas() {
    const canvas = document.createElement('canvas');
    canvas.tabIndex = 0;
    canvas.setAttribute('role', 'img');
    new Gestures(canvas, this, (event) => this.#report(() => this.#pick(event)));
    canvas.addEventListener('dblclick', () => this.#report(() => this.setView(this.#scene ? 'scene' : (this.getAttribute('view') ?? 'fit'))));
    canvas.addEventListener('webglcontextlost', (event) => event.preventDefault());
    canvas.addEventListener('webglcontextrestored', () => {
      this.#forget(); // the module's objects are gone with their context
      this.#reopen();
    });
    return canvas;
  }

  #pick(event) {
    if (!this.#summary) return;
    const { clientWidth, clientHeight } = this.#canvas;
    const width = this.#compares ? clientWidth / 2 : clientWidth;
    const x = ((event.offsetX % width) / width) * 2 - 1;
    const y = 1 - (event.offsetY / clientHeight) * 2;
    const found = this.#session.call('pick', { x, y, aspect: width / clientHeight });
    this.#fire('pick', found);
  }

  #label() {
    const text = this.getAttribute('label') ?? this.#summary?.name ?? 'MikuMikuDance model';
    this.#canvas.setAttribute('aria-label', text);
  }

  #fireError(error) {
    this.#fire('error', { error, message: error.message, hint: error.hint });
  }

  #fire(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: name !== 'error' }));
  }
}

customElements.define('mmd-viewer', MmdViewer);
