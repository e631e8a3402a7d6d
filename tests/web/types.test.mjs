// The TypeScript types of the element.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const web = path.resolve(here, '../../web');
const folder = mkdtempSync(path.join(tmpdir(), 'mmdview-types-'));
for (const name of ['core.d.mts', 'mmd-viewer.d.mts']) copyFileSync(path.join(web, name), path.join(folder, name));

function compiled(text) {
  writeFileSync(path.join(folder, 'use.mts'), text);
  const tsc = path.join(here, 'node_modules/typescript/bin/tsc');
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', 'use.mts'];
  return spawnSync('node', [tsc, ...options], { cwd: folder, encoding: 'utf8' });
}

const usage = `
  import './mmd-viewer.mjs';
  const viewer = document.querySelector('mmd-viewer')!;
  await viewer.open([{ name: 'a.pmx', bytes: new Uint8Array(1) }]);
  viewer.addEventListener('load', (event) => console.log(event.detail.vertices));
  viewer.addEventListener('error', (event) => console.log(event.detail.hint));
  viewer.setBone('頭', [0, 0, 0, 1]);
  viewer.look({ edge: false });
  const [prop] = await viewer.addModel('mic.pmx', { bone: '右手首', place: [0, 1, 0] });
  await viewer.showModel(prop, false);
  await viewer.placeModel(prop, [...viewer.models[0].place.slice(0, 3), 'no-shadow']);
  console.log((await viewer.checkVRM({ expressions: { happy: '' } })).expressions[0].morph);
  await viewer.openScene([{ name: 'a.mmdscene', bytes: new Uint8Array(1) }]);
  viewer.addEventListener('modelschange', (event) => console.log(event.detail.models[0].visible));
  const png: Uint8Array = viewer.toPNG({ width: 64 });
  console.log(png, viewer.model?.bones);
  const vrm: Promise<Uint8Array> = viewer.toVRM({ meta: { authors: ['A'] }, signal: new AbortController().signal });
  console.log(await vrm, await viewer.toGLB({ physics: false, onprogress: ({ share }) => console.log(share) }));`;

test('the types of the element hold for a strict program', () => {
  const { status, stdout } = compiled(usage);
  assert.equal(status, 0, stdout);
});

test('the types of the element reject a switch that does not exist', () => {
  const { status, stdout } = compiled(usage.replace('edge', 'egde'));
  assert.notEqual(status, 0);
  assert.match(stdout, /egde/);
});
