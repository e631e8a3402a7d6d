// Files as <mmd-viewer> takes them, from what a person drops or chooses.

const fileOf = async (name, file) => ({ name, bytes: new Uint8Array(await file.arrayBuffer()) });

/** The files of an <input>. */
export async function filesOfInput(list) {
  return Promise.all([...list].map((file) => fileOf(file.webkitRelativePath || file.name, file)));
}

async function entriesIn(folder) {
  const reader = folder.createReader();
  const all = [];
  for (;;) {
    const some = await new Promise((done, failed) => reader.readEntries(done, failed));
    if (some.length === 0) return all;
    all.push(...some);
  }
}

/** The files of dropped entries, folders included. */
export async function filesOfEntries(entries, folder = '') {
  const out = [];
  for (const entry of entries) {
    const name = folder + entry.name;
    if (entry.isDirectory) out.push(...(await filesOfEntries(await entriesIn(entry), `${name}/`)));
    else out.push(await fileOf(name, await new Promise((done, failed) => entry.file(done, failed))));
  }
  return out;
}
