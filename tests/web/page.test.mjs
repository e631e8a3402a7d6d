// The page in Chromium, used as a person uses it.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { mkdtempSync } from 'node:fs';
import { cp, readFile, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { PNG } from 'pngjs';
import { drop, launch, openFiles, openPage, picture, root, serve } from './browser.mjs';
import { compared, differences } from './pictures.mjs';

let server;
let browser;
const scratch = mkdtempSync(path.join(tmpdir(), 'mmdview-page-'));
const figure = path.join(root, 'samples/figure/figure.pmx');
const kick = path.join(root, 'samples/poses/kick.vpd');

before(async () => {
  const three = `<!doctype html><title>three</title><script type="module" src="/mmd-viewer.mjs"></script>
    <mmd-viewer src="/sample/figure/figure.pmx" pose="/sample/poses/bow.vpd" view="face" physics="off"></mmd-viewer>`;
  server = await serve({ '/element.html': three });
  browser = await launch();
});
after(async () => {
  await browser?.close();
  server?.close();
});

async function filesOf(folder, prefix = '') {
  const out = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) out.push(...(await filesOf(file, `${prefix}${entry.name}/`)));
    else out.push([prefix + entry.name, file]);
  }
  return out;
}

const status = (page) => page.$eval('#status', (element) => element.textContent);
const waitForStatus = (page, text) =>
  page.waitForFunction((text) => document.querySelector('#status').textContent.includes(text), {}, text);
const frames = (page) => page.evaluate(() => document.querySelector('mmd-viewer').drawnFrames);
const viewerIsThere = (page) => page.waitForFunction(() => document.querySelector('mmd-viewer').model !== null);

async function samplePage(options) {
  const page = await openPage(browser, `${server.address}/?sample`, options);
  await viewerIsThere(page);
  await waitForStatus(page, 'peace');
  return page;
}

test('MMD draws the same pictures', async () => {
  const folder = path.join(root, 'tests/cli/mmd932');
  const { cases } = JSON.parse(await readFile(path.join(folder, 'cases.json'), 'utf8'));
  const page = await openPage(browser, server.address);
  const textures = (await filesOf(path.join(folder, 'models'))).filter(([name]) => !name.endsWith('.pmx'));
  for (const { name, camera, fov, flat, all } of cases) {
    await openFiles(page, [[`${name}.pmx`, path.join(folder, 'models', `${name}.pmx`)], ...textures], `${name}.pmx`);
    await page.evaluate(
      (camera, fov) => {
        const viewer = document.querySelector('mmd-viewer');
        viewer.look({ selfShadow: false, groundShadow: false, background: [1, 1, 1, 1] });
        viewer.setCamera(camera, fov);
      },
      camera,
      fov,
    );
    const ours = await picture(page, { width: 1024, height: 1024, samples: 4, fit: true });
    const found = differences(await readFile(path.join(folder, 'pictures', `${name}.png`)), ours);
    assert.ok(found.flat <= flat && found.all <= all, `${name}: flat ${found.flat} of ${flat}, all ${found.all} of ${all}`);
  }
  await page.close();
});

test('the sample looks as in the program', { skip: process.env.MMDVIEW ? false : 'MMDVIEW names no program' }, async () => {
  const page = await samplePage();
  const png = path.join(scratch, 'native.png');
  execFileSync(process.env.MMDVIEW, ['shot', figure, kick, '--no-physics', '--size', '512x512', '-q', '-o', png]);
  await page.evaluate(async () => {
    const viewer = document.querySelector('mmd-viewer');
    await viewer.setPose('poses/kick.vpd');
    viewer.choose({ physics: false });
    viewer.setView('fit');
  });
  const ours = await picture(page, { width: 512, height: 512, samples: 4, fit: true });
  const { mean, beyond } = compared(await readFile(png), ours);
  assert.ok(mean < 2 && beyond < 0.02, `mean ${mean} levels, ${beyond} beyond 16 levels`);
  await page.close();
});

test('the page asks only its own server, breaks no policy and warns of nothing', async () => {
  const page = await samplePage();
  await page.click('#views [value=face]');
  await page.click('#poses [value="poses/kick.vpd"]');
  await waitForStatus(page, 'kick');
  assert.deepEqual(page.problems, []);
  const foreign = page.requests.filter((url) => !url.startsWith(server.address) && !/^(blob|data):/.test(url));
  assert.deepEqual(foreign, []);
  await page.close();
});

test('nothing is drawn while nothing changes', async () => {
  const page = await samplePage();
  await page.waitForFunction(() => [...document.querySelectorAll('#poses img')].every((image) => image.src));
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const before = await frames(page);
  await page.evaluate(() => new Promise((done) => {
    let left = 30; // of the browser's own frames
    const next = () => (--left > 0 ? requestAnimationFrame(next) : done());
    next();
  }));
  assert.equal(await frames(page), before);
  await page.mouse.move(300, 300);
  await page.mouse.down();
  await page.mouse.move(340, 300);
  await page.mouse.up();
  await page.waitForFunction((before) => document.querySelector('mmd-viewer').drawnFrames > before, {}, before);
  await page.close();
});

test('a dropped folder shows its model, and a dropped pose poses it', async () => {
  const folder = path.join(scratch, 'dropped');
  await cp(path.join(root, 'samples/figure'), folder, { recursive: true });
  const page = await openPage(browser, server.address);
  await drop(page, [folder]);
  await viewerIsThere(page);
  await waitForStatus(page, 'ready');
  assert.equal(await page.evaluate(() => document.querySelector('mmd-viewer').model.diagnostics.length), 0);
  const hand = () => page.evaluate(() => document.querySelector('mmd-viewer').bones().find(({ name }) => name === '右足首').position);
  const rest = await hand();
  await drop(page, [kick]);
  await waitForStatus(page, 'kick');
  assert.notDeepEqual(await hand(), rest);
  await page.close();
});

test('damaged and missing files give a message, and the model stays', async () => {
  const page = await samplePage();
  const cut = path.join(scratch, 'cut.pmx');
  await writeFile(cut, (await readFile(figure)).subarray(0, 4000));
  await drop(page, [cut]);
  await waitForStatus(page, 'cut.pmx');
  const bad = path.join(scratch, 'bad.vpd');
  await writeFile(bad, 'no pose');
  await drop(page, [bad]);
  await waitForStatus(page, 'bad.vpd');
  assert.equal(await page.$eval('#status', (element) => element.classList.contains('bad')), true);
  assert.notEqual(await page.evaluate(() => document.querySelector('mmd-viewer').model), null);
  await page.close();
});

test('a foreign file gets a message and changes nothing', async () => {
  const page = await samplePage();
  const foreign = path.join(scratch, 'readme.txt');
  await writeFile(foreign, 'text');
  await page.evaluate(() => {
    globalThis.loads = 0;
    document.querySelector('mmd-viewer').addEventListener('load', () => ++globalThis.loads);
  });
  const bones = () => page.evaluate(() => document.querySelector('mmd-viewer').bones());
  const before = await bones();
  await drop(page, [foreign]);
  await waitForStatus(page, 'readme.txt is not a model, pose, motion or sound');
  assert.deepEqual(await bones(), before);
  await drop(page, [kick, foreign]); // a pose among other files is applied
  await waitForStatus(page, 'kick');
  assert.equal(await page.evaluate(() => globalThis.loads), 0);
  const empty = await openPage(browser, server.address);
  await drop(empty, [foreign]);
  await waitForStatus(empty, 'readme.txt is not a model, pose, motion or sound');
  await empty.close();
  await page.close();
});

test('poses have small pictures, and choosing one poses the model', async () => {
  const page = await samplePage();
  await page.waitForFunction(() => [...document.querySelectorAll('#poses img')].every((image) => image.src && image.naturalWidth > 0));
  await page.click('#poses [value="poses/kick.vpd"]');
  await waitForStatus(page, 'kick');
  assert.equal(await page.$eval('#poses [value="poses/kick.vpd"]', (button) => button.getAttribute('aria-pressed')), 'true');
  await page.close();
});

test('switches and morphs change the picture', async () => {
  const page = await samplePage();
  await page.click('#views [value=face]');
  const options = { width: 200, height: 200, samples: 1 };
  let last = await picture(page, options);
  const changes = async (what) => {
    const next = await picture(page, options);
    assert.ok(compared(last, next, 0).beyond > 0, what);
    last = next;
  };
  for (const name of ['edge', 'toon', 'append', 'skeleton']) {
    await page.click(`#switches [name=${name}]`);
    await changes(name);
  }
  await page.evaluate(() => document.querySelectorAll('details').forEach((part) => (part.open = true)));
  await page.$eval('#morphs [name=まばたき]', (slider) => {
    slider.value = 1;
    slider.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await changes('まばたき');
  await page.close();
});

test('the comparison shows two panes that differ where append acts', async () => {
  const page = await samplePage();
  await page.evaluate(() => document.querySelector('mmd-viewer').setPose('poses/kick.vpd'));
  await page.click('#switches [name=compare]');
  const difference = async () => {
    await page.evaluate(() => {
      document.querySelector('#panes').hidden = true; // their labels differ
      return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    });
    const { width, height, data } = PNG.sync.read(Buffer.from(await (await page.$('mmd-viewer')).screenshot()));
    const pane = Math.floor(width / 2);
    const [left, right] = [new PNG({ width: pane, height }), new PNG({ width: pane, height })];
    const whole = { width, height, data };
    PNG.bitblt(whole, left, 0, 0, pane, height, 0, 0);
    PNG.bitblt(whole, right, pane, 0, pane, height, 0, 0);
    return compared(PNG.sync.write(left), PNG.sync.write(right)).beyond;
  };
  assert.ok((await difference()) > 0.005);
  await page.click('#switches [name=append]');
  assert.ok((await difference()) < 0.0005, 'without append both panes are the same');
  await page.close();
});

test('picture and pose are saved as files', async () => {
  const page = await samplePage();
  const session = await browser.target().createCDPSession();
  await session.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: scratch, eventsEnabled: true });
  const saved = () => new Promise((done) => {
    session.on('Browser.downloadProgress', function listen({ state }) {
      if (state !== 'completed') return;
      session.off('Browser.downloadProgress', listen);
      done();
    });
  });
  for (const [button, name, start] of [['#save-png', 'figure.png', '\x89PNG'], ['#save-vpd', 'figure.vpd', 'Vocaloid Pose Data file']]) {
    const done = saved();
    await page.click(button);
    await done;
    assert.ok((await readFile(path.join(scratch, name), 'latin1')).startsWith(start), name);
  }
  await page.close();
});

test('the website of a batch opens each picture in the viewer', { skip: process.env.MMDVIEW ? false : 'MMDVIEW names no program' }, async () => {
  const site = path.join(scratch, 'site');
  const poses = ['kick', 'bow'].flatMap((name) => ['--poses', path.join(root, 'samples/poses', `${name}.vpd`)]);
  const asked = ['batch', figure, ...poses, '--size', '128x128', '-o', path.join(scratch, 'out'), '-q', '--web', site];
  assert.equal(spawnSync(process.env.MMDVIEW, asked).status, 2, 'without --i-may-publish');
  execFileSync(process.env.MMDVIEW, [...asked, '--i-may-publish']);
  const own = await serve({}, site);
  const page = await openPage(browser, own.address);
  assert.equal((await page.$$('main a img')).length, 2);
  const kickPicture = () => [...document.querySelectorAll('a')].find((link) => link.textContent.includes('kick')).click();
  await Promise.all([page.waitForNavigation(), page.evaluate(kickPicture)]);
  await viewerIsThere(page);
  await waitForStatus(page, 'kick');
  assert.deepEqual(page.problems, []);
  assert.deepEqual(await page.evaluate(() => document.querySelector('mmd-viewer').model.diagnostics), []);
  await page.close();
  own.close();
});

test('a motion plays, stops and is wound', async () => {
  const page = await openPage(browser, server.address);
  await openFiles(page, [['figure.pmx', figure], ['song.vmd', path.join(root, 'samples/motions/song.vmd')]]);
  await page.click('#play');
  await page.waitForFunction(() => document.querySelector('mmd-viewer').frame > 3);
  await page.click('#play');
  assert.equal(await page.evaluate(() => document.querySelector('mmd-viewer').playing), false);
  await page.$eval('#frame', (slider) => {
    slider.value = 60;
    slider.dispatchEvent(new Event('input'));
  });
  assert.equal(await page.$eval('#frame-number', (output) => output.value), '60');
  await page.close();
});

test('the element shows what its attributes say', async () => {
  const page = await openPage(browser, `${server.address}/element.html`);
  await viewerIsThere(page);
  await page.waitForFunction(() => document.querySelector('mmd-viewer').drawnFrames > 0);
  const found = await page.evaluate(() => {
    const viewer = document.querySelector('mmd-viewer');
    const errors = [];
    viewer.addEventListener('error', ({ detail }) => errors.push(detail.message));
    viewer.setBone('頭', [0, 0.1, 0, 0.995]);
    return { textures: viewer.model.diagnostics, bones: viewer.bones().length, png: viewer.toPNG({ width: 64, height: 64 }).length, errors };
  });
  assert.deepEqual(found.textures, []);
  assert.ok(found.bones > 100 && found.png > 500);
  const message = await page.evaluate(
    () => new Promise((done) => {
      const viewer = document.querySelector('mmd-viewer');
      viewer.addEventListener('error', ({ detail }) => done(detail.message), { once: true });
      viewer.setAttribute('src', '/nothing.pmx');
    }),
  );
  assert.match(message, /nothing\.pmx: 404/);
  await page.close();
});

test('the three examples of the docs are live', async () => {
  const page = await openPage(browser, `${server.address}/examples.html`);
  await page.waitForFunction(() => [...document.querySelectorAll('mmd-viewer')].every((viewer) => viewer.drawnFrames > 0));
  await page.$eval('#blink', (slider) => {
    slider.value = 1;
    slider.dispatchEvent(new Event('input'));
  });
  await page.screenshot({ path: path.join(scratch, 'examples.png'), fullPage: true });
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('a model of 300,000 vertices is shown', async () => {
  const model = path.join(scratch, 'large.pmx');
  execFileSync('python3', [path.join(root, 'tests/web/large_model.py'), model, '300000']);
  const page = await openPage(browser, server.address);
  const { vertices } = await openFiles(page, [['large.pmx', model]]);
  assert.ok(vertices >= 300_000);
  assert.ok((await picture(page, { width: 256, height: 256 })).length > 1000);
  await page.close();
});

test('ten models one after the other take no more memory than two', async () => {
  const page = await openPage(browser, server.address);
  const memory = () => page.evaluate(() => document.querySelector('mmd-viewer').session.module.HEAPU8.length);
  const files = await filesOf(path.join(root, 'samples/figure'));
  const open = async () => {
    await openFiles(page, files);
    await picture(page, { width: 128, height: 128, samples: 1 });
  };
  await open();
  await open();
  const second = await memory();
  for (let i = 0; i < 8; ++i) await open();
  assert.ok((await memory()) <= 1.25 * second); // the memory grows in steps of a fifth
  await page.close();
});

for (const language of ['en', 'ja'])
  for (const theme of ['light', 'dark'])
    test(`axe finds nothing serious: ${language}, ${theme}`, async () => {
      const page = await samplePage();
      await page.select('#language', language);
      await page.select('#theme', theme);
      await page.evaluate(() => document.querySelectorAll('details').forEach((part) => (part.open = true)));
      await page.evaluate(await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
      const { violations } = await page.evaluate(() => globalThis.axe.run());
      const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      assert.deepEqual(serious.map(({ id, nodes }) => `${id}: ${nodes[0].html}`), []);
      await page.close();
    });

test('the keyboard moves the camera and chooses views', async () => {
  const page = await samplePage();
  const options = { width: 200, height: 200, samples: 1 };
  const shots = [await picture(page, options)];
  await page.evaluate(() => document.querySelector('mmd-viewer').shadowRoot.querySelector('canvas').focus());
  for (const key of ['ArrowLeft', '+', '4']) {
    await page.keyboard.press(key);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    shots.push(await picture(page, options));
    assert.ok(compared(shots.at(-2), shots.at(-1), 8).beyond > 0.005, key);
  }
  await page.close();
});
