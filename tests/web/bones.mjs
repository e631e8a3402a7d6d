// Prints a posed model as JSON, for conformance/run.py: node bones.mjs CORE MODEL [POSE …], CORE: the built core.mjs.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';

const [core, ...files] = process.argv.slice(2);
const { createSession } = await import(pathToFileURL(core));
const session = await createSession();
for (const file of files) session.addFile(basename(file), readFileSync(file));
session.load(files.map((file) => basename(file)), { textures: false });

const rows = (name, width) => {
  const values = session.array(name);
  return Array.from({ length: values.length / width }, (_, i) => [...values.subarray(i * width, (i + 1) * width)]);
};
const vertices = rows('positions', 3).map(([x, y, z]) => [x, y, -z]);
const uvs = rows('uvs', 2);
const { power, edge_size, ...material } = session.materials()[0] ?? {};
console.log(JSON.stringify({ bones: session.bones(), vertices, uvs, material: { ...material, power: [power], edge_size: [edge_size] } }));
