// The sound of a motion in the element, in Chromium.
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { launch, openFiles, openPage, root, serve } from './browser.mjs';

let server;
let browser;
const figure = ['figure.pmx', path.join(root, 'samples/figure/figure.pmx')];
const song = ['song.vmd', path.join(root, 'samples/motions/song.vmd')];

/** Silence as a WAV file. */
function wav(seconds) {
  const rate = 8000;
  const out = Buffer.alloc(44 + seconds * rate);
  out.write('RIFF', 0);
  out.writeUInt32LE(out.length - 8, 4);
  out.write('WAVEfmt ', 8);
  out.writeUInt32LE(16, 16);
  out.writeUInt16LE(1, 20);
  out.writeUInt16LE(1, 22);
  out.writeUInt32LE(rate, 24);
  out.writeUInt32LE(rate, 28);
  out.writeUInt16LE(1, 32);
  out.writeUInt16LE(8, 34);
  out.write('data', 36);
  out.writeUInt32LE(out.length - 44, 40);
  return out.fill(128, 44);
}

before(async () => {
  server = await serve({ '/song.wav': wav(60) });
  browser = await launch(['--autoplay-policy=no-user-gesture-required']);
});
after(async () => {
  await browser?.close();
  server?.close();
});

async function pageWith(files) {
  const page = await openPage(browser, server.address);
  await openFiles(page, files);
  return page;
}
const onViewer = (page, run, ...values) => page.evaluate(`(${run})(document.querySelector('mmd-viewer'), ...${JSON.stringify(values)})`);
const waitFor = (page, run) => page.waitForFunction(`(${run})(document.querySelector('mmd-viewer'))`);

test('the picture shows the frame that is heard', async () => {
  const page = await pageWith([figure, song, ['song.wav', wav(60)], ['other.wav', wav(1)]]);
  assert.equal(await onViewer(page, (viewer) => Math.round(viewer.sound.duration)), 60, 'the sound of the name of the motion');
  await onViewer(page, (viewer) => viewer.play());
  await waitFor(page, (viewer) => viewer.sound.currentTime > 0 && viewer.frame > 0);
  // A clock that stands shows which clock the picture follows.
  await onViewer(page, (viewer) => Object.defineProperty(viewer.sound, 'currentTime', { value: 1.5, writable: true }));
  await waitFor(page, (viewer) => viewer.frame === 45);
  await onViewer(page, (viewer) => viewer.pause());
  assert.equal(await onViewer(page, (viewer) => viewer.sound.paused), true);
  await onViewer(page, (viewer) => {
    delete viewer.sound.currentTime;
    viewer.seek(90);
    viewer.play();
  });
  await waitFor(page, (viewer) => !viewer.sound.paused && viewer.sound.currentTime >= 3);
  assert.deepEqual(page.problems, []);
});

test('a motion goes on by the clock before its sound, after it and without it', async () => {
  const page = await pageWith([figure, song, ['song.wav', wav(1)]]);
  await onViewer(page, (viewer) => {
    viewer.seek(29);
    viewer.play();
  });
  await waitFor(page, (viewer) => viewer.frame > 33);
  assert.equal(await onViewer(page, (viewer) => viewer.sound.paused), true, 'it has ended');
  await onViewer(page, (viewer, bytes) => viewer.setSound(new Uint8Array(bytes), { offset: 3000 }), [...wav(2)]);
  const before = await onViewer(page, (viewer) => viewer.frame);
  await page.waitForFunction((before) => document.querySelector('mmd-viewer').frame > before, {}, before);
  assert.equal(await onViewer(page, (viewer) => viewer.sound.paused), true, 'it begins at frame 3000');
  await onViewer(page, (viewer) => viewer.setSound(null));
  assert.equal(await onViewer(page, (viewer) => viewer.sound), null);
  assert.equal(await onViewer(page, (viewer) => viewer.playing), true);
});

test('a browser that refuses sound plays the motion', async () => {
  const page = await pageWith([figure, song, ['song.wav', wav(60)]]);
  await onViewer(page, (viewer) => {
    viewer.sound.play = () => Promise.reject(new DOMException('', 'NotAllowedError'));
    viewer.play();
  });
  await waitFor(page, (viewer) => viewer.frame > 3);
  assert.deepEqual(page.problems, []);
});

test('the page has volume and mute for a dropped sound, and says that a broken one cannot be played', async () => {
  const page = await pageWith([figure, song]);
  assert.equal(await page.$eval('#sound', (row) => row.hidden), true);
  await onViewer(page, (viewer) => viewer.setAttribute('sound', 'song.wav'));
  await waitFor(page, (viewer) => viewer.sound !== null);
  assert.equal(await page.$eval('#sound', (row) => row.hidden), false);
  await page.click('#mute');
  assert.equal(await onViewer(page, (viewer) => viewer.sound.muted), true);
  await onViewer(page, (viewer) => viewer.setSound(new Uint8Array([1, 2, 3]), { name: 'bad.mp3' }).catch(() => {}));
  assert.match(await page.$eval('#status', (line) => line.textContent), /bad\.mp3: this browser cannot play it/);
  assert.equal(await page.$eval('#sound', (row) => row.hidden), true);
});
