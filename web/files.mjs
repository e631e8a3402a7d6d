// The files of <mmd-viewer>: their kinds, and fetching them. A model's textures come from its own folder only.

import { MmdviewError } from './core.mjs';

export const isModel = (name) => /\.(pmx|pmd|x|vac)$/i.test(name);
export const isAccessory = (name) => /\.(x|vac)$/i.test(name);
export const isScene = (name) => /\.(mmdscene|pmm)$/i.test(name);
export const isPose = (name) => /\.vpd$/i.test(name);
export const isSound = (name) => /\.(wav|mp3|ogg|flac)$/i.test(name);
export const isMotion = (name) => /\.vmd$/i.test(name);
export const isArchive = (name) => /\.(zip|7z|rar|lzh|lha|tar|gz|tgz|xz|txz)$/i.test(name);

/**
 * The name among `names` that is `name`, or that ends in it: poses/a.vpd is found as model.zip/poses/a.vpd, and in a
 * folder of the archive. Undefined if there is none.
 */
export function foundIn(names, name) {
  if (names.includes(name)) return name;
  const end = `/${name.replace(/^(\.\/)+/, '')}`;
  return names.filter((one) => one.endsWith(end)).sort((a, b) => a.length - b.length)[0];
}

/** What was opened as one thing: a folder, an archive or a file of its own. */
const groupOf = (name) => (name.includes('/') ? name.slice(0, name.indexOf('/')) : name);

/**
 * The models to show of those that were opened together: of each folder and archive the first one, or an accessory if it
 * has nothing else, and each file of its own. Accessories come last.
 */
export function modelsToShow(names) {
  const sorted = [...names.filter((name) => !isAccessory(name)), ...names.filter(isAccessory)];
  return sorted.filter((name, i) => sorted.findIndex((other) => groupOf(other) === groupOf(name)) === i);
}

/** The sound among the names that belongs to the motions: the one of a motion's name, or else the only one. */
export function soundFor(names, motions) {
  const stem = (name) => name.split('/').pop().replace(/\.[^.]*$/, '').toLowerCase();
  const sounds = names.filter(isSound);
  return sounds.find((sound) => motions.some((motion) => stem(motion) === stem(sound))) ?? (sounds.length === 1 ? sounds[0] : undefined);
}

/** Textures that a viewer fetches at the same time. */
const parallelFetches = 8;

/** The bytes at an address. */
export async function fetched(address, signal) {
  const answer = await fetch(address, { signal });
  if (!answer.ok)
    throw new MmdviewError({ what: `${address}: ${answer.status} ${answer.statusText}`, hint: 'check the address' });
  return new Uint8Array(await answer.arrayBuffer());
}

/** The name of the file at an address. */
export function nameIn(address) {
  const name = new URL(address, document.baseURI).pathname.split('/').pop();
  try {
    return decodeURIComponent(name) || 'file';
  } catch {
    return name; // a % that begins no code
  }
}

/** A name as written, and with its %XX decoded once, twice …: servers and proxies decode more than once. */
function* readingsOf(name) {
  for (let before; name !== before; ) {
    yield name;
    before = name;
    name = name.replace(/%([0-9a-f]{2})/gi, (code, hex) => String.fromCharCode(parseInt(hex, 16)));
  }
}

/** Whether a path is absolute, has a scheme or a drive, or a part "..". Browsers and servers ignore white space. */
function leavesFolder(path) {
  const parts = path.replace(/[\0-\x20]/g, '').split(/[/\\]/);
  return parts[0] === '' || /^[a-z][a-z0-9+.-]*:/i.test(parts[0]) || parts.some((part) => /^\.\.+$/.test(part));
}

/** A path of a model's file with "/", without "." and empty parts. */
const plainPath = (path) => path.split(/[/\\]/).filter((part) => part !== '' && part !== '.').join('/');

/** The address of a file that the model at `model` names; null if it is not in the model's folder or below. */
export function addressBelow(model, path) {
  if ([...readingsOf(path)].some(leavesFolder) || /(^|[/\\])\.?$/.test(path)) return null;
  try {
    const folder = new URL('.', model);
    const address = new URL(plainPath(path).split('/').map(encodeURIComponent).join('/'), folder);
    return address.origin === folder.origin && address.pathname.startsWith(folder.pathname) ? address : null;
  } catch {
    return null; // a blob: or data: address has no folder
  }
}

/** The textures of the model at `model` that can be fetched, as {name, bytes}. load() warns of the others. */
export async function fetchTextures(model, textures, signal) {
  const wanted = new Map(); // by address: models name some textures twice
  for (const texture of textures) {
    const address = addressBelow(model, texture);
    if (address && address.pathname !== new URL(model).pathname) wanted.set(address.href, plainPath(texture));
  }
  const files = [];
  const waiting = [...wanted];
  const fetchSome = async () => {
    while (waiting.length > 0) {
      const [address, name] = waiting.shift();
      try {
        files.push({ name, bytes: await fetched(address, signal) });
      } catch (error) {
        if (signal?.aborted) throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: parallelFetches }, fetchSome));
  return files;
}
