// Exports of the core in node: what the files say, and that the program writes the same.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { jsonOf } from './glb.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, '../..');
const { createSession } = await import(pathToFileURL(path.join(root, 'build/web/core.mjs')));

const samples = path.join(root, 'samples');
const figure = 'figure/figure.pmx';
const textures = readdirSync(path.join(samples, 'figure/tex')).map((name) => `figure/tex/${name}`);
const meta = { authors: ['A. Author'] };

async function sessionWith(...names) {
  const session = await createSession();
  for (const name of [figure, ...names]) session.addFile(name, readFileSync(path.join(samples, name)));
  session.load([figure, ...names.filter((name) => /\.v.d$/.test(name))], { textures: false });
  return session;
}

test('a model becomes a .glb in its pose', async () => {
  const session = await sessionWith('poses/kick.vpd');
  const posed = jsonOf(session.toGLB());
  assert.equal(posed.asset.generator, 'mmdview');
  assert.equal(posed.skins.length, 1);
  assert.ok(posed.meshes.some(({ extras }) => extras?.targetNames.includes('まばたき')));
  session.setPose();
  const rest = jsonOf(session.toGLB());
  const turn = ({ nodes }) => nodes.find(({ name }) => name === '右足').rotation;
  assert.notDeepEqual(turn(posed), turn(rest));
  assert.equal(jsonOf(session.toGLB({ skin: false })).skins, undefined);
});

test('a motion animates the .glb, and a frame of it does not', async () => {
  const session = await sessionWith('motions/song.vmd');
  assert.equal(jsonOf(session.toGLB()).animations[0].name, 'song');
  session.show(10);
  assert.equal(jsonOf(session.toGLB({ still: true })).animations, undefined);
  session.setPose();
  assert.equal(jsonOf(session.toGLB()).animations, undefined, 'the pose is shown, not the motion');
});

test('a model becomes a VRM 1.0 that allows nothing but what its terms say', async () => {
  const session = await sessionWith();
  const steps = [];
  let report;
  const vrm = jsonOf(
    session.toVRM({
      meta: { ...meta, modification: 'allowModification' },
      onprogress: (step) => steps.push(step),
      onreport: (said) => (report = said),
    }),
  ).extensions.VRMC_vrm;
  assert.equal(vrm.specVersion, '1.0');
  assert.deepEqual(vrm.meta.authors, ['A. Author']);
  assert.equal(vrm.meta.avatarPermission, 'onlyAuthor');
  assert.equal(vrm.meta.allowRedistribution, false);
  assert.equal(vrm.meta.modification, 'allowModification');
  assert.equal(steps.at(-1).share, 1);
  assert.ok(steps.every(({ what }) => what === 'fitting spring bones'));
  assert.ok(report.springs.length > 0);
  for (const { degrees, degreesWithout, rigid } of report.springs) assert.equal(degrees >= degreesWithout, rigid);
});

test('a model becomes a VRM 0.x', async () => {
  const session = await sessionWith();
  const { VRM, VRMC_vrm } = jsonOf(session.toVRM({ version: '0.x', meta, springs: false })).extensions;
  assert.equal(VRMC_vrm, undefined);
  assert.equal(VRM.meta.author, 'A. Author');
  assert.equal(VRM.meta.allowedUserName, 'OnlyAuthor');
  assert.ok(VRM.humanoid.humanBones.some(({ bone }) => bone === 'chest'));
});

test('a VRM has the thumbnail that it gets', async () => {
  const session = await sessionWith();
  const thumbnail = readFileSync(path.join(samples, 'figure/tex/face.png'));
  const { images, extensions } = jsonOf(session.toVRM({ meta, springs: false, thumbnail }));
  assert.equal(images[extensions.VRMC_vrm.meta.thumbnailImage].mimeType, 'image/png');
  assert.throws(() => session.toVRM({ meta, springs: false, thumbnail: new Uint8Array(9) }), /PNG or JPEG/);
});

test('a motion becomes a .vrma', async () => {
  const session = await sessionWith('motions/song.vmd');
  const { extensions, animations } = jsonOf(session.toVRMA());
  assert.ok(extensions.VRMC_vrm_animation.humanoid.humanBones.rightUpperArm);
  assert.equal(animations.length, 1);
});

test('terms that a VRM does not have are an error', async () => {
  const session = await sessionWith();
  assert.throws(() => session.toVRM({ meta: {} }), /"authors" is missing/);
  assert.throws(() => session.toVRM({ meta: { ...meta, allowEverything: true } }), /"allowEverything" is not a term/);
  assert.throws(() => session.toVRM({ version: '2', meta }), /version/);
});

test('without terms a VRM says that nobody knows them', async () => {
  const session = await sessionWith();
  let said;
  session.toVRM({ springs: false, onreport: ({ diagnostics }) => (said = diagnostics) });
  const about = said.find(({ what }) => /permits no use/.test(what));
  assert.match(about.hint, /meta/);
  assert.ok(said.every(({ hint = '' }) => !hint.includes('--')), 'no hint names an option of the command line');
});

test('the check for VRM lists bones, and takes the names of others', async () => {
  const session = await sessionWith();
  const arm = ({ bones }) => bones.find(({ name }) => name === 'leftUpperArm');
  assert.deepEqual(arm(session.checkVRM()), { name: 'leftUpperArm', usual: '左腕', bone: '左腕', required: true });
  assert.equal(arm(session.checkVRM({ bones: { 左腕: '左腕捩' } })).bone, '左腕捩');
  assert.equal(arm(session.checkVRM({ bones: { 左腕: '左肩' } })).bone, null, 'the shoulder has that bone');
});

test('expressions are made of the morphs that were chosen, and the check tells which', async () => {
  const session = await sessionWith();
  const morphOf = (check, name) => check.expressions.find((expression) => expression.name === name).morph;
  const found = session.checkVRM();
  assert.deepEqual([found.expressions.length, morphOf(found, 'blink'), morphOf(found, 'aa')], [18, 'まばたき', 'あ']);
  assert.ok(found.morphs.includes('まばたき'));
  const expressions = { happy: 'まばたき', aa: '' };
  const chosen = session.checkVRM({ expressions });
  assert.deepEqual([morphOf(chosen, 'happy'), morphOf(chosen, 'aa')], ['まばたき', null]);
  const { preset, custom } = jsonOf(session.toVRM({ meta, springs: false, expressions, arkit: true })).extensions.VRMC_vrm.expressions;
  assert.equal(preset.aa, undefined);
  assert.deepEqual(preset.happy.morphTargetBinds, preset.blink.morphTargetBinds);
  assert.ok(custom.eyeBlinkLeft, 'a shape of ARKit');
  assert.throws(() => session.toVRM({ meta, expressions: { hapy: 'あ' } }), /"hapy" is not an expression of VRM 1\.0/);
  assert.throws(() => session.checkVRM({ expressions: { hapy: 'あ' } }), /hapy/);
});

test('the program writes the same files', { skip: process.env.MMDVIEW ? false : 'MMDVIEW names no program' }, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'mmdview-web-'));
  const asked = (name, ...options) => {
    const env = { ...process.env, MMDVIEW_SIMD: 'portable', XDG_CACHE_HOME: folder };
    const files = [figure, 'motions/song.vmd'].map((file) => path.join(samples, file));
    execFileSync(process.env.MMDVIEW, ['export', ...files, '-o', path.join(folder, name), '-q', ...options], { env });
    return jsonOf(readFileSync(path.join(folder, name)));
  };
  const session = await createSession();
  for (const name of [figure, 'motions/song.vmd', ...textures])
    session.addFile(name, readFileSync(path.join(samples, name)));
  session.load([figure, 'motions/song.vmd']);
  assert.deepEqual(jsonOf(session.toGLB()), asked('song.glb'));
  assert.deepEqual(jsonOf(session.toVRMA()), asked('song.vrma'));
  assert.deepEqual(jsonOf(session.toVRM({ springs: false })), asked('figure.vrm', '--no-physics'));
});
