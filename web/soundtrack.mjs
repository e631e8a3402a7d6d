// The sound of a motion in <mmd-viewer>. The picture follows it, never the reverse.

export class Soundtrack {
  #audio = null;
  #offset = 0; // frame of the motion at which the sound begins
  #starting = false;
  #isRefused = false; // until the next start: a browser may forbid sound before a click

  /** The <audio> element, for volume, mute and duration; null without a sound. */
  get audio() {
    return this.#audio;
  }

  /** Takes the bytes of a sound, or none; volume and mute stay. Resolves when its length is known. */
  async set(bytes, offset = 0) {
    const { volume = 1, muted = false } = this.#audio ?? {};
    this.stop();
    if (this.#audio) URL.revokeObjectURL(this.#audio.src);
    this.#audio = null;
    if (!bytes) return;
    const audio = Object.assign(new Audio(), { preload: 'auto', volume, muted });
    audio.src = URL.createObjectURL(new Blob([bytes]));
    await new Promise((known, failed) => {
      audio.addEventListener('loadedmetadata', known, { once: true });
      audio.addEventListener('error', () => failed(audio.error), { once: true });
    }).catch((error) => {
      URL.revokeObjectURL(audio.src);
      throw error;
    });
    [this.#audio, this.#offset] = [audio, offset];
  }

  /** Silence, until heardAt() starts it again. */
  stop() {
    this.#audio?.pause();
    this.#starting = this.#isRefused = false;
  }

  /**
   * The frame that is heard when the clock says `frame`; null where there is no sound. Starts the sound at its place;
   * until it runs, the frame stands.
   */
  heardAt(frame) {
    const audio = this.#audio;
    if (!audio || this.#isRefused) return null;
    const seconds = (frame - this.#offset) / 30;
    if (seconds < 0 || seconds >= audio.duration || audio.ended) {
      audio.pause();
      return null;
    }
    if (audio.paused && !this.#starting) this.#start(seconds);
    return this.#starting ? frame : this.#offset + audio.currentTime * 30;
  }

  #start(seconds) {
    const audio = this.#audio;
    this.#starting = true;
    audio.currentTime = seconds;
    audio.play().then(
      () => {
        this.#starting = false;
      },
      (error) => {
        if (audio !== this.#audio || error.name === 'AbortError') return; // stopped meanwhile
        this.#starting = false;
        this.#isRefused = true;
      },
    );
  }
}
