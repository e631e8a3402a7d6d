// Several models, props, stages, scene files and projects in the core.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { root } from './browser.mjs';

const { createSession } = await import(pathToFileURL(path.join(root, 'build/web/core.mjs')));
const samples = path.join(root, 'samples');

async function sessionWith(...names) {
  const session = await createSession();
  for (const name of names) session.addFile(name, readFileSync(path.join(samples, name)));
  return session;
}

const figure = 'figure/figure.pmx';
const microphone = 'props/microphone.pmx';
const kick = 'poses/kick.vpd';
const stage = 'scenes/stage.x';
const withoutTextures = { textures: false };

const duo = 'scenes/duo.mmdscene';
const ofDuo = [figure, 'poses/peace.vpd', 'poses/singing.vpd', stage, microphone, duo];

const files = ({ models }) => models.map(({ file }) => file);

/** The range of the active model's vertices along an axis. */
function range(session, axis) {
  const values = session.array('positions').filter((_, i) => i % 3 === axis);
  return { min: Math.min(...values), max: values.reduce((a, b) => Math.max(a, b)) };
}

test('models stand side by side, and a stage where its file says', async () => {
  const session = await sessionWith(figure, kick, stage);
  const { models, number, lastFrame } = session.load([figure, figure, kick, stage], withoutTextures);
  assert.deepEqual(models.map(({ accessory }) => accessory), [false, false, true]);
  assert.deepEqual([number, lastFrame], [1, 0]);
  const first = range(session, 0);
  session.activate(2);
  const before = range(session, 0);
  assert.ok(before.max - before.min > 1 && before.min + before.max > first.min + first.max);
  session.activate(3);
  const { min, max } = range(session, 0);
  assert.ok(Math.abs(min + max) < 0.1, 'the stage is in the middle');
});

test('a pose, a bone and a morph change the active model only', async () => {
  const session = await sessionWith(figure, kick);
  session.load([figure, figure], withoutTextures);
  const rest = session.bones();
  session.activate(2);
  session.setPose(kick);
  session.setMorph('まばたき', 1);
  assert.notDeepEqual(session.bones(), rest);
  session.activate(1);
  assert.deepEqual(session.bones(), rest);
});

test('an added model stands beside the others and is active; a prop on a bone follows it', async () => {
  const session = await sessionWith(figure, microphone, kick);
  session.load(figure, withoutTextures);
  const second = session.add(figure, withoutTextures);
  assert.deepEqual([second.number, second.added], [2, [2]]);
  assert.ok(range(session, 0).min > 0);
  const prop = session.add(microphone, { ...withoutTextures, bone: '右手首', place: [-0.43, -0.72, 0, -90, 2, -143], of: 1 });
  assert.deepEqual([prop.number, prop.models[2].carrier, prop.models[2].bone], [2, 1, '右手首']);
  session.activate(3);
  const before = range(session, 1);
  session.activate(1);
  session.setPose(kick);
  session.activate(3);
  assert.notDeepEqual(range(session, 1), before);
  assert.throws(() => session.add(microphone, { bone: 'そんなボーン' }), /そんなボーン/);
  assert.throws(() => session.add(microphone, { place: '1,2' }), /place/);
});

test('a place is told with numbers and words, and another one moves the model on its bone', async () => {
  const session = await sessionWith(...ofDuo);
  const { models } = session.openScene(duo, withoutTextures);
  assert.deepEqual(models[3].place, [-0.43, -0.72, 0, -90, 2, -143, 1, 1]);
  session.activate(4);
  const before = range(session, 1);
  const moved = session.setPlace(4, [-0.43, -0.72, 0, -90, 2, -143, 2, 0.5, 'no-shadow', 'first']);
  assert.deepEqual(moved.models[3].place, [-0.43, -0.72, 0, -90, 2, -143, 2, 0.5, 'no-shadow', 'first']);
  assert.deepEqual([moved.number, moved.models[3].carrier, moved.models[3].bone], [4, 2, '右手首']);
  assert.notDeepEqual(range(session, 1), before);
  assert.throws(() => session.setPlace(4, [0, 0, 0, 0, 0, 0, 0]), /place: expected a scale above 0/);
  assert.throws(() => session.setPlace(9, [0, 0, 0]), /no model 9/);
});

test('models are removed and hidden, but not the last one', async () => {
  const session = await sessionWith(figure, stage);
  session.load([figure, stage], withoutTextures);
  session.setVisible(2, false);
  assert.equal(session.activate(1).models[1].visible, false);
  const { number, models } = session.remove(1);
  assert.deepEqual([number, models.length], [2, 1]);
  assert.throws(() => session.remove(2), /the last model/);
  assert.throws(() => session.remove(7), /no model 7/);
});

test('a motion moves the active model, and the others stay', async () => {
  const motion = 'motions/song.vmd';
  const session = await sessionWith(figure, motion);
  session.load([figure, figure], withoutTextures);
  const rest = session.bones();
  session.activate(2);
  const { models } = session.setMotion(motion);
  assert.deepEqual(models.map(({ motions }) => motions), [0, 1]);
  session.show(40);
  assert.notDeepEqual(session.bones(), rest);
  session.activate(1);
  assert.deepEqual(session.bones(), rest);
});

test('a scene has its models, places and look', async () => {
  const session = await sessionWith(...ofDuo);
  const { models, scene, diagnostics } = session.openScene(duo, withoutTextures);
  assert.deepEqual(models.map(({ file }) => file), [figure, figure, stage, microphone]);
  assert.deepEqual([models[3].carrier, models[3].bone], [2, '右手首']);
  assert.ok(Math.abs(scene.look.background[0] - 0.2) < 1e-6);
  assert.equal(scene.choices.physics, true);
  assert.deepEqual(diagnostics, []);
});

test('files that a scene lacks are named, and those in other folders are found', async () => {
  const session = await sessionWith(...ofDuo.filter((name) => name !== microphone && name !== stage));
  session.addFile('elsewhere/stage.x', readFileSync(path.join(samples, stage)));
  const opened = session.openScene(duo, withoutTextures);
  assert.deepEqual(files(opened), [figure, figure, 'elsewhere/stage.x']);
  assert.deepEqual(opened.diagnostics.map(({ what }) => what), [`"${microphone}" does not exist and is left out`]);
  const empty = await sessionWith(duo);
  assert.throws(() => empty.openScene(duo), /the scene has no model/);
});

test('a scene in an archive opens with the files of the archive', async () => {
  const zip = path.join(mkdtempSync(path.join(tmpdir(), 'mmdview-scenes-')), 'all.zip');
  execFileSync('python3', ['-m', 'zipfile', '-c', zip, ...['figure', 'poses', 'scenes', 'props'].map((name) => path.join(samples, name))]);
  const session = await createSession();
  session.addFile('all.zip', readFileSync(zip));
  assert.ok(session.members('all.zip').scenes.includes(duo));
  session.unpack('all.zip', 'all');
  const { models, diagnostics } = session.openScene(`all/${duo}`);
  assert.deepEqual([models.length, diagnostics], [4, []]);
});

test('a project of MikuMikuDance opens with its models, and says what it lacks', async () => {
  const session = await sessionWith(figure);
  session.addFile('projects/dance.pmm', readFileSync(path.join(root, 'tests/fuzz/corpus/pmm/project.pmm')));
  session.addFile('models/ミク.pmx', session.readFile(figure));
  const opened = session.openScene('projects/dance.pmm', withoutTextures);
  assert.deepEqual(files(opened), ['models/ミク.pmx']);
  assert.match(opened.diagnostics.map(({ what }) => what).join('; '), /negi\.x" does not exist/);
});

const skip = process.env.MMDVIEW ? false : 'MMDVIEW names no program';
test('the bones of a scene are those of the program', { skip }, async () => {
  const session = await sessionWith(...ofDuo);
  const { models, scene } = session.openScene(duo, withoutTextures);
  session.choose({ ...scene.choices, physics: false });
  const theirs = JSON.parse(
    execFileSync(process.env.MMDVIEW, ['bones', path.join(samples, duo), '--format', 'json', '--no-physics', '-q'], {
      env: { ...process.env, MMDVIEW_SIMD: 'portable' },
    }),
  ).figures;
  const bits = (bones) => bones.map(({ position }) => position.map((value) => Math.fround(value) + 0)); // -0 is 0
  assert.equal(theirs.length, models.length);
  models.forEach(({ number }, i) => {
    session.activate(number);
    assert.deepEqual(bits(session.bones()), bits(theirs[i].bones));
  });
});
