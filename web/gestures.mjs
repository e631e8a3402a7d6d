// Pointer, wheel and keys on the canvas of <mmd-viewer>.

/** Calls moveCamera, setView, play and pause of `viewer`; `pick` gets the event of a click. */
export class Gestures {
  #canvas;
  #viewer;
  #pick;
  #pointers = new Map();
  #moved = false;

  constructor(canvas, viewer, pick) {
    [this.#canvas, this.#viewer, this.#pick] = [canvas, viewer, pick];
    canvas.addEventListener('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId);
      this.#pointers.set(event.pointerId, event);
      this.#moved = false;
    });
    canvas.addEventListener('pointermove', (event) => this.#pointerMoved(event));
    for (const name of ['pointerup', 'pointercancel'])
      canvas.addEventListener(name, (event) => {
        const clicked = name === 'pointerup' && !this.#moved && this.#pointers.size === 1;
        this.#pointers.delete(event.pointerId);
        if (clicked) this.#pick(event);
      });
    canvas.addEventListener('contextmenu', (event) => event.preventDefault());
    canvas.addEventListener('wheel', (event) => this.#wheelTurned(event), { passive: false });
    canvas.addEventListener('keydown', (event) => this.#keyPressed(event));
  }

  #pointerMoved(event) {
    const before = this.#pointers.get(event.pointerId);
    if (!before) return;
    const all = [...this.#pointers.values()];
    this.#pointers.set(event.pointerId, event);
    const height = this.#canvas.clientHeight;
    const [x, y] = [event.clientX - before.clientX, event.clientY - before.clientY];
    if (Math.hypot(x, y) > 2) this.#moved = true;
    if (all.length === 2) {
      const other = all.find((pointer) => pointer.pointerId !== event.pointerId);
      const distance = (pointer) => Math.hypot(pointer.clientX - other.clientX, pointer.clientY - other.clientY);
      const zoom = distance(before) / Math.max(distance(event), 1);
      this.#viewer.moveCamera({ zoom, right: -x / height / 2, up: y / height / 2 });
    } else if (event.buttons > 1 || event.shiftKey) {
      this.#viewer.moveCamera({ right: -x / height, up: y / height });
    } else {
      this.#viewer.moveCamera({ yaw: -x / 150, pitch: y / 150 });
    }
  }

  #wheelTurned(event) {
    event.preventDefault();
    // The place under the pointer stays: in picture heights right and up from the middle of the canvas.
    const { clientWidth, clientHeight } = this.#canvas;
    const aboutRight = (event.offsetX - clientWidth / 2) / clientHeight;
    const aboutUp = (clientHeight / 2 - event.offsetY) / clientHeight;
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY / 100 : event.deltaY / 3;
    this.#viewer.moveCamera({ zoom: 1.1 ** lines, aboutRight, aboutUp });
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
    const viewer = this.#viewer;
    if (moves[event.key]) viewer.moveCamera(moves[event.key]);
    else if (views[event.key]) viewer.setView(views[event.key]);
    else if (event.key === ' ') viewer.playing ? viewer.pause() : viewer.play();
    else return;
    event.preventDefault();
  }
}
