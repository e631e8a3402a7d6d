// compare.js STEM VIEWER [SECONDS]: loads STEM.vrm with three-vrm (vrm), or draws in Chromium and compares the silhouette
// with STEM.ours.png: STEM.glb with three.js (three) or Babylon.js (babylon), or a row of pictures of STEM.vrm and
// STEM.vrma with three-vrm (strip). SECONDS: of the animation; of a strip, with commas between them.
const fs = require('fs'), http = require('http'), os = require('os'), path = require('path'), zlib = require('zlib');
const {spawn} = require('child_process');

const stem = process.argv[2], viewer = process.argv[3], seconds = process.argv[4];
const types = {'.html': 'text/html', '.js': 'text/javascript', '.glb': 'model/gltf-binary'};

// The alpha of an RGB or RGBA PNG of 8 bits without interlacing: what Chromium and mmdview write.
function alphaOf(png) {
  let at = 8, data = [], width = 0, height = 0, channels = 4;
  while (at < png.length) {
    const length = png.readUInt32BE(at), kind = png.toString('latin1', at + 4, at + 8);
    if (kind === 'IHDR') {
      width = png.readUInt32BE(at + 8);
      height = png.readUInt32BE(at + 12);
      channels = png[at + 17] === 6 ? 4 : 3;
    }
    if (kind === 'IDAT') data.push(png.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  const raw = zlib.inflateSync(Buffer.concat(data)), row = width * channels;
  const out = Buffer.alloc(row * height);
  for (let y = 0; y < height; ++y)
    for (let x = 0; x < row; ++x) {
      const filter = raw[y * (row + 1)], value = raw[y * (row + 1) + 1 + x];
      const a = x >= channels ? out[y * row + x - channels] : 0, b = y > 0 ? out[(y - 1) * row + x] : 0;
      const c = x >= channels && y > 0 ? out[(y - 1) * row + x - channels] : 0;
      const p = a + b - c, pa = Math.abs(p - a), pb = Math.abs(p - b), pc = Math.abs(p - c);
      const paeth = pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
      out[y * row + x] = value + [0, a, b, (a + b) >> 1, paeth][filter];
    }
  return Array.from({length: width * height}, (_, i) => channels === 4 ? out[4 * i + 3] : 255);
}

function finish(text) {
  if (!text.startsWith('data:')) { console.log(`${stem}, ${viewer}: ${text}`); return text.startsWith('fine: ') ? 0 : 1; }
  const png = Buffer.from(text.split(',')[1], 'base64');
  fs.writeFileSync(`${stem}.${viewer}.png`, png);
  const theirs = alphaOf(png), ours = alphaOf(fs.readFileSync(stem + '.ours.png'));
  // A pixel that is covered by half: where masks are cut (alpha below one half is gone there, and half seen here), and of
  // four samples two: 127 here, 128 there.
  const seen = 120;
  let both = 0, either = 0;
  for (let i = 0; i < ours.length; ++i) {
    both += ours[i] >= seen && theirs[i] >= seen ? 1 : 0;
    either += ours[i] >= seen || theirs[i] >= seen ? 1 : 0;
  }
  if (either === 0) { console.log(`${stem}: nothing is seen`); return 0; }
  console.log(`${stem}, ${viewer}: silhouettes ${(both / either).toFixed(4)}, ${either} pixels`);
  return both / either >= 0.99 ? 0 : 1;
}

const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'mmdview-viewer-'));
let browser;
function end(status) {
  browser.kill('SIGKILL');
  setTimeout(() => { fs.rmSync(profile, {recursive: true, force: true}); process.exit(status); }, 300);
}
const server = http.createServer((request, response) => {
  const url = new URL(request.url, 'http://localhost');
  if (url.pathname === '/done') {
    let body = '';
    request.on('data', part => { body += part; });
    request.on('end', () => { response.end(); end(finish(body)); });
    return;
  }
  const file = '.' + decodeURIComponent(url.pathname);
  if (!fs.existsSync(file)) { response.statusCode = 404; response.end(); return; }
  response.setHeader('Content-Type', types[path.extname(file)] || 'application/octet-stream');
  fs.createReadStream(file).pipe(response);
});
server.listen(0, '127.0.0.1', () => {
  const page = `http://127.0.0.1:${server.address().port}/${viewer}.html?file=/${encodeURIComponent(stem)}.${viewer === 'vrm' || viewer === 'strip' ? 'vrm' : 'glb'}${seconds ? '&time=' + seconds : ''}`
    .replace('%2F', '/');
  browser = spawn('chromium', ['--headless', '--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader', `--user-data-dir=${profile}`, page], {stdio: 'ignore'});
  setTimeout(() => { console.log(stem, 'no answer within two minutes'); end(1); }, 120000).unref();
});
