// Chromium with the page of build/web, served with the strictest policy that it needs.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import puppeteer from 'puppeteer-core';

export const root = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), '../..');
export const site = path.join(root, 'build/web');

const types = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.json': 'application/json',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
};

/** A server of a folder; `extra`: further files by path. `requests` are the paths that were asked for. */
export async function serve(extra = {}, folder = site) {
  const requests = [];
  const server = createServer(async (request, answer) => {
    const name = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
    const file = name.endsWith('/') ? `${name}index.html` : name;
    requests.push(file);
    try {
      const bytes = extra[file] ?? (await readFile(path.join(folder, path.normalize(file))));
      answer.writeHead(200, {
        'Content-Type': types[path.extname(file)] ?? 'application/octet-stream',
        'Content-Security-Policy': "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' blob: data:; media-src blob:",
      });
      answer.end(bytes);
    } catch {
      answer.writeHead(404);
      answer.end();
    }
  });
  await new Promise((listening) => server.listen(0, 'localhost', listening));
  server.unref(); // a failed test must not keep the process
  return { address: `http://localhost:${server.address().port}`, requests, close: () => server.close() };
}

export async function launch(more = []) {
  return puppeteer.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    headless: true,
    protocolTimeout: 120_000,
    args: [
      '--no-sandbox',
      '--use-gl=angle',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      '--ignore-gpu-blocklist',
      '--force-device-scale-factor=1',
      '--lang=en',
      ...more,
    ],
  });
}

/** A page that collects its errors and its requests. */
export async function openPage(browser, address, { width = 1280, height = 800 } = {}) {
  const page = await browser.newPage();
  await page.setViewport({ width, height });
  page.setDefaultTimeout(120_000); // software drawing on a busy machine
  page.problems = [];
  page.requests = [];
  page.on('pageerror', (error) => page.problems.push(String(error)));
  page.on('console', (message) => {
    const quiet = message.text().includes('GPU stall due to ReadPixels');
    if (['error', 'warn'].includes(message.type()) && !quiet) page.problems.push(message.text());
  });
  page.on('request', (request) => page.requests.push(request.url()));
  await page.goto(address);
  return page;
}

/** Opens files, given by name and path, in the page's viewer. Returns what load() says. */
export async function openFiles(page, files, model) {
  const packed = await Promise.all(
    files.map(async ([name, file]) => [name, (typeof file === 'string' ? await readFile(file) : file).toString('base64')]),
  );
  return page.evaluate(
    async (packed, model) => {
      const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      const viewer = document.querySelector('mmd-viewer');
      await viewer.open(packed.map(([name, text]) => ({ name, bytes: bytes(text) })), model);
      return viewer.model;
    },
    packed,
    model,
  );
}

/** A picture by the viewer, as the bytes of a PNG. */
export async function picture(page, options) {
  const text = await page.evaluate((options) => {
    let letters = '';
    for (const byte of document.querySelector('mmd-viewer').toPNG(options)) letters += String.fromCharCode(byte);
    return btoa(letters);
  }, options);
  return Buffer.from(text, 'base64');
}

/** Drags files from the desktop onto the page. */
export async function drop(page, files) {
  const session = await page.createCDPSession();
  const data = { items: [], files, dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'])
    await session.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data });
}
