// The clock of the motions in <mmd-viewer>, and their sound.

import { MmdviewError } from './core.mjs';
import { soundFor } from './files.mjs';
import { Soundtrack } from './soundtrack.mjs';

/** The clock's time at a frame: 30 frames per second. */
const millisecondsOf = (frame) => (frame * 1000) / 30;

export class Playback {
  #scene;
  #fire;
  #since = null; // when frame 0 was; null: not playing
  #frame = 0;
  #sound = new Soundtrack();

  /** Plays the motions of `scene` (viewer_scene.mjs). `fire(name, detail)` tells of changes. */
  constructor(scene, fire) {
    [this.#scene, this.#fire] = [scene, fire];
  }

  get frame() {
    return this.#frame;
  }

  get playing() {
    return this.#since !== null;
  }

  /** The <audio> element; null without a sound. */
  get audio() {
    return this.#sound.audio;
  }

  play() {
    if (!this.#scene.moves || this.playing) return;
    this.#since = performance.now() - millisecondsOf(this.#frame);
    this.#fire('playchange', {});
  }

  pause() {
    if (!this.playing) return;
    this.#since = null;
    this.#sound.stop();
    this.#fire('playchange', {});
  }

  seek(frame) {
    this.#frame = frame;
    this.#restart();
    if (this.#scene.summary) this.#scene.session.show(frame);
  }

  /** Takes the frame of models that were just loaded, which show it. */
  beginAt(frame) {
    this.#frame = frame;
  }

  /** Shows the frame for the time `now`. */
  advance(now) {
    const clock = Math.max(((now - this.#since) * 30) / 1000, 0);
    let frame = this.#sound.heardAt(clock) ?? clock;
    if (frame > this.#scene.lastFrame) {
      this.#sound.stop();
      frame = 0;
    }
    this.#since = now - millisecondsOf(frame); // the clock goes on from the sound where that ends
    this.#frame = frame;
    this.#scene.session.show(frame);
    this.#fire('framechange', { frame });
  }

  /** Takes the sound among the files that belongs to the motions. */
  async findSound(motions = this.#scene.motions) {
    const { files } = this.#scene;
    const name = soundFor(files.map((file) => file.name), motions);
    const bytes = files.find((file) => file.name === name)?.bytes;
    return this.setSound(typeof bytes === 'function' ? await bytes() : bytes, name);
  }

  /** Takes the bytes of a sound, or none. `offset`: the frame at which it begins. */
  async setSound(bytes, name = '', offset = 0) {
    if (!bytes && !this.audio) return;
    try {
      await this.#sound.set(bytes, offset);
    } catch {
      throw new MmdviewError({ what: `${name || 'the sound'}: this browser cannot play it`, hint: 'use .wav or .mp3' });
    } finally {
      this.#restart();
      this.#fire('soundchange', { name: this.audio ? name : '' });
    }
  }

  /** Frees the sound. */
  release() {
    this.#sound.set(null);
  }

  /** The sound and the clock go on from the present frame. */
  #restart() {
    this.#sound.stop();
    if (this.playing) this.#since = performance.now() - millisecondsOf(this.#frame);
  }
}
