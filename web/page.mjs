// The page around <mmd-viewer>: files, poses, switches, morphs.

import { ExportPanel } from './export_panel.mjs';
import { isArchive, isModel, isMotion, isPose, isScene, isSound, modelsToShow } from './files.mjs';
import './mmd-viewer.mjs';
import { filesOfEntries, filesOfInput } from './page_files.mjs';
import { SceneList } from './scene_list.mjs';
import { texts } from './texts.mjs';

const $ = (id) => document.getElementById(id);
const viewer = $('viewer');
let language = navigator.language.startsWith('ja') ? 'ja' : 'en';
const text = () => texts[language];

const switchNames = Object.keys(texts.en.switches);
const evaluated = new Set(['append', 'ik', 'physics']);
const initiallyOff = new Set(['compare', 'skeleton', 'grid']);

// ---- Texts ----------------------------------------------------------------------------------------------------------

function translate() {
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll('[data-text]')) element.textContent = text()[element.dataset.text];
  for (const element of document.querySelectorAll('[data-label]'))
    element.setAttribute('aria-label', text()[element.dataset.label]);
  for (const button of $('views').children) button.textContent = text().views[button.value];
  for (const label of $('switches').children) label.lastChild.textContent = text().switches[label.firstChild.name];
  $('language').value = language;
  exports.translate();
  if (viewer.model) listModels();
  sceneList.translate();
  showFacts();
  listMorphs();
  showPlaying();
  for (const rest of document.querySelectorAll('#poses [value=""] span')) rest.textContent = text().rest;
}

function say(message, isBad = false) {
  $('status').textContent = message;
  $('status').classList.toggle('bad', isBad);
}

function sayError(error) {
  say([error.message, error.hint].filter(Boolean).join(' – '), true);
}

// ---- Files ----------------------------------------------------------------------------------------------------------

let droppedPoses = []; // files, for the shown model

/** Whether the shown model can use a file: a pose, a motion, its sound or, if it is alone, one of its textures. */
function belongsToModel({ name }) {
  if (isPose(name) || isMotion(name) || isSound(name)) return true;
  if (viewer.models.length > 1) return false;
  const folder = viewer.model.file.slice(0, viewer.model.file.lastIndexOf('/') + 1);
  return viewer.model.textures.some((texture) => `${folder}${texture.replaceAll('\\', '/')}` === name);
}

const withoutSameNames = (files, newer) => files.filter(({ name }) => !newer.some((file) => file.name === name));

/** Opens models or a scene, or applies a pose, motion, sound or texture to the shown model. */
async function take(files) {
  const hasModel = files.some(({ name }) => isModel(name) || isArchive(name) || isScene(name));
  const usable = files.filter((file) => (viewer.model ? belongsToModel(file) : isPose(file.name) || isMotion(file.name)));
  if (!hasModel && usable.length === 0) return say(text().foreign(files.map(({ name }) => name)), true);
  say(text().loading);
  try {
    if (hasModel || !viewer.model) return await takeModels(files);
    if (usable.every(({ name }) => isPose(name))) await addPoses(usable);
    else if (usable.every(({ name }) => isSound(name))) await viewer.setSound(usable[0].bytes, { name: usable[0].name });
    else if (viewer.models.length > 1) await addLayers(usable);
    else await openAlone([...withoutSameNames([...viewer.files, ...droppedPoses], usable), ...usable]);
  } catch (error) {
    sayError(error);
  }
}

/** Gives poses, and motions or a sound, to the active model of several. */
async function addLayers(files) {
  const poses = files.filter(({ name }) => isPose(name));
  const others = files.filter(({ name }) => !isPose(name));
  if (poses.length > 0) await addPoses(poses);
  if (others.some(({ name }) => isMotion(name))) {
    shownModel = ''; // has another length, though as many motions
    await viewer.setMotion(others);
  } else await viewer.setSound(others[0].bytes, { name: others[0].name });
}

/** Opens a scene, or models: these join the scene if that is wanted. */
async function takeModels(files) {
  const [scene] = (await viewer.scenesIn(files)).sort();
  if (scene) {
    await viewer.openScene(files, scene);
    droppedPoses = [];
  } else if (viewer.model && $('joins').checked) {
    await viewer.addModel(files);
  } else {
    await openAlone(files);
    for (const name of modelsToShow(viewer.modelNames).slice(1)) await viewer.addModel(name);
  }
}

async function openAlone(files) {
  await viewer.open(files);
  droppedPoses = [];
}

async function addPoses(poses) {
  droppedPoses = [...withoutSameNames(droppedPoses, poses), ...poses];
  for (const { name, bytes } of poses) viewer.session.addFile(name, bytes);
  listPoses([...new Set([...viewer.poseNames, ...droppedPoses.map(({ name }) => name)])]);
  await choosePose(poses[0].name);
}

async function openSample() {
  say(text().loading);
  try {
    const list = await (await fetch('sample/list.json')).json();
    const files = await Promise.all(
      list.map(async (name) => ({ name, bytes: new Uint8Array(await (await fetch(`sample/${name}`)).arrayBuffer()) })),
    );
    await openAlone(files);
    await choosePose('poses/peace.vpd');
  } catch (error) {
    sayError(error);
  }
}

function listenForFiles() {
  for (const [button, input] of [['open-folder', 'folder'], ['open-files', 'files']]) {
    $(button).addEventListener('click', () => $(input).click());
    $(input).addEventListener('change', async () => {
      const files = await filesOfInput($(input).files);
      $(input).value = '';
      if (files.length > 0) await take(files);
    });
  }
  $('open-sample').addEventListener('click', openSample);
  const stage = $('stage');
  let depth = 0;
  addEventListener('dragenter', () => stage.classList.toggle('dropping', ++depth > 0));
  addEventListener('dragleave', () => stage.classList.toggle('dropping', --depth > 0));
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', async (event) => {
    event.preventDefault();
    depth = 0;
    stage.classList.remove('dropping');
    const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry()).filter(Boolean);
    if (entries.length > 0) await take(await filesOfEntries(entries));
  });
}

// ---- The model ------------------------------------------------------------------------------------------------------

function showFacts() {
  $('facts').textContent = viewer.model ? text().facts(viewer.model) : '';
}

/** The models and scenes among the files, of which one can be chosen, and models to add. */
function listModels() {
  const options = (names) => names.map((name) => new Option(name.split('/').pop(), name));
  const names = [...viewer.modelNames, ...viewer.sceneNames];
  $('choice').hidden = names.length < 2;
  $('models').replaceChildren(...options(names));
  $('models').value = viewer.scene || viewer.model.file;
  $('add-model').replaceChildren(new Option(text().addModel, ''), ...options(viewer.modelNames));
}

function chooseModel() {
  const name = $('models').value;
  return isScene(name) ? viewer.openScene(name) : viewer.show(name);
}

function listMorphs() {
  const morphs = viewer.model?.morphs ?? [];
  const before = new Map([...$('morphs').querySelectorAll('input')].map((input) => [input.name, input.value]));
  const out = [];
  for (const panel of [2, 3, 1, 4, 0]) {
    const own = morphs.filter((morph) => morph.panel === panel);
    if (own.length === 0) continue;
    const heading = document.createElement('h2');
    heading.textContent = text().panels[panel];
    out.push(heading, ...own.map((morph) => morphRow(morph, before.get(morph.name) ?? '0')));
  }
  $('morphs').replaceChildren(...out);
}

function morphRow({ name, english }, value) {
  const label = document.createElement('label');
  const title = document.createElement('span');
  title.textContent = text().nameOf({ name, english });
  title.title = name;
  const input = Object.assign(document.createElement('input'), { type: 'range', min: '0', max: '1', step: '0.01', name, value });
  const output = document.createElement('output');
  output.value = Number(value).toFixed(2);
  input.addEventListener('input', () => {
    output.value = Number(input.value).toFixed(2);
    viewer.setMorph(name, Number(input.value));
  });
  label.append(title, input, output);
  return label;
}

// ---- Poses ----------------------------------------------------------------------------------------------------------

let thumbnails = 0; // number of the list whose thumbnails are drawn

function poseButton(name, title) {
  const button = Object.assign(document.createElement('button'), { type: 'button', value: name });
  const picture = Object.assign(document.createElement('img'), { alt: '' });
  const caption = document.createElement('span');
  caption.textContent = title;
  button.append(picture, caption);
  button.setAttribute('aria-pressed', 'false');
  button.addEventListener('click', () => choosePose(name));
  return button;
}

function listPoses(names) {
  const title = (name) => name.split('/').pop().replace(/\.vpd$/i, '');
  $('poses').replaceChildren(poseButton('', text().rest), ...names.map((name) => poseButton(name, title(name))));
  drawThumbnails([...$('poses').children]);
}

/** One at a time, when nothing else is to do. */
function drawThumbnails(buttons) {
  const own = ++thumbnails;
  const idle = window.requestIdleCallback ?? ((run) => setTimeout(run, 50));
  const next = () => {
    const button = buttons.shift();
    if (!button || own !== thumbnails || !viewer.model) return;
    try {
      const png = viewer.thumbnail(button.value);
      const picture = button.querySelector('img');
      picture.src = URL.createObjectURL(new Blob([png], { type: 'image/png' }));
      picture.addEventListener('load', () => URL.revokeObjectURL(picture.src), { once: true });
    } catch (error) {
      button.title = error.message; // clicking it says the same
    }
    idle(next);
  };
  idle(next);
}

async function choosePose(name) {
  try {
    await viewer.setPose(name || undefined);
    for (const button of $('poses').children) button.setAttribute('aria-pressed', String(button.value === name));
    listMorphsAtRest();
  } catch (error) {
    sayError(error);
  }
}

function listMorphsAtRest() {
  $('morphs').replaceChildren();
  listMorphs();
}

// ---- Motion ---------------------------------------------------------------------------------------------------------

function showPlaying() {
  $('play').textContent = viewer.playing ? text().pause : text().play;
}

function showFrame(frame) {
  $('frame').value = frame;
  $('frame-number').value = Math.floor(frame);
}

function showSound() {
  $('sound').hidden = !viewer.sound;
  if (!viewer.sound) return;
  $('volume').value = viewer.sound.volume;
  $('mute').setAttribute('aria-pressed', String(viewer.sound.muted));
}

// ---- Saving ---------------------------------------------------------------------------------------------------------

function download(bytes, type, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([bytes], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
  say(text().saved(name));
}

function stem() {
  return (viewer.model.file.split('/').pop() || 'model').replace(/\.[^.]*$/, '');
}

function save(run) {
  try {
    run();
  } catch (error) {
    sayError(error);
  }
}

const sceneList = new SceneList($('scene'), viewer, text);
const exports = new ExportPanel(viewer, text, (bytes, type, extension) => download(bytes, type, `${stem()}.${extension}`));

// ---- Start ----------------------------------------------------------------------------------------------------------

function makeControls() {
  for (const name of Object.keys(texts.en.views)) {
    const button = Object.assign(document.createElement('button'), { type: 'button', value: name });
    button.addEventListener('click', () => save(() => viewer.setView(name)));
    $('views').append(button);
  }
  for (const name of switchNames) {
    const label = document.createElement('label');
    const input = Object.assign(document.createElement('input'), { type: 'checkbox', name, checked: !initiallyOff.has(name) });
    input.addEventListener('change', () => save(() => switchTo(name, input.checked)));
    label.append(input, document.createElement('span'));
    $('switches').append(label);
  }
}

/** Sets the check boxes as a scene has them. */
function showSwitches(on) {
  for (const input of $('switches').querySelectorAll('input')) if (input.name in on) input.checked = on[input.name];
}

let shownModel = ''; // modelKey() of showModel()

/** Changes when there is something else to show than other places and hidden models. */
const modelKey = () => JSON.stringify([viewer.model.number, viewer.modelNames, viewer.models.map(({ number, motions }) => [number, motions])]);

/** Everything about the active model, with the names of the poses. */
function showModel(poses) {
  $('motion').hidden = viewer.lastFrame === 0 && viewer.model.motions === 0;
  $('frame').max = viewer.lastFrame;
  shownModel = modelKey();
  showFacts();
  listModels();
  sceneList.show();
  listMorphsAtRest();
  listPoses(poses);
}

function sayLoaded(model) {
  const found = model.diagnostics.filter(({ severity }) => severity !== 'note');
  say(found.length > 0 ? text().warnings(found.length, found[0].text) : text().loaded(model));
}

function switchTo(name, on) {
  if (name === 'compare') {
    viewer.compare(on);
    $('panes').hidden = !on;
  } else if (evaluated.has(name)) viewer.choose({ [name]: on });
  else viewer.look({ [name]: on });
}

function listenToViewer() {
  viewer.addEventListener('load', ({ detail: model }) => {
    $('empty').hidden = true;
    $('save-png').disabled = $('save-vpd').disabled = false;
    showModel(viewer.poseNames);
    showFrame(viewer.frame);
    document.querySelector('[name=compare]').checked = false;
    $('panes').hidden = true;
    if (model.scene) showSwitches({ ...model.scene.look, ...model.scene.choices });
    sayLoaded(model);
  });
  viewer.addEventListener('modelschange', ({ detail: model }) => {
    if (modelKey() === shownModel) {
      if ($('status').classList.contains('bad')) sayLoaded(model); // the change before failed
      return sceneList.show();
    }
    showModel([...new Set([...viewer.poseNames, ...droppedPoses.map(({ name }) => name)])]);
    sayLoaded(model);
  });
  viewer.addEventListener('posechange', ({ detail: { name, diagnostics } }) => {
    const title = name ? name.split('/').pop() : text().rest;
    say(diagnostics.length > 0 ? `${title}: ${text().warnings(diagnostics.length, diagnostics[0].what)}` : title);
  });
  viewer.addEventListener('error', ({ detail }) => sayError(detail));
  viewer.addEventListener('warning', ({ detail }) => say(detail.diagnostics[0].text));
  viewer.addEventListener('pick', ({ detail }) => detail.material && say(text().picked(detail.bone, detail.material)));
  viewer.addEventListener('framechange', ({ detail }) => showFrame(detail.frame));
  viewer.addEventListener('playchange', showPlaying);
  viewer.addEventListener('soundchange', ({ detail: { name } }) => {
    showSound();
    if (name) say(text().sound(name.split('/').pop()));
  });
}

function listenToControls() {
  $('language').addEventListener('change', () => {
    language = $('language').value;
    translate();
  });
  $('theme').addEventListener('change', () => {
    const theme = $('theme').value;
    document.documentElement.dataset.theme = theme.includes(' ') ? '' : theme;
  });
  $('models').addEventListener('change', () => chooseModel().catch(sayError));
  $('add-model').addEventListener('change', () => viewer.addModel($('add-model').value).catch(sayError));
  $('play').addEventListener('click', () => (viewer.playing ? viewer.pause() : viewer.play()));
  $('frame').addEventListener('input', () => {
    viewer.seek(Number($('frame').value));
    showFrame(viewer.frame);
  });
  $('volume').addEventListener('input', () => {
    viewer.sound.volume = Number($('volume').value);
  });
  $('mute').addEventListener('click', () => {
    viewer.sound.muted = !viewer.sound.muted;
    showSound();
  });
  $('save-png').addEventListener('click', () =>
    save(() => download(viewer.toPNG({ width: 2 * viewer.clientWidth, height: 2 * viewer.clientHeight }), 'image/png', `${stem()}.png`)),
  );
  $('save-vpd').addEventListener('click', () =>
    save(() => download(viewer.toVPD(), 'application/octet-stream', `${stem()}.vpd`)),
  );
}

makeControls();
listenForFiles();
listenToViewer();
listenToControls();
translate();

// ?src=model.zip&pose=a.vpd&motion=b.vmd&view=front: files on this server.
const wanted = new URLSearchParams(location.search);
for (const name of ['motion', 'pose', 'view', 'append', 'ik', 'physics', 'background'])
  if (wanted.has(name)) viewer.setAttribute(name, wanted.get(name));
if (wanted.has('src')) viewer.setAttribute('src', wanted.get('src'));
else if (wanted.has('sample')) openSample();
