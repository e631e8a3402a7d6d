// The canvas of <mmd-viewer>: draws when something changed or moves.

import { Gestures } from './gestures.mjs';
import { resumeDrawing, stopDrawing } from './viewer_session.mjs';

export class Picture {
  #host;
  #scene;
  #playback;
  #listener;
  #canvas;
  #isDirty = false;
  #frameRequest = 0;
  #drawnFrames = 0;
  #compares = false;
  #isLost = false; // has no WebGL context now
  #observer = new ResizeObserver(() => this.redraw());

  /**
   * The picture of `scene` (viewer_scene.mjs) at the frames of `playback` in the element `host`. `listener`:
   * fire(name, detail), report(run), which carries out and tells of errors, and resetView().
   */
  constructor(host, scene, playback, listener) {
    [this.#host, this.#scene, this.#playback, this.#listener] = [host, scene, playback, listener];
    this.#canvas = this.#makeCanvas();
  }

  get canvas() {
    return this.#canvas;
  }

  /** How many pictures were drawn. */
  get drawnFrames() {
    return this.#drawnFrames;
  }

  /** While the element is on the page. */
  connect() {
    this.#observer.observe(this.#host);
  }

  disconnect() {
    this.#observer.disconnect();
    cancelAnimationFrame(this.#frameRequest);
    this.#frameRequest = 0;
  }

  /** Draws again at the next chance; nothing is drawn otherwise. */
  redraw() {
    this.#isDirty = true;
    this.request();
  }

  /** Asks for the next frame of the browser. */
  request() {
    if (this.#frameRequest !== 0 || !this.#host.isConnected) return;
    this.#frameRequest = requestAnimationFrame((now) => {
      this.#frameRequest = 0;
      this.#listener.report(() => this.#draw(now));
    });
  }

  /** Draws the model without append beside it. */
  compare(on) {
    this.#compares = on;
    this.#scene.session?.call('compare', { on });
  }

  /** Frees WebGL: a new canvas takes the place of the present one. */
  release() {
    const before = this.#canvas;
    this.#isLost = false;
    this.#canvas = this.#makeCanvas();
    before.replaceWith(this.#canvas);
    before.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext();
  }

  #draw(now) {
    if (!this.#scene.summary || this.#isLost) return;
    if (this.#playback.playing) {
      this.#playback.advance(now);
      this.#isDirty = true;
    }
    if (!this.#isDirty) return;
    this.#isDirty = false;
    const density = Math.min(devicePixelRatio, 3);
    const width = Math.round(this.#host.clientWidth * density);
    const height = Math.round(this.#host.clientHeight * density);
    if (width < 1 || height < 1) return;
    if (this.#canvas.width !== width) this.#canvas.width = width;
    if (this.#canvas.height !== height) this.#canvas.height = height;
    const { diagnostics } = this.#scene.session.call('draw', { width, height });
    ++this.#drawnFrames;
    if (diagnostics.length > 0) this.#listener.fire('warning', { diagnostics });
    if (this.#playback.playing) this.request();
  }

  #makeCanvas() {
    const canvas = document.createElement('canvas');
    canvas.tabIndex = 0;
    canvas.setAttribute('role', 'img');
    new Gestures(canvas, this.#host, (event) => this.#listener.report(() => this.#pick(event)));
    canvas.addEventListener('dblclick', () => this.#listener.report(() => this.#listener.resetView()));
    canvas.addEventListener('webglcontextlost', (event) => this.#contextLost(event));
    canvas.addEventListener('webglcontextrestored', () => this.#contextRestored(canvas));
    return canvas;
  }

  /** Models, poses and camera stay in the session; only the drawing stops. */
  #contextLost(event) {
    event.preventDefault(); // asks the browser to give it back
    const { session } = this.#scene;
    if (!session || event.target !== this.#canvas) return;
    this.#isLost = true;
    this.#listener.report(() => stopDrawing(session));
  }

  #contextRestored(canvas) {
    const { session } = this.#scene;
    if (!session || canvas !== this.#canvas) return;
    this.#isLost = false;
    this.#listener.report(() => resumeDrawing(session));
    this.redraw();
  }

  #pick(event) {
    if (!this.#scene.summary || this.#isLost) return;
    const { clientWidth, clientHeight } = this.#canvas;
    const width = this.#compares ? clientWidth / 2 : clientWidth;
    const x = ((event.offsetX % width) / width) * 2 - 1;
    const y = 1 - (event.offsetY / clientHeight) * 2;
    this.#listener.fire('pick', this.#scene.session.call('pick', { x, y, aspect: width / clientHeight }));
  }
}
