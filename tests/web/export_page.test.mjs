// Exports by the element and the page, in Chromium: in a worker, with progress, cancelled, and what the dialog asks.
import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { createRequire } from 'node:module';
import { readFile, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { launch, openFiles, openPage, root, serve } from './browser.mjs';
import { jsonOf } from './glb.mjs';

let server;
let browser;
const scratch = mkdtempSync(path.join(tmpdir(), 'mmdview-export-'));
const folder = path.join(root, 'samples/figure');
const song = path.join(root, 'samples/motions/song.vmd');

before(async () => {
  server = await serve();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  server?.close();
});

async function figurePage(...more) {
  const page = await openPage(browser, server.address);
  const textures = await readdir(path.join(folder, 'tex'));
  const files = ['figure.pmx', ...textures.map((name) => `tex/${name}`)].map((name) => [name, path.join(folder, name)]);
  await openFiles(page, [...files, ...more]);
  return page;
}

/** Calls a method of the element in the page: {json or error, steps, report}. */
async function exported(page, method, options) {
  const { bytes, ...found } = await page.evaluate(
    async (method, options) => {
      const steps = [];
      const asked = { ...options, onprogress: (step) => steps.push(step), onreport: (said) => (report = said) };
      let report;
      const bytes = await document.querySelector('mmd-viewer')[method](asked);
      return { bytes: btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), '')), steps, report };
    },
    method,
    options,
  );
  return { json: jsonOf(Buffer.from(bytes, 'base64')), ...found };
}

const said = (page) => page.$eval('#export-said', (element) => element.textContent);
const waitForSaid = (page, text) =>
  page.waitForFunction((text) => document.querySelector('#export-said').textContent.includes(text), {}, text);

async function openDialog(page, format) {
  await page.click('#export-open');
  await page.select('#export-format', format);
  await page.waitForFunction(() => !document.querySelector('#export-start').disabled);
}

/** The file that a click saves. */
async function savedBy(page, name, click) {
  const session = await browser.target().createCDPSession();
  await session.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: scratch, eventsEnabled: true });
  const done = new Promise((resolve) => {
    session.on('Browser.downloadProgress', ({ state }) => state === 'completed' && resolve());
  });
  await click();
  await done;
  await session.detach();
  return jsonOf(await readFile(path.join(scratch, name)));
}

test('the element exports what it shows, in a worker', async () => {
  const page = await figurePage();
  await page.evaluate(() => document.querySelector('mmd-viewer').setBone('左腕', [0, 0, 0.6, 0.8]));
  const arm = ({ nodes }) => nodes.find(({ name }) => name === '左腕').rotation;
  const { json } = await exported(page, 'toGLB', { physics: false });
  assert.ok(Math.abs(arm(json)[2]) > 0.5, 'posed');
  assert.ok(json.images.length > 5, 'with textures');
  const { json: vrm, steps, report } = await exported(page, 'toVRM', { meta: { authors: ['A. Author'] } });
  assert.deepEqual(vrm.extensions.VRMC_vrm.meta.authors, ['A. Author']);
  assert.equal(steps.at(-1).share, 1);
  assert.ok(report.springs.length > 0);
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('the element exports the motion that it shows', async () => {
  const page = await figurePage(['song.vmd', song]);
  const { json } = await exported(page, 'toVRMA');
  assert.ok(json.extensions.VRMC_vrm_animation);
  assert.equal((await exported(page, 'toGLB', { physics: false })).json.animations[0].name, 'song');
  await page.close();
});

test('a cancelled export rejects with the reason, and the next one works', async () => {
  const page = await figurePage();
  const name = await page.evaluate(async () => {
    const stop = new AbortController();
    const viewer = document.querySelector('mmd-viewer');
    return viewer.toVRM({ signal: stop.signal, onprogress: () => stop.abort() }).catch((error) => error.name);
  });
  assert.equal(name, 'AbortError');
  assert.ok((await exported(page, 'toVRM', { springs: false })).json.extensions.VRMC_vrm);
  await page.close();
});

test('the dialog makes a VRM with the author and the terms that were chosen', async () => {
  const page = await figurePage();
  await openDialog(page, 'vrm');
  await page.click('#export-start');
  assert.equal(await page.$eval('#export-author', (input) => input.validity.valueMissing), true);
  await page.type('#export-author', 'A. Author');
  await page.select('#export-terms [name=avatarPermission]', 'everyone');
  const json = await savedBy(page, 'figure.vrm', () => page.click('#export-start'));
  const { meta } = json.extensions.VRMC_vrm;
  assert.deepEqual(meta.authors, ['A. Author']);
  assert.equal(meta.avatarPermission, 'everyone');
  assert.equal(meta.modification, 'prohibited');
  assert.equal(meta.allowRedistribution, false);
  assert.equal(json.images[meta.thumbnailImage].mimeType, 'image/png');
  assert.match(await said(page), /Saved as \.vrm.*Spring bones/s);
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('the dialog is cancelled while it works, and shows what gets lost', async () => {
  const page = await figurePage();
  await openDialog(page, 'vrm0');
  await waitForSaid(page, 'SDEF');
  await page.select('#export-format', 'glb');
  assert.equal(await said(page), '', 'that is about a VRM');
  await page.select('#export-format', 'vrm0');
  await page.type('#export-author', 'A. Author');
  await page.click('#export-start');
  await page.waitForFunction(() => !document.querySelector('#export-progress').hidden);
  await page.click('#export-cancel');
  await waitForSaid(page, 'Cancelled');
  assert.equal(await page.$eval('#export', (dialog) => dialog.open), true);
  await page.click('#export-cancel');
  assert.equal(await page.$eval('#export', (dialog) => dialog.open), false);
  await page.close();
});

test('a model with odd names of bones becomes a VRM when its bones are chosen', async () => {
  const page = await openPage(browser, server.address);
  const bytes = await readFile(path.join(folder, 'figure.pmx'));
  const text = (name) => Buffer.concat([Buffer.from([2 * name.length, 0, 0, 0]), Buffer.from(name, 'utf16le')]).toString('latin1');
  const odd = bytes.toString('latin1').replaceAll(text('左腕'), text('左椀')).replaceAll(text('arm_L'), text('arm_X'));
  await openFiles(page, [['odd.pmx', Buffer.from(odd, 'latin1')]]);
  await openDialog(page, 'vrm');
  await page.type('#export-author', 'A. Author');
  await page.select('#export-bones [name=左腕]', '左椀');
  // The bones below the arm are found with it.
  await page.waitForFunction(() => document.querySelectorAll('#export-bones select').length === 1);
  await page.waitForFunction(() => !document.querySelector('#export-start').disabled);
  const json = await savedBy(page, 'odd.vrm', () => page.click('#export-start'));
  const { node } = json.extensions.VRMC_vrm.humanoid.humanBones.leftUpperArm;
  assert.match(json.nodes[node].name, /^左椀/);
  await page.close();
});

test('every bone of a VRM can be exchanged, and is found by name again', async () => {
  const page = await figurePage();
  await openDialog(page, 'vrm');
  await page.waitForFunction(() => !document.querySelector('#export-start').disabled);
  const list = '#export-all-bones';
  await page.click(`${list} summary`);
  const shown = () => page.$eval(`${list} [name=chest]`, (select) => select.selectedOptions[0].textContent);
  assert.equal(await shown(), 'Automatic: 上半身2');
  const choose = async (bone) => {
    await page.select(`${list} [name=chest]`, bone);
    await page.waitForFunction(() => !document.querySelector('#export-start').disabled);
  };
  await choose('is 首');
  assert.equal(await shown(), '首');
  await choose('automatic');
  assert.equal(await shown(), 'Automatic: 上半身2');
  await page.close();
});

test('the dialog shows the morphs of expressions, and keeps the choice for the model', async () => {
  const page = await figurePage();
  await openDialog(page, 'vrm');
  const list = '#export-expressions';
  assert.match(await page.$eval(`${list} summary`, (summary) => summary.textContent), /^Expressions \(\d+\/18\)$/);
  await page.click(`${list} summary`);
  const shown = (name) => page.$eval(`${list} [name=${name}]`, (select) => select.selectedOptions[0].textContent);
  assert.deepEqual([await shown('blink'), await shown('neutral')], ['Automatic: まばたき', 'Automatic: none']);
  const choose = async (name, morph) => {
    await page.select(`${list} [name=${name}]`, morph);
    await page.waitForFunction(() => !document.querySelector('#export-start').disabled);
  };
  await choose('neutral', 'is まばたき');
  await choose('blink', 'is ');
  assert.deepEqual([await shown('blink'), await shown('neutral')], ['none', 'まばたき']);
  await page.type('#export-author', 'A. Author');
  const { preset } = (await savedBy(page, 'figure.vrm', () => page.click('#export-start'))).extensions.VRMC_vrm.expressions;
  assert.deepEqual([preset.blink, preset.neutral.morphTargetBinds.length > 0], [undefined, true]);
  await waitForSaid(page, 'Saved');
  const isSeen = (said) => said.getBoundingClientRect().top < document.querySelector('#export-start').getBoundingClientRect().top;
  assert.ok(await page.$eval('#export-said p', isSeen), 'the form scrolls to what came of it');
  await page.close();
  const next = await figurePage();
  await openDialog(next, 'vrm0');
  await next.click(`${list} summary`);
  const blink = () => next.$eval(`${list} [name=blink]`, (select) => select.selectedOptions[0].textContent);
  assert.equal(await blink(), 'none');
  await next.select(`${list} [name=blink]`, 'automatic');
  await next.waitForFunction((list) => document.querySelector(`${list} [name=blink]`).selectedOptions[0].textContent === 'Automatic: まばたき', {}, list);
  await next.close();
});

test('choices of a VRM stay in a browser without storage when the scene changes', async () => {
  const page = await figurePage();
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new Error('no storage');
    };
  });
  await openDialog(page, 'vrm');
  await page.evaluate(async () => {
    const select = document.querySelector('#export-expressions [name=neutral]');
    select.value = 'is まばたき';
    select.dispatchEvent(new Event('change'));
    await document.querySelector('mmd-viewer').showModel(1, true); // while the dialog checks the choice
  });
  await page.waitForFunction(() => !document.querySelector('#export-start').disabled);
  const shown = await page.$eval('#export-expressions [name=neutral]', (select) => select.selectedOptions[0].textContent);
  assert.equal(shown, 'まばたき');
  await page.close();
});

test('a glTF can be exported at once, while a VRM is checked', async () => {
  const page = await figurePage();
  const state = await page.evaluate(() => {
    document.querySelector('#export-open').click(); // a VRM
    const format = document.querySelector('#export-format');
    const start = document.querySelector('#export-start');
    const before = start.disabled;
    format.value = 'glb';
    format.dispatchEvent(new Event('change'));
    return [before, start.disabled, document.querySelector('#export-said').getAttribute('aria-busy')];
  });
  assert.deepEqual(state, [true, false, 'false']);
  const json = await savedBy(page, 'figure.glb', () => page.click('#export-start'));
  assert.ok(json.meshes.length > 0);
  await page.close();
});

for (const language of ['en', 'ja'])
  test(`axe finds nothing serious in the dialog for exports: ${language}`, async () => {
    const page = await figurePage();
    await page.select('#language', language);
    for (const format of ['vrm', 'glb']) {
      if (format === 'vrm') await page.click('#export-open');
      await page.select('#export-format', format);
      await page.waitForFunction(() => !document.querySelector('#export-start').disabled);
      await page.evaluate(() => document.querySelectorAll('#export details').forEach((part) => (part.open = true)));
      await page.evaluate(await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
      const { violations } = await page.evaluate(() => globalThis.axe.run('#export'));
      const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      assert.deepEqual(serious.map(({ id, nodes }) => `${id}: ${nodes[0].html}`), []);
    }
    await page.close();
  });
