// The core in node: the same evaluation as the program's.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, '../..');
const core = path.join(root, 'build/web/core.mjs');
const { createSession, MmdviewError } = await import(pathToFileURL(core));

const figure = path.join(root, 'samples/figure/figure.pmx');
const pose = (name) => path.join(root, 'samples/poses', `${name}.vpd`);

/** The largest difference of a coordinate. */
function distance(one, other) {
  const all = one.flatMap(({ position }, i) => position.map((value, k) => Math.abs(value - other[i].position[k])));
  return Math.max(...all);
}

async function sessionWith(...files) {
  const session = await createSession();
  for (const file of files) session.addFile(path.basename(file), readFileSync(file));
  return session;
}

test('every case of the conformance kit holds', () => {
  const engine = `node ${path.join(here, 'bones.mjs')} ${core} {model} {pose}`;
  const run = spawnSync('python3', [path.join(root, 'conformance/run.py'), '--engine', engine], { encoding: 'utf8' });
  assert.equal(run.status, 0, run.stdout.split('\n').filter((line) => line.startsWith('FAIL')).join('\n'));
  const [, rules, of] = /(\d+) of (\d+) rules/.exec(run.stdout);
  assert.equal(rules, of);
});

test('a wrong name or number is an error that says what to do', async () => {
  const session = await sessionWith(figure);
  assert.throws(() => session.setPose('a.vpd'), /no model is loaded/);
  session.load('figure.pmx', { textures: false });
  assert.throws(() => session.setBone('そんなボーン'), MmdviewError);
  assert.throws(() => session.setBone('頭', [NaN, 0, 0, 1]), /not a finite number/);
  assert.throws(() => session.setMorph('まばたき', Infinity), /not a finite number/);
  assert.throws(() => session.setPose('missing.vpd'), (error) => error.file === 'missing.vpd' || /missing\.vpd/.test(error.message));
  assert.throws(() => session.call('dance'), /there is no call dance/);
});

test('a damaged model is an error with file and place, and the session goes on', async () => {
  const session = await sessionWith(figure);
  session.addFile('cut.pmx', readFileSync(figure).subarray(0, 5000));
  assert.throws(() => session.load('cut.pmx'), (error) => error.file === 'cut.pmx' && error.offset > 0);
  assert.equal(session.load('figure.pmx', { textures: false }).bones.length > 100, true);
});

test('a pose that is saved and loaded again is the same', async () => {
  const session = await sessionWith(figure, pose('kick'));
  session.load(['figure.pmx', 'kick.vpd'], { textures: false });
  session.choose({ physics: false });
  const before = session.bones();
  session.addFile('again.vpd', session.vpd());
  session.setPose();
  assert.ok(distance(session.bones(), before) > 1);
  session.setPose('again.vpd');
  assert.ok(distance(session.bones(), before) < 1e-3);
});

test('a bone turns what hangs on it, and append can be switched off', async () => {
  const session = await sessionWith(figure);
  session.load('figure.pmx', { textures: false });
  const turned = () => session.bones().find(({ name }) => name === '左目').rotation;
  session.setBone('両目', [0.0, Math.sin(0.1), 0.0, Math.cos(0.1)]);
  const followed = turned();
  assert.ok(Math.abs(followed[1]) > 0.05, 'the eye copies the rotation of 両目');
  session.choose({ append: false });
  assert.ok(Math.abs(turned()[1]) < 1e-6);
});

test('archives with Japanese names are read as the program reads them', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'mmdview-web-'));
  const script = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1], 'w') as z:
    for name, file in (('モデル/少女.pmx', sys.argv[2]), ('モデル/キック.vpd', sys.argv[3])):
        info = zipfile.ZipInfo('0' * len(name.encode('cp932')))
        z.writestr(info, open(file, 'rb').read())
data = open(sys.argv[1], 'rb').read()
for name in ('モデル/キック.vpd', 'モデル/少女.pmx'):
    raw = name.encode('cp932')
    data = data.replace(b'0' * len(raw), raw)
open(sys.argv[1], 'wb').write(data)
`;
  const zip = path.join(folder, 'model.zip');
  execFileSync('python3', ['-c', script, zip, figure, pose('kick')]);
  const session = await sessionWith(zip);
  assert.deepEqual(session.members('model.zip'), { models: ['モデル/少女.pmx'], poses: ['モデル/キック.vpd'], scenes: [] });
  assert.equal(session.load('model.zip', { textures: false }).diagnostics.length >= 0, true);
  session.setPose('model.zip/モデル/キック.vpd');
});

test('loading models again and again needs no more memory', async () => {
  const session = await sessionWith(figure, pose('kick'));
  const load = () => {
    session.load(['figure.pmx', 'kick.vpd'], { textures: false });
    return session.module.HEAPU8.length;
  };
  load();
  const second = load();
  for (let i = 0; i < 10; ++i) load();
  assert.equal(session.module.HEAPU8.length, second);
});

test('arrays have an entry for every vertex and bone', async () => {
  const session = await sessionWith(figure, pose('kick'));
  const { vertices, triangles, bones } = session.load(['figure.pmx', 'kick.vpd'], { textures: false });
  assert.equal(session.array('positions').length, 3 * vertices);
  assert.equal(session.array('indices').length, 3 * triangles);
  assert.equal(session.array('palette').length, 12 * (bones.length + 1));
  assert.equal(session.array('nonsense').length, 0);
});

test('bones and bodies are those of the program', { skip: process.env.MMDVIEW ? false : 'MMDVIEW names no program' }, async () => {
  const asked = (...more) => {
    const env = { ...process.env, MMDVIEW_SIMD: 'portable' };
    return JSON.parse(execFileSync(process.env.MMDVIEW, ['bones', figure, pose('kick'), '--format', 'json', ...more], { env })).bones;
  };
  const session = await sessionWith(figure, pose('kick'));
  session.load(['figure.pmx', 'kick.vpd'], { textures: false });
  session.choose({ physics: false });
  const bits = (bones) => bones.map(({ position, rotation }) => [...position, ...rotation].map((value) => Math.fround(value) + 0)); // -0 is 0
  assert.deepEqual(bits(session.bones()), bits(asked()));
  // With bodies only roughly: Linux's C library has other functions (docs/user/windows.md).
  session.choose({ physics: true });
  assert.ok(distance(session.bones(), asked('--settle', '3')) < 0.1);
});

test('a file cannot be put outside of its folder', async () => {
  const session = await createSession();
  assert.equal(session.addFile('../../etc/passwd', new Uint8Array(1)), 'etc/passwd');
});

test('bodies stay at rest until physics is switched on, and after the next load', async () => {
  const session = await sessionWith(figure, pose('kick'));
  const load = () => session.load(['figure.pmx', 'kick.vpd'], { textures: false });
  load();
  const rest = session.bones();
  session.choose({ physics: false });
  assert.deepEqual(session.bones(), rest);
  session.choose({ physics: true });
  assert.ok(distance(session.bones(), rest) > 0.1);
  load();
  assert.deepEqual(session.bones(), rest);
});

test('results show all changes since the last one', async () => {
  const session = await sessionWith(figure);
  session.load('figure.pmx', { textures: false });
  const before = { bones: session.bones(), positions: new Float32Array(session.array('positions')) };
  session.setBone('右ひじ', [0, 0, Math.sin(0.5), Math.cos(0.5)]);
  session.setBone('首', [0, Math.sin(0.2), 0, Math.cos(0.2)]);
  assert.notDeepEqual(new Float32Array(session.array('positions')), before.positions);
  const turned = (name) => session.bones().find((bone) => bone.name === name).rotation;
  assert.ok(Math.abs(turned('右ひじ')[2]) > 0.3 && Math.abs(turned('首')[1]) > 0.1);
  session.setPose();
  assert.deepEqual(new Float32Array(session.array('positions')), before.positions);
});

test('messages and summaries name files as they were added', async () => {
  const session = await createSession();
  session.addFile('model/人.pmx', readFileSync(figure));
  session.addFile('model/cut.pmx', readFileSync(figure).subarray(0, 5000));
  const summary = session.load(['model/人.pmx']);
  assert.equal(summary.file, 'model/人.pmx');
  assert.ok(summary.diagnostics.length > 0, 'its textures are missing');
  for (const { text } of summary.diagnostics) assert.doesNotMatch(text, /^\/|\/model\/model/);
  assert.throws(() => session.load('model/cut.pmx'), (error) => error.file === 'model/cut.pmx' && !error.message.includes('/model/model'));
});

test('files that replace others come back out if that fails', async () => {
  const session = await sessionWith(figure, pose('kick'));
  await assert.rejects(session.replaceFiles(() => {
    session.addFile('other/a.vpd', new Uint8Array(1));
    session.load('nothing.pmx');
  }));
  session.load(['figure.pmx', 'kick.vpd'], { textures: false });
  assert.throws(() => session.setPose('other/a.vpd'));
  await session.replaceFiles(() => session.addFile('a.pmx', readFileSync(figure)));
  session.load('a.pmx', { textures: false });
  assert.throws(() => session.load('figure.pmx'));
});
