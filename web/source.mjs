// What the attributes `src` and `motion` of <mmd-viewer> name: fetched once.

import { fetchTextures, fetched, foundIn, isArchive, isModel, isMotion, nameIn } from './files.mjs';

export class Source {
  #fetched = null; // {src, files, motions}
  #fetching = null; // aborts the fetches
  #start;
  #askAbout;

  /** `askAbout(file, call)`: what the session says about a file, from when `start()` has resolved. */
  constructor(start, askAbout) {
    [this.#start, this.#askAbout] = [start, askAbout];
  }

  /** A signal for open() and motionNamed(); ends when abort() is called. */
  begin() {
    this.#fetching = new AbortController();
    return this.#fetching.signal;
  }

  abort() {
    this.#fetching?.abort();
  }

  forget() {
    this.#fetched = null;
  }

  /** The model or archive at `src`, with the textures that a model names: its files. */
  async open(src, signal) {
    if (this.#fetched?.src !== src) this.#fetched = await this.#fetch(src, signal);
    return [...this.#fetched.files];
  }

  /** The name of a motion in the archive, or of one that is fetched and added to `files`. */
  async motionNamed(motion, files, signal) {
    const member = foundIn(this.#fetched.motions, motion);
    if (member) return member;
    const file = { name: nameIn(motion), bytes: await fetched(motion, signal) };
    files.push(file);
    return file.name;
  }

  async #fetch(src, signal) {
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
}
