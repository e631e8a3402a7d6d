// Results of three.js' MMDLoader and MMDAnimationHelper for all cases; it left three's examples after 0.171.
//   npm install --prefix . three@0.171.0        (in a folder of its own)
//   node three.mjs FOLDER_WITH_node_modules RESULTS
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const [modules, results] = process.argv.slice(2);
const kit = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");
const three = path.join(path.resolve(modules), "node_modules/three");
const load = (file) => import(pathToFileURL(path.join(three, file)));

// Pictures have no part in it, and there is no browser.
const picture = { addEventListener() {}, removeEventListener() {}, getContext: () => ({ drawImage() {} }), style: {} };
globalThis.document = { createElementNS: () => ({ ...picture }), createElement: () => ({ ...picture }) };
globalThis.self = globalThis;

const THREE = await load("build/three.module.js");
const { MMDLoader } = await load("examples/jsm/loaders/MMDLoader.js");
const { MMDAnimationHelper } = await load("examples/jsm/animation/MMDAnimationHelper.js");

function evaluate(entry) {
  const loader = new MMDLoader();
  const parser = loader._getParser();
  const bytes = fs.readFileSync(path.join(kit, entry.model));
  const data = parser.parsePmx(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length), true);
  const mesh = loader.meshBuilder.build(data, "", undefined, () => {});
  for (const [name, weight] of Object.entries(entry.morphs)) {
    const index = mesh.morphTargetDictionary?.[name];
    if (index !== undefined) mesh.morphTargetInfluences[index] = weight;
  }
  const vpd = { metadata: { coordinateSystem: "left" }, bones: Object.entries(entry.bones).map(([name, b]) => (
    { name, translation: [...b.translation], quaternion: [...b.rotation] })) };
  parser.leftToRightVpd(vpd);
  new MMDAnimationHelper({ pmxAnimation: true }).pose(mesh, vpd);
  mesh.updateMatrixWorld(true);
  mesh.skeleton.update();

  const bones = mesh.skeleton.bones.map((bone, index) => {
    const p = new THREE.Vector3(), q = new THREE.Quaternion();
    bone.matrixWorld.decompose(p, q, new THREE.Vector3());
    return { index, name: bone.name, position: [p.x, p.y, -p.z], rotation: [-q.x, -q.y, q.z, q.w] };
  });
  const uv = mesh.geometry.attributes.uv;
  const vertices = [], uvs = [];
  for (let i = 0; i < mesh.geometry.attributes.position.count; ++i) {
    const v = mesh.getVertexPosition(i, new THREE.Vector3());
    vertices.push([v.x, v.y, -v.z]);
    uvs.push([uv.getX(i), uv.getY(i)]);
  }
  return { bones, vertices, uvs };
}

fs.mkdirSync(results, { recursive: true });
for (const entry of JSON.parse(fs.readFileSync(path.join(kit, "cases.json"), "utf8")).cases) {
  let out = {};
  try {
    out = evaluate(entry);
  } catch (problem) {
    out = { problem: String(problem) };
  }
  fs.writeFileSync(path.join(results, entry.name + ".json"), JSON.stringify(out));
}
console.log(`three ${THREE.REVISION}`);
