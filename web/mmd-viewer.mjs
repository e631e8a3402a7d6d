// <mmd-viewer src pose motion sound view append ik physics background>: MikuMikuDance models on a page (docs/user/web.md).

import { pathOf } from './core.mjs';
import { Loader } from './loader.mjs';
import { Picture } from './picture.mjs';
import { Playback } from './playback.mjs';
import { ViewerScene } from './viewer_scene.mjs';

const style = `
:host { display: block; position: relative; min-width: 4rem; min-height: 4rem; contain: content; }
:host([hidden]) { display: none; }
canvas { position: absolute; inset: 0; width: 100%; height: 100%; touch-action: none; outline-offset: -2px; }
`;

export class MmdViewer extends HTMLElement {
  static observedAttributes = ['src', 'pose', 'motion', 'sound', 'view', 'append', 'ik', 'physics', 'background', 'label'];

  #fire = (name, detail) => this.dispatchEvent(new CustomEvent(name, { detail, bubbles: name !== 'error' }));
  #scene = new ViewerScene();
  #playback = new Playback(this.#scene, this.#fire);
  #picture = new Picture(this, this.#scene, this.#playback, {
    fire: this.#fire,
    report: (run) => this.#loader.report(run),
    resetView: () => this.setView(this.scene ? 'scene' : (this.getAttribute('view') ?? 'fit')),
  });
  #loader = new Loader(this, this.#scene, this.#playback, this.#picture, this.#fire);

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    root.adoptedStyleSheets = [sheet];
    root.append(this.#picture.canvas);
  }

  connectedCallback() {
    this.#picture.connect();
    this.#loader.connected();
  }

  disconnectedCallback() {
    this.#picture.disconnect();
    this.pause();
    this.#loader.disconnected();
  }

  attributeChangedCallback(name, before, value) {
    if (before !== value) this.#loader.attributeChanged(name);
  }

  // ---- What pages call ---------------------------------------------------------------------------------------------

  /** The session in WebAssembly (core.mjs); null before the first model. */
  get session() {
    return this.#scene.session;
  }

  /** What load() said about the model; null without one. */
  get model() {
    return this.#scene.summary;
  }

  /** The files of the shown model, as open() takes them. */
  get files() {
    return [...this.#scene.files];
  }

  /** The names of the models and poses among the files, archives' members included. */
  get modelNames() {
    return [...this.#scene.listed.models];
  }

  get poseNames() {
    return [...this.#scene.listed.poses];
  }

  /** The names of the scenes among the files. */
  get sceneNames() {
    return [...this.#scene.listed.scenes];
  }

  /** The name of the scene that is shown; empty without one. */
  get scene() {
    return this.#scene.name;
  }

  /** The models and accessories of the scene: {number, file, name, visible …}, SceneModel in core.d.mts. */
  get models() {
    return [...this.#scene.models];
  }

  /** The frame of the motion, 30 per second. */
  get frame() {
    return this.#playback.frame;
  }

  /** The last frame of all motions. */
  get lastFrame() {
    return this.#scene.lastFrame;
  }

  /** How many pictures the element has drawn. */
  get drawnFrames() {
    return this.#picture.drawnFrames;
  }

  get playing() {
    return this.#playback.playing;
  }

  /** The <audio> element of the motion's sound, for its volume, muted and duration; null without one. */
  get sound() {
    return this.#playback.audio;
  }

  /**
   * Shows a model: files as {name, bytes}, names with folders. `model` names one of several. Replaces everything.
   * Fires `load`, or `error` and rejects; then the shown model stays.
   */
  open(files, model) {
    return this.#loader.open(files, model);
  }

  /**
   * Shows a scene (.mmdscene) or a project of MikuMikuDance (.pmm) with its models: files as for open(), or a name among
   * the files. `scene` names one of several. `load` says in `diagnostics` what is missing.
   */
  openScene(files, scene) {
    return this.#loader.openScene(files, scene);
  }

  /** The names of the scenes among files that are not opened yet. */
  async scenesIn(files) {
    await this.#loader.start();
    return this.#scene.scenesIn(files);
  }

  /** Shows another model among the files, alone. */
  show(model) {
    return this.#loader.show(model);
  }

  /**
   * Adds a model or an accessory to the scene: a name among the files, or files as for open(). Options: `place` as
   * [x, y, z, rx, ry, rz, size, opacity], default beside the others; `bone` of the active model, or of model `of`, that
   * carries it. Fires `modelschange`. A promise of the numbers of the added models.
   */
  addModel(model, options = {}) {
    return this.#loader.addModel(model, options);
  }

  /** Removes a model by its number; the last one stays. */
  removeModel(number) {
    return this.#loader.change(() => this.#scene.remove(number));
  }

  /** Shows or hides a model by its number. */
  showModel(number, on = true) {
    return this.#loader.change(() => this.#scene.setVisible(number, on));
  }

  /** Puts a model elsewhere: `place` as for addModel(). It stays on its bone. */
  placeModel(number, place) {
    return this.#loader.change(() => this.#scene.setPlace(number, place));
  }

  /** Makes a model the active one: `model`, poses, bones, morphs and exports are its own. */
  activateModel(number) {
    return this.#loader.change(() => this.#scene.activate(number));
  }

  /** Replaces the motions of the active model: names among the files, or files as for open(). The other models stay. */
  setMotion(motions) {
    return this.#loader.setMotion([motions].flat());
  }

  /** Replaces the pose: the bytes of a VPD, the name of a pose among the files, or nothing for the rest pose. */
  setPose(pose) {
    return this.#loader.queue(async () => {
      this.pause();
      const posed = this.#scene.setPose(pose);
      this.redraw();
      this.#fire('posechange', posed);
    });
  }

  /**
   * Plays a sound with the motion: the bytes of a .wav, .mp3, .ogg or .flac that the browser can play, or nothing.
   * `offset`: the frame of the motion at which it begins. Fires `soundchange`.
   */
  setSound(bytes, { offset = 0, name = '' } = {}) {
    return this.#loader.queue(() => this.#playback.setSound(bytes, name, offset));
  }

  /** Sets a bone relative to rest, as in a VPD: MMD's space, quaternion [x, y, z, w], MMD units. */
  setBone(name, rotation, position) {
    this.#scene.loaded.setBone(name, rotation, position);
    this.redraw();
  }

  setMorph(name, weight) {
    this.#scene.loaded.setMorph(name, weight);
    this.redraw();
  }

  /** The bones in model space, MMD's space. */
  bones() {
    return this.#scene.loaded.bones();
  }

  /** {append, ik, morphs, physics}: each true or false. */
  choose(choices) {
    this.#scene.choose(choices);
    this.redraw();
  }

  /** {edge, toon, sphere, groundShadow, selfShadow, skeleton, grid, background: [r, g, b, a]}. */
  look(choices) {
    this.#scene.look(choices);
    this.redraw();
  }

  /** Shows the model without append beside the model with it. */
  compare(on) {
    this.#picture.compare(on);
    this.redraw();
  }

  /** fit, front, back, left, right, top, three-quarter, bust, face, left-hand, right-hand, feet, mmd, or motion for the motion's camera. */
  setView(name) {
    this.session?.call('view', { name });
    this.redraw();
  }

  /** A camera as MMD has it: eye and target in its left-handed space, six numbers, and the vertical angle in degrees. */
  setCamera(eyeAndTarget, fov = 30) {
    this.session?.call('view', { camera: [...eyeAndTarget], fov });
    this.redraw();
  }

  /** {yaw, pitch} in radians, {right, up} in picture heights, {zoom}: 0.5 is twice as near. */
  moveCamera(movement) {
    this.session?.call('moveCamera', movement);
    this.redraw();
  }

  play() {
    this.#playback.play();
    this.#picture.request();
  }

  pause() {
    this.#playback.pause();
  }

  seek(frame) {
    this.#playback.seek(frame);
    this.redraw();
  }

  /** A picture as the bytes of a PNG. `fit`: with the chosen view instead of the camera as it was moved. */
  toPNG({ width = 1024, height = 1024, samples = 4, fit = false } = {}) {
    const session = this.#scene.loaded;
    session.call('picture', { width, height, samples, fit });
    return session.takeBytes();
  }

  /** The pose as the bytes of a VPD. */
  toVPD() {
    return this.#scene.loaded.vpd();
  }

  /**
   * The model as it is shown, as the bytes of a .glb. These four work in a worker; options: ExportOptions of
   * core.d.mts, and `signal` of an AbortController.
   */
  toGLB(options) {
    return this.#scene.inWorker('toGLB', options);
  }

  /** The model as the bytes of a VRM, in T pose. */
  toVRM(options) {
    return this.#scene.inWorker('toVRM', options);
  }

  /** The motion as the bytes of a .vrma, for avatars. */
  toVRMA(options) {
    return this.#scene.inWorker('toVRMA', options);
  }

  /** The bones of a VRM that the model has and lacks, and what the VRM will lack. */
  checkVRM(options) {
    return this.#scene.inWorker('checkVRM', options);
  }

  /** A small picture of the model in one of poseNames, or at rest, as the bytes of a PNG. */
  thumbnail(name, { width = 96, height = 128 } = {}) {
    const session = this.#scene.loaded;
    session.call('thumbnail', { file: name && pathOf(name), width, height });
    return session.takeBytes();
  }

  /** Draws again at the next chance; nothing is drawn otherwise. */
  redraw() {
    this.#picture.redraw();
  }
}

customElements.define('mmd-viewer', MmdViewer);
