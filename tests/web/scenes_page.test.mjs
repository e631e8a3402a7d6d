// Several models, props, stages and scenes on the page and in the element.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { drop, launch, openPage, picture, root, serve } from './browser.mjs';
import { compared } from './pictures.mjs';

let server;
let browser;
const scratch = mkdtempSync(path.join(tmpdir(), 'mmdview-scenes-'));
const sample = (name) => path.join(root, 'samples', name);

before(async () => {
  server = await serve();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  server?.close();
});

const models = (page) =>
  page.evaluate(() => document.querySelector('mmd-viewer').models.map(({ file, visible }) => [file.split('/').pop(), visible]));
const waitForModels = (page, count) =>
  page.waitForFunction((count) => document.querySelector('mmd-viewer').models.length === count, {}, count);
const waitForStatus = (page, text) =>
  page.waitForFunction((text) => document.querySelector('#status').textContent.includes(text), {}, text);
const clickRow = (page, row, element) => page.click(`#scene li:nth-child(${row}) ${element}`);

/** A zip of some of the samples. */
async function zipOf(name, ...folders) {
  const file = path.join(scratch, name);
  execFileSync('python3', ['-m', 'zipfile', '-c', file, ...folders.map(sample)]);
  return file;
}

/** Calls a function in the page with the viewer and the file. */
async function withFile(page, file, run) {
  const text = (await readFile(file)).toString('base64');
  return page.evaluate(
    (name, text, run) => {
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      return new Function(`return ${run}`)()(document.querySelector('mmd-viewer'), { name, bytes });
    },
    path.basename(file),
    text,
    String(run),
  );
}

/** A page whose policy lets withFile() make functions. */
const openFreePage = async () => {
  const page = await browser.newPage();
  await page.setBypassCSP(true);
  await page.goto(server.address);
  page.setDefaultTimeout(120_000);
  return page;
};

test('a second model and a stage join the scene; the list chooses, hides and removes them', async () => {
  const page = await openPage(browser, server.address);
  await drop(page, [sample('figure')]);
  await waitForModels(page, 1);
  assert.equal(await page.$eval('#scene', (list) => list.hidden), true);
  await drop(page, [sample('features')]);
  await waitForModels(page, 2);
  await drop(page, [sample('scenes/stage.x')]);
  await waitForModels(page, 3);
  await waitForStatus(page, 'ready');
  assert.equal(await page.evaluate(() => document.querySelector('mmd-viewer').model.file), 'features/features.pmx');
  await clickRow(page, 1, '[type=radio]');
  await page.waitForFunction(() => document.querySelector('mmd-viewer').model.file === 'figure/figure.pmx');
  assert.ok((await page.$$('#morphs input')).length > 10);
  const full = await picture(page, { width: 200, height: 200, fit: true });
  await clickRow(page, 3, '[type=checkbox]');
  await page.waitForFunction(() => !document.querySelector('mmd-viewer').models[2].visible);
  assert.ok(compared(full, await picture(page, { width: 200, height: 200, fit: true })).mean > 1);
  await drop(page, [sample('poses/kick.vpd'), sample('motions/song.vmd')]);
  await page.waitForFunction(() => document.querySelector('mmd-viewer').models[0].motions === 1);
  assert.equal(await page.$eval('#motion', (bar) => bar.hidden), false);
  await clickRow(page, 2, 'button');
  await waitForModels(page, 2);
  assert.deepEqual(await models(page), [['figure.pmx', true], ['stage.x', false]]);
  await page.click('#joins');
  await drop(page, [sample('features')]);
  await waitForModels(page, 1);
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('files that are dropped together show each model', async () => {
  const page = await openPage(browser, server.address);
  await drop(page, [sample('scenes/stage.x'), sample('props/microphone.pmx'), sample('figure')]);
  await waitForModels(page, 3);
  await waitForStatus(page, 'ready');
  assert.deepEqual((await models(page)).map(([file]) => file).sort(), ['figure.pmx', 'microphone.pmx', 'stage.x']);
  await page.close();
});

test('a dropped folder with a scene opens it, and says what is missing', async () => {
  const page = await openPage(browser, server.address);
  const folder = path.join(scratch, 'all');
  for (const name of ['figure', 'poses', 'scenes', 'props']) await cp(sample(name), path.join(folder, name), { recursive: true });
  await rm(path.join(folder, 'scenes/singing.mmdscene'));
  await drop(page, [folder]);
  await waitForModels(page, 4);
  await waitForStatus(page, 'ready');
  await page.select('#add-model', 'all/props/microphone.pmx');
  await waitForModels(page, 5);
  await rm(path.join(folder, 'props'), { recursive: true });
  await drop(page, [folder]);
  await waitForModels(page, 3);
  await waitForStatus(page, 'microphone.pmx" does not exist');
  await page.close();
});

/** Types a number into a field of the list of models. */
async function type(page, label, text) {
  await page.click(`#scene [aria-label="${label}"]`, { clickCount: 3 });
  await page.keyboard.type(text);
}
const placeOf = (page, i) => page.evaluate((i) => document.querySelector('mmd-viewer').models[i].place, i);
const waitForNumber = (page, i, n, value) =>
  page.waitForFunction((i, n, value) => document.querySelector('mmd-viewer').models[i].place[n] === value, {}, i, n, value);

test('a model is placed by its numbers, which are rounded as the window rounds them', async () => {
  const page = await openPage(browser, server.address);
  await drop(page, [sample('scenes/stage.x'), sample('figure')]);
  await waitForModels(page, 2);
  await waitForStatus(page, 'ready');
  await page.evaluate(() => document.querySelector('mmd-viewer').placeModel(1, [0.12345, 0, 0, 0, 0, 0, 1, 1, 'no-shadow']));
  await page.focus('#scene li:nth-child(1) summary');
  await page.keyboard.press('Enter');
  const field = (label) => page.$eval(`#scene [aria-label="${label}"]`, (input) => input.value);
  const title = (await page.$eval('#scene li:nth-child(1) label', (label) => label.textContent)).trim();
  assert.equal(await field(`${title}: Position X`), '0.12');
  const png = () => picture(page, { width: 200, height: 200, fit: true });
  const before = await png();
  await type(page, `${title}: Angles Y`, '90');
  await waitForNumber(page, 0, 4, 90);
  assert.ok(compared(before, await png()).mean > 1);
  assert.deepEqual(await placeOf(page, 0), [0.12345, 0, 0, 0, 90, 0, 1, 1, 'no-shadow'], 'the other numbers stay');
  await page.keyboard.press('ArrowUp');
  await waitForNumber(page, 0, 4, 90.5);
  await type(page, `${title}: Size`, '0');
  await waitForStatus(page, 'scale above 0');
  await page.keyboard.press('Tab');
  assert.equal(await field(`${title}: Size`), '1.000');
  assert.deepEqual(await page.$$eval('#scene details', (all) => all.map(({ open }) => open)), [true, false]);
  await page.close();
});

test('a size that is accepted takes back the error of the number before', async () => {
  const page = await openPage(browser, server.address);
  await drop(page, [sample('scenes/stage.x'), sample('figure')]);
  await waitForModels(page, 2);
  await waitForStatus(page, 'ready');
  await page.click('#scene li:nth-child(1) summary');
  const title = (await page.$eval('#scene li:nth-child(1) label', (label) => label.textContent)).trim();
  await type(page, `${title}: Size`, '0');
  await waitForStatus(page, 'scale above 0');
  await page.keyboard.type('.5');
  await waitForNumber(page, 0, 6, 0.5);
  assert.equal(await page.$eval('#status', (status) => status.classList.contains('bad')), false);
  await page.close();
});

test('numbers that are typed while something loads are all used', async () => {
  const page = await openPage(browser, server.address);
  await drop(page, [sample('scenes/stage.x'), sample('figure')]);
  await waitForModels(page, 2);
  await waitForStatus(page, 'ready');
  await page.click('#scene li:nth-child(1) summary');
  const title = (await page.$eval('#scene li:nth-child(1) label', (label) => label.textContent)).trim();
  await page.evaluate(() => {
    const bytes = () => new Promise((done, fail) => (globalThis.endLoad = () => fail(new Error('no such motion'))));
    document.querySelector('mmd-viewer').setMotion([{ name: 'late.vmd', bytes }]).catch(() => {});
  });
  await type(page, `${title}: Position X`, '3');
  await type(page, `${title}: Position Y`, '4');
  assert.equal(await page.$eval(`#scene [aria-label="${title}: Position X"]`, (input) => input.value), '3.00');
  await page.evaluate(() => globalThis.endLoad());
  await waitForNumber(page, 0, 1, 4);
  assert.equal((await placeOf(page, 0))[0], 3);
  await page.close();
});

/** The first key of a motion's bones, at another frame. */
function shortMotion(vmd, frame) {
  const [header, name, key] = [50, 15, 111]; // bytes
  const out = Buffer.concat([vmd.subarray(0, header + 4 + key), Buffer.alloc(16)]);
  out.writeUInt32LE(1, header);
  out.writeUInt32LE(frame, header + 4 + name);
  return out;
}

test('another motion for one of several models shows its own length', async () => {
  const page = await openPage(browser, server.address);
  await drop(page, [sample('scenes/stage.x'), sample('figure')]);
  await waitForModels(page, 2);
  await waitForStatus(page, 'ready');
  await drop(page, [sample('motions/song.vmd')]);
  await page.waitForFunction(() => document.querySelector('mmd-viewer').model.motions === 1);
  await waitForStatus(page, 'ready');
  const length = () => page.evaluate(() => [document.querySelector('#frame').max, String(document.querySelector('mmd-viewer').lastFrame)]);
  const [before] = await length();
  const short = path.join(scratch, 'short.vmd');
  await writeFile(short, shortMotion(await readFile(sample('motions/song.vmd')), 10));
  await drop(page, [short]);
  await page.waitForFunction((before) => String(document.querySelector('mmd-viewer').lastFrame) !== before, {}, before);
  await waitForStatus(page, 'ready');
  const [shown, last] = await length();
  assert.equal(shown, last);
  await page.close();
});

/** Takes the WebGL context away from the viewer. */
const loseContext = (page) =>
  page.evaluate(async () => {
    const canvas = document.querySelector('mmd-viewer').shadowRoot.querySelector('canvas');
    globalThis.context = canvas.getContext('webgl2').getExtension('WEBGL_lose_context');
    const lost = new Promise((done) => canvas.addEventListener('webglcontextlost', done, { once: true }));
    globalThis.context.loseContext();
    await lost;
    await new Promise((done) => setTimeout(done)); // after the event a context may be restored
  });
const restoreContext = (page) =>
  page.evaluate(async () => {
    const canvas = document.querySelector('mmd-viewer').shadowRoot.querySelector('canvas');
    const restored = new Promise((done) => canvas.addEventListener('webglcontextrestored', done, { once: true }));
    globalThis.context.restoreContext();
    await restored;
  });

test('a model that is opened without a context is drawn when the context is back', async () => {
  const page = await openPage(browser, server.address);
  await drop(page, [sample('figure')]);
  await waitForStatus(page, 'ready');
  await loseContext(page);
  await page.click('#joins');
  await drop(page, [sample('features')]);
  await page.waitForFunction(() => document.querySelector('#facts').textContent && document.querySelector('mmd-viewer').model.file === 'features/features.pmx');
  await waitForStatus(page, 'ready');
  const drawn = await page.evaluate(() => document.querySelector('mmd-viewer').drawnFrames);
  await restoreContext(page);
  await page.waitForFunction((drawn) => document.querySelector('mmd-viewer').drawnFrames > drawn, {}, drawn);
  await page.close();
});

test('a lost context changes neither the models nor poses, morphs and places', async () => {
  const page = await openPage(browser, server.address);
  const folder = path.join(scratch, 'lost');
  for (const name of ['figure', 'poses', 'scenes', 'props']) await cp(sample(name), path.join(folder, name), { recursive: true });
  await rm(path.join(folder, 'scenes/singing.mmdscene'));
  await drop(page, [folder]);
  await waitForModels(page, 4);
  await waitForStatus(page, 'ready');
  await page.evaluate(async () => {
    const viewer = document.querySelector('mmd-viewer');
    viewer.choose({ physics: false });
    await viewer.removeModel(4);
    await viewer.showModel(3, false);
    await viewer.placeModel(2, [4, 0, 0, 0, 40, 0]);
    await viewer.setPose('lost/poses/kick.vpd');
    viewer.setMorph('まばたき', 1);
    viewer.moveCamera({ yaw: 0.3, zoom: 0.8 });
  });
  const shown = async () => [await models(page), await page.evaluate(() => document.querySelector('mmd-viewer').bones())];
  const options = { width: 300, height: 200 };
  const [before, png] = [await shown(), await picture(page, options)];
  const drawn = await page.evaluate(() => document.querySelector('mmd-viewer').drawnFrames);
  await loseContext(page);
  await restoreContext(page);
  await page.waitForFunction((drawn) => document.querySelector('mmd-viewer').drawnFrames > drawn, {}, drawn);
  assert.deepEqual(await shown(), before);
  assert.equal(compared(png, await picture(page, options), 0).beyond, 0);
  assert.deepEqual(page.problems.filter((problem) => !problem.includes('CONTEXT_LOST_WEBGL')), []);
  await page.close();
});

const skip = process.env.MMDVIEW ? false : 'MMDVIEW names no program';
test('a scene looks as in the program', { skip }, async () => {
  const page = await openFreePage();
  const zip = await zipOf('duo.zip', 'figure', 'poses', 'scenes', 'props');
  await withFile(page, zip, (viewer, file) => viewer.openScene([file], 'scenes/duo.mmdscene'));
  await page.evaluate(() => document.querySelector('mmd-viewer').choose({ physics: false }));
  const png = path.join(scratch, 'native.png');
  execFileSync(process.env.MMDVIEW, ['shot', sample('scenes/duo.mmdscene'), '--no-physics', '--size', '640x400', '-q', '-o', png]);
  const { mean, beyond } = compared(await readFile(png), await picture(page, { width: 640, height: 400, samples: 4, fit: true }));
  assert.ok(mean < 2 && beyond < 0.02, `mean ${mean} levels, ${beyond} beyond 16 levels`);
  await page.close();
});

test('the element adds a prop to a bone, exports the active model, and shows a scene again after it was removed', async () => {
  const page = await openFreePage();
  const zip = await zipOf('all.zip', 'figure', 'poses', 'scenes', 'props');
  const found = await withFile(page, zip, async (viewer, file) => {
    await viewer.openScene([file], 'scenes/singing.mmdscene');
    const [prop] = await viewer.addModel('props/microphone.pmx', { bone: '左手首', place: [0.4, -0.7, 0] });
    const glb = await viewer.toGLB({ still: true });
    return { scene: viewer.scene, prop: viewer.models.find(({ number }) => number === prop), active: viewer.model.number, glb: glb.length };
  });
  assert.equal(found.scene, 'all.zip/scenes/singing.mmdscene');
  assert.deepEqual([found.active, found.prop.carrier, found.prop.bone], [1, 1, '左手首']);
  assert.ok(found.glb > 1_000_000);
  await page.evaluate(() => {
    globalThis.viewer = document.querySelector('mmd-viewer');
    globalThis.viewer.remove();
  });
  await page.waitForFunction(() => globalThis.viewer.model === null);
  await page.evaluate(() => document.body.append(globalThis.viewer));
  await page.waitForFunction(() => globalThis.viewer.models.length === 4);
  await page.close();
});
