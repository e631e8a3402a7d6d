// Uses the files for browsers as their users do: node try_release.mjs PAGE PROJECT [SCREENSHOT.png]
// PAGE: the unpacked ZIP of the page. PROJECT: a folder into which @mmdview/core and esbuild are installed. Chromium
// reaches nothing but the server of this program.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { launch, openPage, root, serve } from './browser.mjs';

const [page, project, screenshot] = process.argv.slice(2);
const browser = await launch(['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost']);

async function figureIsShown(address, wanted) {
  const tab = await openPage(browser, address);
  await tab.waitForFunction(() => document.querySelector('mmd-viewer')?.model, {});
  const bones = await tab.evaluate(() => document.querySelector('mmd-viewer').model.bones.length);
  assert.ok(bones > 100, `${address}: ${bones} bones`);
  assert.deepEqual(tab.problems, [], address);
  assert.ok(tab.requests.every((request) => /^(blob|data):/.test(request) || request.startsWith(wanted)), address);
  return tab;
}

// The page, as it is in the ZIP.
{
  const server = await serve({}, page);
  const tab = await figureIsShown(`${server.address}/?sample`, server.address);
  await tab.waitForFunction(() => document.querySelector('#status').textContent.includes('peace'));
  if (screenshot) await tab.screenshot({ path: screenshot });
  server.close();
}

// The element: from the package's files alone, and through a bundler, which copies the program's bytes beside it.
const element = (script) => `<!doctype html><title>a page</title><link rel="icon" href="data:,">
  <script type="module" src="${script}"></script><mmd-viewer src="/figure/figure.pmx"></mmd-viewer>`;
const site = path.join(project, 'site');
await mkdir(path.join(site, 'bundle'), { recursive: true });
await cp(path.join(root, 'samples/figure'), path.join(site, 'figure'), { recursive: true });
const installed = path.join(project, 'node_modules/@mmdview/core');
await cp(installed, path.join(site, 'core'), { recursive: true });
await writeFile(path.join(site, 'plain.html'), element('/core/mmd-viewer.mjs'));
await writeFile(path.join(project, 'use.mjs'), "import '@mmdview/core/mmd-viewer';\n");
execFileSync('npx', ['esbuild', 'use.mjs', '--bundle', '--format=esm', '--outfile=site/bundle/use.mjs', '--log-level=error'], {
  cwd: project,
  stdio: 'inherit',
});
await cp(path.join(installed, 'mmdview_viewer.wasm'), path.join(site, 'bundle/mmdview_viewer.wasm'));
await writeFile(path.join(site, 'bundled.html'), element('/bundle/use.mjs'));
const server = await serve({}, site);
await figureIsShown(`${server.address}/plain.html`, server.address);
await figureIsShown(`${server.address}/bundled.html`, server.address);
server.close();
await browser.close();
console.log('the page, a page with the element, and a bundled one show the figure');
