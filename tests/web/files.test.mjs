// What <mmd-viewer> may fetch for a model: nothing outside of the model's folder, and little at the same time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressBelow, fetchTextures, foundIn, isArchive, modelsToShow } from '../../web/files.mjs';

const model = 'https://site.example/models/figure/figure.pmx?v=2';

test('textures in the folder of the model and below have an address', () => {
  const folder = 'https://site.example/models/figure/';
  assert.equal(addressBelow(model, 'face.png').href, `${folder}face.png`);
  assert.equal(addressBelow(model, 'tex\\face.png').href, `${folder}tex/face.png`);
  assert.equal(addressBelow(model, './tex//.\\face.png').href, `${folder}tex/face.png`);
  assert.equal(addressBelow(model, '顔 100%.png').href, `${folder}${encodeURIComponent('顔 100%.png')}`);
  assert.equal(addressBelow(model, 'a?b#c.png').href, `${folder}a%3Fb%23c.png`);
  assert.equal(addressBelow(model, '..face.png').href, `${folder}..face.png`);
});

const outside = [
  '//evil.example/a.png', '\\\\evil.example\\a.png', '/\\evil.example/a.png', '\t//evil.example/a.png', '/a.png', '\\a.png',
  'https://evil.example/a.png', 'HTTP:a.png', 'https:\\\\evil.example', 'data:image/png,a', 'javascript:alert(1)', 'blob:a',
  'C:\\a.png', 'file:///etc/passwd', '..', '../a.png', '..\\..\\admin\\logout', 'tex/../../a.png', 'tex\\..\\a.png',
  '%2e%2e/a.png', '.%2E/a.png', '%2E%2e%5Ca.png', '%252e%252e%252fa.png', '%25252e%25252e/a.png', '%2f%2fevil.example/a.png',
  '%5c%5cevil.example', 'https%3a//evil.example', '.\t./a.png', ' .. /a.png', '... /a.png', '.\n./a.png', '%2e%2e/%zz', '', '.', 'tex/', './',
];
for (const name of outside)
  test(`a texture ${JSON.stringify(name)} has no address`, () => assert.equal(addressBelow(model, name), null));

test('archives have the names that they have in the window', () => {
  for (const name of ['a.zip', 'a.7z', 'a.rar', 'a.lzh', 'a.lha', 'a.tar', 'a.gz', 'a.tgz', 'a.tar.gz', 'a.xz', 'a.txz', 'A.TAR.XZ'])
    assert.ok(isArchive(name), name);
  for (const name of ['a.pmx', 'zip', 'a.zipper', 'a.vpd']) assert.ok(!isArchive(name), name);
});

test('a model without a folder has no textures to fetch', () => {
  assert.equal(addressBelow('data:model/pmx,PMX', 'a.png'), null);
  assert.equal(addressBelow('blob:https://site.example/1234', 'a.png'), null);
});

/** Calls `run` with a fetch() that answers later; returns the addresses and how many were asked at the same time. */
async function withFetch(run, answer = () => ({ ok: true, arrayBuffer: () => new ArrayBuffer(1) })) {
  const [before, asked] = [globalThis.fetch, []];
  let [running, most] = [0, 0];
  globalThis.fetch = async (address, options) => {
    asked.push(String(address));
    most = Math.max(most, ++running);
    await new Promise((done) => setImmediate(done));
    --running;
    return answer(String(address), options);
  };
  try {
    return { files: await run(), asked, most };
  } finally {
    globalThis.fetch = before;
  }
}

test('a hundred textures are fetched eight at a time, each once', async () => {
  const names = Array.from({ length: 100 }, (_, i) => `${i}.png`);
  const { files, asked, most } = await withFetch(() => fetchTextures(model, [...names, '7.png', '.\\8.png', 'figure.pmx', '../9.png']));
  assert.equal(asked.length, 100);
  assert.deepEqual(files.map(({ name }) => name).sort(), names.sort());
  assert.equal(most, 8);
});

test('textures that are missing or unreachable are left out', async () => {
  const answer = (address) => {
    if (address.endsWith('b.png')) return { ok: false, status: 404, statusText: 'Not Found' };
    if (address.endsWith('c.png')) throw new TypeError('Failed to fetch');
    return { ok: true, arrayBuffer: () => new ArrayBuffer(1) };
  };
  const { files } = await withFetch(() => fetchTextures(model, ['a.png', 'b.png', 'c.png']), answer);
  assert.deepEqual(files.map(({ name }) => name), ['a.png']);
});

test('fetching stops when it is aborted', async () => {
  const controller = new AbortController();
  const answer = (address, { signal }) => {
    controller.abort();
    signal.throwIfAborted();
  };
  let asked = 0;
  const names = Array.from({ length: 100 }, (_, i) => `${i}.png`);
  await withFetch(() => assert.rejects(fetchTextures(model, names, controller.signal)), (...call) => (++asked, answer(...call)));
  assert.ok(asked <= 8);
});

test('a pose is found by its whole name, by that in the archive, and in a folder of the archive', () => {
  const names = ['a.zip/old/poses/kick.vpd', 'a.zip/poses/kick.vpd', 'a.zip/人/bow.vpd', 'own.vpd'];
  assert.equal(foundIn(names, 'a.zip/old/poses/kick.vpd'), names[0]);
  assert.equal(foundIn(names, 'poses/kick.vpd'), names[1]);
  assert.equal(foundIn(names, './poses/kick.vpd'), names[1]);
  assert.equal(foundIn(names, 'bow.vpd'), names[2]);
  assert.equal(foundIn(names, 'own.vpd'), 'own.vpd');
  for (const other of ['ick.vpd', '/poses/kick.vpd', '../poses/kick.vpd', 'https://a.example/own.vpd'])
    assert.equal(foundIn(names, other), undefined);
});

test('of each folder and archive one model is shown, and each file of its own; accessories come last', () => {
  assert.deepEqual(modelsToShow(['a/1.pmx', 'a/2.pmx', 'a/hat.x', 'b.zip/3.pmd', 'b.zip/4.pmx']), ['a/1.pmx', 'b.zip/3.pmd']);
  assert.deepEqual(modelsToShow(['stage.x', '1.pmx', '2.pmx']), ['1.pmx', '2.pmx', 'stage.x']);
  assert.deepEqual(modelsToShow(['stage/floor.x', 'stage/sky.vac']), ['stage/floor.x']);
});
