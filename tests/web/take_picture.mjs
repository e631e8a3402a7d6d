// Takes the picture of the page for the docs: node take_picture.mjs FILE.png
import { launch, openPage, serve } from './browser.mjs';

const server = await serve();
const browser = await launch();
const page = await openPage(browser, `${server.address}/?sample`, { width: 1120, height: 920 });
await page.waitForFunction(() => document.querySelector('#status').textContent.includes('peace'));
await page.waitForFunction(() => [...document.querySelectorAll('#poses img')].every((image) => image.naturalWidth > 0));
await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
await page.screenshot({ path: process.argv[2] });
await browser.close();
server.close();
