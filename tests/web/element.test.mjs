// <mmd-viewer> in pages of its users: what it fetches, and what happens when it fails, moves or goes.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { launch, openPage, root, serve } from './browser.mjs';

const sample = (name) => path.join(root, 'samples', name);
const kick = readFileSync(sample('poses/kick.vpd'));
const motion = readFileSync(sample('motions/song.vmd'));
const figure = readFileSync(sample('figure/figure.pmx'));

/** A page without a script of its own: what is collected is there before the element. */
const html = (attributes) => `<!doctype html><title>plain</title><link rel="icon" href="data:,"><script src="/collect.js"></script>
  <script type="module" src="/mmd-viewer.mjs"></script><mmd-viewer ${attributes}></mmd-viewer>`;
const collect = `window.seen = [];
  for (const name of ['load', 'posechange', 'error'])
    document.addEventListener(name, (event) => event.target.localName === 'mmd-viewer' && seen.push([name, event.detail.name ?? event.detail.message]), true);`;

/** A ZIP with the figure, its textures, a pose and a motion. */
function zip() {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'mmdview-element-')), 'fig.zip');
  const script = `
import os, sys, zipfile
with zipfile.ZipFile(sys.argv[1], 'w') as z:
    for folder, _, names in os.walk(sys.argv[2]):
        for name in names:
            whole = os.path.join(folder, name)
            z.write(whole, os.path.relpath(whole, sys.argv[2]))
    z.write(sys.argv[3], 'poses/kick.vpd')
    z.write(sys.argv[4], 'motions/song.vmd')
`;
  execFileSync('python3', ['-c', script, file, sample('figure'), sample('poses/kick.vpd'), sample('motions/song.vmd')]);
  return readFileSync(file);
}

/** The bytes of a model of one bone that names textures. */
function modelWithTextures(names) {
  const int = (...values) => Buffer.from(new Int32Array(values).buffer);
  const text = (value) => Buffer.concat([int(2 * value.length), Buffer.from(value, 'utf16le')]);
  const bone = Buffer.concat([text('センター'), text(''), int(0, 0, 0), Buffer.from([255, 255]), int(0), Buffer.from([14, 0]), int(0, 0, 0)]);
  const head = Buffer.concat([Buffer.from('PMX '), Buffer.from(new Float32Array([2]).buffer), Buffer.from([8, 0, 0, 4, 1, 1, 2, 2, 1])]);
  const body = [text('m'), text('m'), text(''), text(''), int(0, 0, names.length), ...names.map(text), int(0, 1), bone, int(0, 0, 0, 0)];
  return Buffer.concat([head, ...body]);
}

const hostile = ['//evil.example/track.png', '..\\..\\admin\\logout', '/admin/logout', '%2e%2e/logout.png', '%252e%252e%252flogout.png',
  'https://evil.example/a.png', '\\\\evil.example\\a.png', 'C:\\a.png', 'tex/../../logout.png'];

let server;
let browser;
before(async () => {
  server = await serve({
    '/collect.js': collect,
    '/empty.html': '<!doctype html><title>empty</title><script src="/collect.js"></script><script type="module" src="/mmd-viewer.mjs"></script>',
    '/plain.html': html('src="/sample/figure/figure.pmx" pose="/sample/poses/kick.vpd" motion="/song.vmd" physics="off" view="face"'),
    '/zip.html': html('src="fig.zip" pose="poses/kick.vpd" physics="off"'),
    '/moving.html': html('src="fig.zip" motion="motions/song.vmd" physics="off"'),
    '/bad.html': html('src="fig.zip" pose="poses/none.vpd" motion="none.vmd" view="nowhere" physics="off"'),
    '/damaged.html': html('src="fig.zip" motion="damaged.vmd" physics="off"'),
    '/hostile.html': html('src="models/evil/model.pmx"'),
    '/models/evil/model.pmx': modelWithTextures([...hostile, 'tex\\ok.png', './tex/ok.png', 'ok.png']),
    '/song.vmd': motion,
    '/damaged.vmd': motion.subarray(0, 200),
    '/fig.zip': zip(),
    '/folder/cut.pmx': figure.subarray(0, 5000),
  });
  browser = await launch();
});
after(async () => {
  await browser?.close();
  server?.close();
});

async function open(name) {
  server.requests.length = 0;
  return openPage(browser, `${server.address}/${name}`);
}
const waitFor = (page, name, count = 1) =>
  page.waitForFunction((name, count) => globalThis.seen.filter(([seen]) => seen === name).length >= count, {}, name, count);
/** After what the page does now and in its next tasks: an event that must not come would be there. */
const settled = (page) => page.evaluate(async () => {
  for (let i = 0; i < 3; ++i) await new Promise((done) => setTimeout(done));
  await document.querySelector('mmd-viewer')?.setPose().catch(() => {}); // runs after all loads that wait
});
const events = (page, name) => page.evaluate((name) => globalThis.seen.filter(([seen]) => seen === name).map(([, what]) => what), name);

/** The paths that were asked for more than once. */
function repeated() {
  return server.requests.filter((name, i) => server.requests.indexOf(name) !== i);
}

test('an element in HTML fetches model, textures, pose and motion once and loads once', async () => {
  const page = await open('plain.html');
  await waitFor(page, 'load');
  await settled(page);
  assert.deepEqual(await events(page, 'load'), [(await page.evaluate(() => document.querySelector('mmd-viewer').model.name))]);
  assert.deepEqual(repeated(), []);
  for (const name of ['/sample/figure/figure.pmx', '/sample/poses/kick.vpd', '/song.vmd']) assert.ok(server.requests.includes(name), name);
  assert.ok(server.requests.filter((name) => name.endsWith('.png')).length > 3);
  assert.deepEqual(await events(page, 'error'), []);
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('attributes that a script sets in one task lead to one load, before and after the element is added', async () => {
  const page = await open('empty.html');
  await page.evaluate(async () => {
    await customElements.whenDefined('mmd-viewer');
    const viewer = document.createElement('mmd-viewer');
    viewer.setAttribute('physics', 'off');
    viewer.setAttribute('src', 'fig.zip');
    document.body.append(viewer);
    viewer.setAttribute('motion', 'song.vmd');
    viewer.setAttribute('pose', 'poses/kick.vpd');
  });
  await waitFor(page, 'load');
  await settled(page);
  assert.equal((await events(page, 'load')).length, 1);
  assert.deepEqual(repeated(), []);
  server.requests.length = 0;
  await page.evaluate(() => {
    const viewer = document.querySelector('mmd-viewer');
    viewer.setAttribute('pose', '/sample/poses/bow.vpd');
    viewer.setAttribute('pose', '/sample/poses/kick.vpd');
    viewer.setAttribute('src', '/sample/figure/figure.pmx');
    viewer.setAttribute('view', 'face');
    viewer.removeAttribute('motion');
  });
  await waitFor(page, 'load', 2);
  await settled(page);
  assert.equal((await events(page, 'load')).length, 2);
  assert.deepEqual(repeated(), []);
  await page.evaluate(() => {
    for (const name of ['bow', 'peace']) document.querySelector('mmd-viewer').setAttribute('pose', `/sample/poses/${name}.vpd`);
  });
  await waitFor(page, 'posechange', 3);
  assert.deepEqual(repeated(), []);
  assert.ok(!server.requests.includes('/sample/poses/bow.vpd'));
  await page.close();
});

test('another motion fetches no model again, and a move in the page nothing', async () => {
  const page = await open('zip.html');
  await waitFor(page, 'load');
  await page.evaluate(() => document.querySelector('mmd-viewer').setAttribute('motion', 'song.vmd'));
  await waitFor(page, 'load', 2);
  assert.equal(await page.evaluate(() => document.querySelector('mmd-viewer').model.motions), 1);
  await page.evaluate(() => document.body.append(Object.assign(document.createElement('div'))));
  await page.evaluate(() => document.querySelector('div').append(document.querySelector('mmd-viewer')));
  await settled(page);
  assert.equal((await events(page, 'load')).length, 2);
  assert.deepEqual(repeated(), []);
  await page.close();
});

test('a pose and a motion in the archive are not asked from the server', async () => {
  const page = await open('zip.html');
  await waitFor(page, 'posechange');
  assert.deepEqual(await events(page, 'error'), []);
  assert.deepEqual(server.requests.filter((name) => name.endsWith('.vpd')), []);
  const foot = () => page.evaluate(() => document.querySelector('mmd-viewer').bones().find(({ name }) => name === '右足首').position);
  const kicked = await foot();
  await settled(page); // sets the rest pose
  assert.notDeepEqual(await foot(), kicked);
  await page.goto(`${server.address}/moving.html`);
  await waitFor(page, 'load');
  assert.deepEqual(server.requests.filter((name) => name.endsWith('.vmd')), []);
  assert.equal(await page.evaluate(() => document.querySelector('mmd-viewer').model.motions), 1);
  await page.goto(`${server.address}/?src=fig.zip&pose=poses/kick.vpd`);
  await page.waitForFunction(() => document.querySelector('#status').textContent.includes('kick'));
  assert.notEqual(await page.$eval('#facts', (element) => element.textContent), '');
  await page.close();
});

test('a pose, a motion and a view that fail are errors, and the model is shown', async () => {
  const page = await open('bad.html');
  await waitFor(page, 'load');
  await settled(page);
  const errors = (await events(page, 'error')).join('\n');
  for (const what of [/poses\/none\.vpd: 404/, /none\.vmd: 404/, /no view "nowhere"/]) assert.match(errors, what);
  assert.equal((await events(page, 'load')).length, 1);
  await page.goto(`${server.address}/damaged.html`);
  await waitFor(page, 'error');
  assert.match((await events(page, 'error')).join(), /damaged\.vmd/);
  assert.equal((await events(page, 'load')).length, 1);
  await page.close();
});

test('a model cannot make the viewer ask another server or folder', async () => {
  const page = await open('hostile.html');
  await page.waitForFunction(() => document.querySelector('mmd-viewer').model !== null);
  const asked = page.requests.map((address) => address.replace(server.address, '')).filter((address) => /model|png|evil|log|C:/.test(address));
  assert.deepEqual(asked.sort(), ['/models/evil/model.pmx', '/models/evil/ok.png', '/models/evil/tex/ok.png']);
  await page.close();
});

test('messages have no names of the inner file system', async () => {
  const page = await open('zip.html');
  await waitFor(page, 'load');
  const messages = await page.evaluate(async () => {
    const viewer = document.querySelector('mmd-viewer');
    const out = viewer.model.diagnostics.map(({ text }) => text);
    const bytes = new Uint8Array(await (await fetch('/folder/cut.pmx')).arrayBuffer());
    await viewer.open([{ name: 'folder/cut.pmx', bytes }]).catch((error) => out.push(error.message));
    await viewer.setPose('nothing.vpd').catch((error) => out.push(error.message));
    return out;
  });
  assert.ok(messages.some((text) => text.startsWith('folder/cut.pmx')));
  assert.deepEqual(messages.filter((text) => text.includes('/model/') || text.includes('.asked') || text.startsWith('/')), []);
  await page.close();
});

test('after a model that fails, the shown one still has its poses', async () => {
  const page = await open('zip.html');
  await waitFor(page, 'load');
  await page.evaluate(async () => {
    const viewer = document.querySelector('mmd-viewer');
    await viewer.open([{ name: 'a.pmx', bytes: new Uint8Array(10) }]).catch(() => {});
    await viewer.setPose('poses/kick.vpd');
  });
  await page.close();
});

test('an element that is removed frees its WebAssembly, and loads again when it is added', async () => {
  const page = await open('zip.html');
  await waitFor(page, 'load');
  await page.evaluate(() => {
    globalThis.viewer = document.querySelector('mmd-viewer');
    globalThis.module = new WeakRef(globalThis.viewer.session.module);
    globalThis.viewer.remove();
  });
  await page.waitForFunction(() => globalThis.viewer.session === null && globalThis.viewer.model === null);
  const devtools = await page.createCDPSession();
  await devtools.send('HeapProfiler.collectGarbage');
  assert.equal(await page.evaluate(() => globalThis.module.deref() === undefined), true);
  const drawn = await page.evaluate(() => globalThis.viewer.drawnFrames);
  await page.evaluate(() => document.body.append(globalThis.viewer));
  await waitFor(page, 'load', 2);
  await page.waitForFunction((drawn) => globalThis.viewer.drawnFrames > drawn, {}, drawn);
  // The same for files that were opened by the page, which cannot be fetched again.
  await page.evaluate(async () => {
    const bytes = new Uint8Array(await (await fetch('fig.zip')).arrayBuffer());
    await globalThis.viewer.open([{ name: 'own.zip', bytes }]);
    globalThis.viewer.remove();
  });
  await page.waitForFunction(() => globalThis.viewer.model === null);
  await page.evaluate(() => document.body.append(globalThis.viewer));
  await waitFor(page, 'load', 4);
  assert.deepEqual(await page.evaluate(() => globalThis.viewer.modelNames), ['own.zip/figure.pmx']);
  assert.deepEqual(await events(page, 'error'), []);
  await page.close();
});
