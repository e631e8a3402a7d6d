// <mmd-viewer src pose motion view append ik physics background>: a MikuMikuDance model on a page (docs/user/web.md).

import { MmdviewError, Session, pathOf, withBinary } from './core.mjs';

const style = `
:host { display: block; position: relative; min-width: 4rem; min-height: 4rem; contain: content; }
:host([hidden]) { display: none; }
canvas { position: absolute; inset: 0; width: 100%; height: 100%; touch-action: none; outline-offset: -2px; }
`;

const isModel = (name) => /\.(pmx|pmd)$/i.test(name);
const isPose = (name) => /\.vpd$/i.test(name);
const isMotion = (name) => /\.vmd$/i.test(name);
const isArchive = (name) => /\.(zip|7z|rar|lzh|lha|tar|tgz|tar\.gz|tar\.xz)$/i.test(name);
const isOff = (value) => value === 'off' || value === 'false' || value === '0' || value === 'no';

/** Compiled once, however many viewers a page has. */
let compiled;
async function createViewerModule() {
  const { default: createModule } = await import('./mmdview_viewer.mjs');
  const address = new URL('./mmdview_viewer.wasm', import.meta.url);
  compiled ??= WebAssembly.compileStreaming(fetch(address)).catch(async () => {
    const answer = await fetch(address); // a server that does not know the type application/wasm
    if (!answer.ok) throw new MmdviewError({ what: `${address}: ${answer.status} ${answer.statusText}` });
    return WebAssembly.compile(await answer.arrayBuffer());
  });
  const wasm = await compiled;
  const instantiateWasm = (imports, done) => {
    WebAssembly.instantiate(wasm, imports).then((instance) => done(instance, wasm));
    return {};
  };
  return createModule(await withBinary('./mmdview_viewer.wasm', { instantiateWasm }));
}

async function fetched(address) {
  const answer = await fetch(address);
  if (!answer.ok)
    throw new MmdviewError({ what: `${address}: ${answer.status} ${answer.statusText}`, hint: 'check the address' });
  return new Uint8Array(await answer.arrayBuffer());
}

const nameIn = (address) => decodeURIComponent(new URL(address, location.href).pathname.split('/').pop());

export class MmdViewer extends HTMLElement {
  static observedAttributes = ['src', 'pose', 'motion', 'view', 'append', 'ik', 'physics', 'background', 'label'];

  #canvas = document.createElement('canvas');
  #session = null;
  #starting = null;
  #summary = null;
  #files = []; // {name, bytes}: bytes or a function that gets them; kept for a lost context
  #models = [];
  #poses = [];
  #model = '';
  #lookChoices = {};
  #evaluation = {};
  #compares = false;
  #dirty = false;
  #frameRequest = 0;
  #playingSince = null;
  #frame = 0;
  #drawnFrames = 0;
  #pointers = new Map();
  #moved = false;
  #observer = null;
  #loading = Promise.resolve();

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    root.adoptedStyleSheets = [sheet];
    this.#canvas.tabIndex = 0;
    this.#canvas.setAttribute('role', 'img');
    root.append(this.#canvas);
    this.#listen();
  }

  connectedCallback() {
    this.#observer ??= new ResizeObserver(() => this.redraw());
    this.#observer.observe(this);
    this.#label();
    if (this.hasAttribute('src')) this.#openAttributes();
  }

  disconnectedCallback() {
    this.#observer?.disconnect();
    cancelAnimationFrame(this.#frameRequest);
    this.#frameRequest = 0;
    this.pause();
  }

  attributeChangedCallback(name, before, value) {
    if (before === value || !this.isConnected) return;
    if (name === 'src' || name === 'motion') this.#openAttributes();
    else if (name === 'label') this.#label();
    else if (this.#summary) this.#report(() => this.#applyAttribute(name));
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

  /** The names of the models and poses among the files, archives' members included. */
  get modelNames() {
    return [...this.#models];
  }

  get poseNames() {
    return [...this.#poses];
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

  /**
   * Shows a model: files as {name, bytes}, names with folders. `model` names one of several. Replaces everything.
   * Fires `load`, or `error` and rejects.
   */
  open(files, model) {
    const run = async () => {
      await this.#start();
      this.#files = files;
      this.pause();
      this.#session.removeFiles();
      for (const { name, bytes } of files) this.#session.addFile(name, typeof bytes === 'function' ? await bytes() : bytes);
      await this.#load(model);
    };
    return this.#queue(run);
  }

  /** Shows another model among the files. */
  show(model) {
    return this.#queue(() => this.#load(model));
  }

  /** Replaces the pose: the bytes of a VPD, the name of a pose among the files, or nothing for the rest pose. */
  setPose(pose) {
    return this.#queue(async () => {
      let name = pose;
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
    this.#session?.choose(choices);
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

  /** fit, front, back, left, right, top, three-quarter, bust, face, mmd, or motion for the motion's camera. */
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
    if (!this.#summary?.motions || this.playing) return;
    this.#playingSince = performance.now() - (this.#frame * 1000) / 30;
    this.#request();
    this.#fire('playchange', {});
  }

  pause() {
    if (!this.playing) return;
    this.#playingSince = null;
    this.#fire('playchange', {});
  }

  seek(frame) {
    this.#frame = frame;
    if (this.playing) this.#playingSince = performance.now() - (frame * 1000) / 30;
    this.#session?.show(frame);
    this.redraw();
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

  #queue(run) {
    const done = this.#loading.then(run);
    this.#loading = done.catch(() => {});
    return done.catch((error) => {
      this.#fire('error', { error, message: error.message, hint: error.hint });
      throw error;
    });
  }

  #report(run) {
    try {
      run();
    } catch (error) {
      this.#fire('error', { error, message: error.message, hint: error.hint });
    }
  }

  #start() {
    this.#starting ??= (async () => {
      const module = await createViewerModule();
      const context = module.GL.createContext(this.#canvas, {
        majorVersion: 2,
        minorVersion: 0,
        alpha: true,
        depth: true,
        stencil: true,
        antialias: true,
        premultipliedAlpha: true,
        preserveDrawingBuffer: false,
        enableExtensionsByDefault: true,
      });
      if (!context)
        throw new MmdviewError({ what: 'this browser has no WebGL 2', hint: 'switch hardware acceleration on, or use a newer browser' });
      module.GL.makeContextCurrent(context);
      module.GL.contexts[context].GLctx.getExtension('WEBGL_debug_renderer_info');
      const session = new Session(module);
      session.call('start');
      this.#session = session;
    })();
    this.#starting.catch(() => (this.#starting = null));
    return this.#starting;
  }

  #openAttributes() {
    const src = this.getAttribute('src');
    if (!src) return;
    this.#queue(async () => {
      await this.#start();
      const files = await this.#fetchAll(src, this.getAttribute('motion'));
      this.#files = files;
      this.#session.removeFiles();
      for (const { name, bytes } of files) this.#session.addFile(name, bytes);
      await this.#load();
    }).catch(() => {});
  }

  /** The model or archive, the textures that a model names, and the motion. */
  async #fetchAll(src, motion) {
    const name = nameIn(src);
    const files = [{ name, bytes: await fetched(src) }];
    if (isModel(name)) {
      this.#session.removeFiles();
      this.#session.addFile(name, files[0].bytes);
      const { textures } = this.#session.load([name], { textures: false });
      const get = async (texture) => {
        const path = texture.replaceAll('\\', '/');
        const address = new URL(path.split('/').map(encodeURIComponent).join('/'), new URL(src, location.href));
        const answer = await fetch(address);
        if (answer.ok) files.push({ name: path, bytes: new Uint8Array(await answer.arrayBuffer()) });
      };
      await Promise.all(textures.map(get));
    }
    if (motion) files.push({ name: nameIn(motion), bytes: await fetched(motion) });
    return files;
  }

  #listFiles() {
    this.#models = [];
    this.#poses = [];
    for (const { name } of this.#files) {
      if (isModel(name)) this.#models.push(name);
      if (isPose(name)) this.#poses.push(name);
      if (!isArchive(name)) continue;
      const { models, poses } = this.#session.members(name);
      this.#models.push(...models.map((member) => `${name}/${member}`));
      this.#poses.push(...poses.filter(isPose).map((member) => `${name}/${member}`));
    }
  }

  async #load(model) {
    const session = this.#session;
    this.#listFiles();
    this.#model = model ?? this.#models[0];
    if (!this.#model)
      throw new MmdviewError({ what: 'there is no model among the files', hint: 'add a .pmx, a .pmd or an archive with one' });
    const motions = this.#files.map(({ name }) => name).filter(isMotion);
    this.#summary = session.load([this.#model, ...motions]);
    this.#frame = 0;
    this.#compares = false;
    session.call('compare', { on: false });
    session.choose(this.#evaluation);
    session.call('look', this.#lookChoices);
    for (const name of ['view', 'append', 'ik', 'physics', 'background'])
      if (this.hasAttribute(name)) this.#applyAttribute(name);
    if (!this.hasAttribute('view')) session.call('view', { name: 'fit' });
    const posed = this.hasAttribute('pose') ? await this.#applyPoseAttribute() : null;
    this.#label();
    this.redraw();
    this.#fire('load', this.#summary);
    if (posed) this.#fire('posechange', posed);
  }

  #applyAttribute(name) {
    const value = this.getAttribute(name);
    if (name === 'view') this.setView(value ?? 'fit');
    else if (name === 'background') this.look({ background: this.#colour(value) });
    else if (name === 'pose')
      this.#queue(async () => this.#fire('posechange', await this.#applyPoseAttribute())).catch(() => {});
    else this.choose({ [name]: value === null || !isOff(value) });
  }

  async #applyPoseAttribute() {
    const pose = this.getAttribute('pose');
    if (pose && !this.#poses.includes(pose)) this.#session.addFile('pose.vpd', await fetched(pose));
    const name = pose && !this.#poses.includes(pose) ? 'pose.vpd' : pose;
    const { diagnostics } = this.#session.setPose(name);
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
    const last = this.#summary.lastFrame;
    let frame = ((now - this.#playingSince) * 30) / 1000;
    if (frame > last) {
      this.#playingSince = now;
      frame = 0;
    }
    this.#frame = Math.max(frame, 0);
    this.#session.show(this.#frame);
    this.#dirty = true;
    this.#fire('framechange', { frame: this.#frame });
  }

  // ---- Input -------------------------------------------------------------------------------------------------------

  #listen() {
    const canvas = this.#canvas;
    canvas.addEventListener('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId);
      this.#pointers.set(event.pointerId, event);
      this.#moved = false;
    });
    canvas.addEventListener('pointermove', (event) => this.#pointerMoved(event));
    for (const name of ['pointerup', 'pointercancel'])
      canvas.addEventListener(name, (event) => {
        if (name === 'pointerup' && !this.#moved && this.#pointers.size === 1) this.#report(() => this.#pick(event));
        this.#pointers.delete(event.pointerId);
      });
    canvas.addEventListener('contextmenu', (event) => event.preventDefault());
    canvas.addEventListener('dblclick', () => this.setView(this.getAttribute('view') ?? 'fit'));
    canvas.addEventListener(
      'wheel',
      (event) => {
        event.preventDefault();
        const [aboutRight, aboutUp] = this.#fromMiddle(event);
        const lines = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY / 100 : event.deltaY / 3;
        this.moveCamera({ zoom: 1.1 ** lines, aboutRight, aboutUp });
      },
      { passive: false },
    );
    canvas.addEventListener('keydown', (event) => this.#keyPressed(event));
    canvas.addEventListener('webglcontextlost', (event) => event.preventDefault());
    canvas.addEventListener('webglcontextrestored', () => {
      this.#starting = null; // a new module: the old one's objects are gone with their context
      this.#session = null;
      this.#summary = null;
      this.open(this.#files, this.#model).catch(() => {});
    });
  }

  /** A place in picture heights right and up from the middle of the canvas. */
  #fromMiddle({ offsetX, offsetY }) {
    const { clientWidth, clientHeight } = this.#canvas;
    return [(offsetX - clientWidth / 2) / clientHeight, (clientHeight / 2 - offsetY) / clientHeight];
  }

  #pointerMoved(event) {
    const before = this.#pointers.get(event.pointerId);
    if (!before || !this.#session) return;
    const all = [...this.#pointers.values()];
    this.#pointers.set(event.pointerId, event);
    const height = this.#canvas.clientHeight;
    const [x, y] = [event.clientX - before.clientX, event.clientY - before.clientY];
    if (Math.hypot(x, y) > 2) this.#moved = true;
    if (all.length === 2) {
      const other = all.find((pointer) => pointer.pointerId !== event.pointerId);
      const distance = (pointer) => Math.hypot(pointer.clientX - other.clientX, pointer.clientY - other.clientY);
      const zoom = distance(before) / Math.max(distance(event), 1);
      this.moveCamera({ zoom, right: -x / height / 2, up: y / height / 2 });
    } else if (event.buttons > 1 || event.shiftKey) {
      this.moveCamera({ right: -x / height, up: y / height });
    } else {
      this.moveCamera({ yaw: -x / 150, pitch: y / 150 });
    }
  }

  #keyPressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = 0.1;
    const pans = event.shiftKey;
    const moves = {
      ArrowLeft: pans ? { right: -step } : { yaw: -step },
      ArrowRight: pans ? { right: step } : { yaw: step },
      ArrowUp: pans ? { up: step } : { pitch: step },
      ArrowDown: pans ? { up: -step } : { pitch: -step },
      '+': { zoom: 0.9 },
      '=': { zoom: 0.9 },
      '-': { zoom: 1 / 0.9 },
    };
    const views = { 1: 'fit', 2: 'mmd', 3: 'front', 4: 'back', 5: 'left', 6: 'right', 7: 'top', 8: 'three-quarter', 9: 'face' };
    if (moves[event.key]) this.moveCamera(moves[event.key]);
    else if (views[event.key]) this.setView(views[event.key]);
    else if (event.key === ' ') (this.playing ? this.pause : this.play).call(this);
    else return;
    event.preventDefault();
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

  #fire(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: name !== 'error' }));
  }
}

customElements.define('mmd-viewer', MmdViewer);
