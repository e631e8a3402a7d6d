// Loads for <mmd-viewer>, one thing after the other: what its methods open, and what its attributes name.

import { fetched, foundIn, isMotion, nameIn } from './files.mjs';
import { Source } from './source.mjs';

const isOff = (value) => value === 'off' || value === 'false' || value === '0' || value === 'no';

/** A colour of CSS as four numbers; transparent without one. */
function colourOf(text) {
  if (!text || text === 'transparent') return [0, 0, 0, 0];
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  context.fillStyle = text;
  context.fillRect(0, 0, 1, 1);
  return [...context.getImageData(0, 0, 1, 1).data].map((value) => value / 255);
}

export class Loader {
  #host;
  #scene;
  #playback;
  #picture;
  #fire;
  #source = new Source(() => this.start(), (file, call) => this.#scene.askAbout(file, call));
  #isAsked = false; // a load of the attributes waits for its turn
  #isPoseAsked = false; // `pose` waits for its turn
  #isOpened = false; // shows the files of open(), not those of the attributes
  #opensWhenConnected = true; // at first, and after the element was removed
  #loading = Promise.resolve();

  /** Loads into `scene` what the element `host` shows. `fire(name, detail)` dispatches its events. */
  constructor(host, scene, playback, picture, fire) {
    [this.#host, this.#scene, this.#playback, this.#picture, this.#fire] = [host, scene, playback, picture, fire];
  }

  /** Carries out `run` after all that waits. An error is an event, and rejects. */
  queue(run) {
    const done = this.#loading.then(run);
    this.#loading = done.catch(() => {});
    return done.catch((error) => {
      this.#fireError(error);
      throw error;
    });
  }

  /** Carries out `run`; an error is an event. */
  report(run) {
    try {
      run();
    } catch (error) {
      this.#fireError(error);
    }
  }

  /** Makes the session, once. */
  start() {
    return this.#scene.start(this.#picture.canvas);
  }

  // ---- Methods of the element ----------------------------------------------------------------------------------------

  open(files, model) {
    return this.#open(() => this.#replace(files, model, files.map(({ name }) => name).filter(isMotion)));
  }

  openScene(files, scene) {
    const isNamed = typeof files === 'string';
    return this.#open(() => this.#replaceByScene(isNamed ? this.#scene.files : files, isNamed ? files : scene));
  }

  #open(replace) {
    this.#opensWhenConnected = false;
    return this.queue(async () => {
      await replace();
      this.#isOpened = true;
      this.#source.forget();
    });
  }

  show(model) {
    return this.queue(async () => {
      this.#scene.show(model);
      await this.#present();
    });
  }

  addModel(model, options) {
    return this.queue(async () => {
      const { models: before } = this.#scene.loaded && this.#scene;
      try {
        await this.#scene.add(model, options);
      } finally {
        if (this.#scene.models.length > before.length) this.#showChange();
      }
      this.#isOpened = true; // these files, too, are loaded again when the element is removed and added
      return this.#scene.models.slice(before.length).map(({ number }) => number);
    });
  }

  /** Changes the models of the scene, or which one is active. */
  change(run) {
    return this.queue(async () => {
      run();
      this.#showChange();
    });
  }

  setMotion(motions) {
    return this.queue(async () => {
      await this.#scene.setMotion(motions);
      this.#scene.session.show(this.#playback.frame);
      this.#showChange();
      await this.#findSound(motions.map((file) => (typeof file === 'string' ? file : file.name)));
    });
  }

  // ---- The element's life and its attributes -------------------------------------------------------------------------

  connected() {
    this.#label();
    if (this.#opensWhenConnected) this.#reopen();
  }

  /** Frees what the element has unless it is connected again: it may only move. */
  disconnected() {
    setTimeout(() => {
      if (this.#host.isConnected) return;
      this.#opensWhenConnected = true;
      this.#source.abort();
      this.queue(() => this.#release()).catch(() => {});
    });
  }

  attributeChanged(name) {
    if (name === 'src' || name === 'motion') {
      if (name === 'src') {
        this.#source.abort();
        this.#isOpened = false;
      }
      if (this.#host.isConnected) this.#openAttributes();
      else if (this.#host.hasAttribute('src')) this.#opensWhenConnected = true;
    } else if (name === 'label') this.#label();
    else if (this.#scene.summary && !this.#isAsked) this.report(() => this.#applyAttribute(name));
  }

  /** Loads what was shown before, or what the attributes name. */
  #reopen() {
    this.#opensWhenConnected = false;
    if (!this.#isOpened) this.#openAttributes();
    else this.queue(() => this.#replaceAll()).catch(() => {});
  }

  /** Loads what `src` and `motion` name: once for all attributes that change in one task. */
  #openAttributes() {
    this.#opensWhenConnected = false;
    if (this.#isAsked || !this.#host.hasAttribute('src')) return;
    this.#isAsked = true;
    this.queue(async () => {
      await new Promise((done) => setTimeout(done));
      this.#isAsked = false;
      const src = this.#host.getAttribute('src');
      this.#opensWhenConnected = !this.#host.isConnected;
      if (!src || !this.#host.isConnected) return;
      const signal = this.#source.begin();
      try {
        await this.#openSource(src, this.#host.getAttribute('motion'), signal);
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    }).catch(() => {});
  }

  /** Shows what is at `src`, without the motion if that fails. */
  async #openSource(src, motion, signal) {
    const files = await this.#source.open(src, signal);
    const motions = [];
    try {
      if (motion) motions.push(await this.#source.motionNamed(motion, files, signal));
      await this.#replace(files, undefined, motions);
    } catch (error) {
      if (!motion || signal.aborted) throw error;
      await this.#replace(files, undefined, [], [error]);
    }
  }

  /** Frees WebAssembly and WebGL of an element that was removed. Files that can be fetched again go too. */
  #release() {
    if (this.#host.isConnected || !this.#scene.session) return;
    this.#picture.release();
    this.#scene.forget();
    this.#playback.release();
    if (this.#isOpened) return;
    this.#source.forget();
    this.#scene.forgetFiles();
  }

  #applyAttribute(name) {
    const value = this.#host.getAttribute(name);
    if (name === 'view') this.#host.setView(value ?? 'fit');
    else if (name === 'background') this.#host.look({ background: colourOf(value) });
    else if (name === 'pose') this.#askForPose();
    else if (name === 'sound') this.queue(() => this.#findSound()).catch(() => {});
    else this.#host.choose({ [name]: value === null || !isOff(value) });
  }

  /** Applies `pose` after this task, unless a load does so anyway. */
  #askForPose() {
    if (this.#isPoseAsked) return;
    this.#isPoseAsked = true;
    this.queue(async () => {
      this.#isPoseAsked = false;
      if (!this.#isAsked) this.#fire('posechange', await this.#applyPoseAttribute());
    }).catch(() => {});
  }

  /** A pose among the files, or one that is fetched. */
  async #applyPoseAttribute() {
    const pose = this.#host.getAttribute('pose');
    const { listed } = this.#scene;
    let name = pose && foundIn(listed.poses, pose);
    if (pose && !name) {
      const bytes = await fetched(pose);
      const own = listed.poses.includes(nameIn(pose)) ? `fetched/${nameIn(pose)}` : nameIn(pose);
      name = this.#scene.loaded.addFile(own, bytes);
    }
    const { diagnostics } = this.#scene.loaded.setPose(name);
    this.#picture.redraw();
    return { name: pose ?? '', diagnostics };
  }

  /** Takes the sound that the attribute names, or else the one among the files that belongs to the motions. */
  async #findSound(motions) {
    const address = this.#host.getAttribute('sound');
    if (address) await this.#playback.setSound(await fetched(address), nameIn(address));
    else await this.#playback.findSound(motions);
  }

  // ---- Replacing what is shown. If that fails, files and models stay. ------------------------------------------------

  /** Shows again what was shown, with the models that were added. */
  async #replaceAll() {
    const { files, model, motions, scene, added } = this.#scene.opened;
    if (scene) await this.#replaceByScene(files, scene);
    else await this.#replace(files, model, motions);
    this.#scene.addAgain(added);
    if (added.length > 0) this.#showChange();
  }

  async #replaceByScene(files, scene) {
    await this.start();
    this.#playback.pause();
    await this.#scene.replaceByScene(files, scene);
    const { frame, sound, soundOffset } = this.#scene.summary.scene;
    this.#begin(frame);
    this.#showLoaded();
    await this.#reportWaiting(async () => {
      if (sound) await this.#playback.setSound(this.#scene.session.readFile(sound), sound, soundOffset);
      else await this.#findSound();
    });
  }

  /** `problems` are said after the model is shown. */
  async #replace(files, model, motions, problems = []) {
    await this.start();
    this.#playback.pause();
    await this.#scene.replace(files, model, motions);
    await this.#present(problems);
    await this.#reportWaiting(() => this.#findSound());
  }

  /** Shows the loaded model as attributes and choices say. An attribute that fails does not keep others from it. */
  async #present(problems = []) {
    this.#begin(0);
    this.#scene.look();
    this.#scene.session.call('view', { name: 'fit' });
    const given = ['append', 'ik', 'physics'].filter((name) => this.#host.hasAttribute(name));
    this.#scene.choose(Object.fromEntries(given.map((name) => [name, !isOff(this.#host.getAttribute(name))])));
    this.#scene.choose();
    for (const name of ['view', 'background'])
      if (this.#host.hasAttribute(name)) await this.#attempt(() => this.#applyAttribute(name), problems);
    const posed = this.#host.hasAttribute('pose') ? await this.#attempt(() => this.#applyPoseAttribute(), problems) : null;
    this.#showLoaded();
    if (posed) this.#fire('posechange', posed);
    for (const error of problems) this.#fireError(error);
  }

  #begin(frame) {
    this.#playback.beginAt(frame);
    this.#picture.compare(false);
  }

  #showLoaded() {
    this.#label();
    this.#picture.redraw();
    this.#fire('load', this.#scene.summary);
  }

  #showChange() {
    this.#label();
    this.#picture.redraw();
    this.#fire('modelschange', this.#scene.summary);
  }

  /** What came of an attempt; null, and one of `problems`, if it failed. */
  async #attempt(run, problems) {
    try {
      return await run();
    } catch (error) {
      problems.push(error);
      return null;
    }
  }

  async #reportWaiting(run) {
    const problems = [];
    await this.#attempt(run, problems);
    for (const error of problems) this.#fireError(error);
  }

  #label() {
    const text = this.#host.getAttribute('label') ?? this.#scene.summary?.name ?? 'MikuMikuDance model';
    this.#picture.canvas.setAttribute('aria-label', text);
  }

  #fireError(error) {
    this.#fire('error', { error, message: error.message, hint: error.hint });
  }
}
