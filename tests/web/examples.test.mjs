// The package for npm, and the examples that drive other renderers.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, '../..');
const scratch = mkdtempSync(path.join(tmpdir(), 'mmdview-examples-'));
const figure = path.join(root, 'samples/figure/figure.pmx');
const kick = path.join(root, 'samples/poses/kick.vpd');

const { createSession } = await import(pathToFileURL(path.join(root, 'build/web/core.mjs')));

/** An example, where its imports are found. */
async function example(name) {
  const copy = path.join(here, 'node_modules', `.example-${name}`);
  await cp(path.join(root, 'examples/web', name), copy);
  return import(pathToFileURL(copy));
}

async function posed() {
  const session = await createSession();
  session.addFile('figure.pmx', readFileSync(figure));
  session.addFile('kick.vpd', readFileSync(kick));
  const model = session.load(['figure.pmx', 'kick.vpd'], { textures: false });
  return { session, model, positions: new Float32Array(session.array('positions')) };
}

test('the package is installed from its tarball and poses a model', () => {
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', scratch], { cwd: path.join(root, 'build/npm'), encoding: 'utf8' });
  const user = path.join(scratch, 'user');
  execFileSync('npm', ['install', '--offline', '--silent', '--prefix', user, path.join(scratch, packed.trim())]);
  writeFileSync(
    path.join(user, 'use.mjs'),
    `import { readFile } from 'node:fs/promises';
     import { createSession } from '@mmdview/core';
     const session = await createSession();
     session.addFile('a.pmx', await readFile(${JSON.stringify(figure)}));
     console.log(session.load('a.pmx', { textures: false }).bones.length);`,
  );
  assert.ok(Number(execFileSync('node', ['use.mjs'], { cwd: user, encoding: 'utf8' })) > 100);
});

test('the types of the core hold for a strict program', () => {
  const file = path.join(scratch, 'use.mts');
  writeFileSync(
    file,
    `import { createSession, MmdviewError, type ModelSummary } from './core.mjs';
     const session = await createSession();
     const model: ModelSummary = session.load(['a.pmx'], { textures: false });
     const palette: Float32Array = session.array('palette');
     const indices: Uint32Array = session.array('indices');
     const vrm: Uint8Array = session.toVRM({ meta: { authors: ['A'] }, version: '0.x', onreport: ({ springs }) => console.log(springs[0].degrees) });
     console.log(vrm, session.toGLB({ still: true }), session.checkVRM().bones[0].usual);
     try { session.setBone(model.bones[0].name, [0, 0, 0, 1], [0, 1, 0]); } catch (error) {
       if (error instanceof MmdviewError) console.log(error.file, error.hint, palette.length + indices.length); }
     export {};`,
  );
  for (const name of ['core.mjs', 'core.d.mts']) writeFileSync(path.join(scratch, name), readFileSync(path.join(root, 'web', name)));
  execFileSync(path.join(here, 'node_modules/.bin/tsc'), ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--skipLibCheck', file], { stdio: 'pipe' });
});

test('a SkinnedMesh of three.js has the vertices of the core', async () => {
  const { makeMesh, applyPose } = await example('three.mjs');
  const { Vector3 } = await import('three');
  const { session, model, positions } = await posed();
  const mesh = makeMesh(session, model);
  applyPose(session, mesh);
  const [at, errors] = [new Vector3(), []];
  for (let i = 0; i < model.vertices; i += 7) {
    mesh.getVertexPosition(i, at);
    errors.push(Math.hypot(at.x - positions[3 * i], at.y - positions[3 * i + 1], at.z - positions[3 * i + 2]));
  }
  errors.sort((a, b) => a - b);
  assert.ok(errors[Math.floor(errors.length / 2)] < 1e-4);
  assert.ok(errors.filter((error) => error < 1e-3).length / errors.length > 0.7, 'all but the SDEF vertices');
});

test('a mesh of Babylon.js has the vertices of the core', async () => {
  const { makeMesh, applyPose } = await example('babylon.mjs');
  const { NullEngine, Scene, VertexBuffer } = await import('@babylonjs/core');
  const { session, model } = await posed();
  const scene = new Scene(new NullEngine());
  scene.useRightHandedSystem = true;
  const mesh = makeMesh(session, model, scene);
  assert.equal(mesh.subMeshes.length, model.materials.length);
  session.setPose();
  applyPose(session, mesh);
  const theirs = mesh.getVerticesData(VertexBuffer.PositionKind);
  session.array('positions').forEach((value, i) => assert.ok(Math.abs(value - theirs[i]) < 1e-6));
});
