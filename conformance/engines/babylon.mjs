// Results of babylon-mmd's JavaScript runtime for all cases, with Babylon's engine that draws nothing.
//   npm install --prefix . babylon-mmd@1.3.0 @babylonjs/core@9.34.0        (in a folder of its own)
//   node babylon.mjs FOLDER_WITH_node_modules RESULTS
import fs from "node:fs";
import { register } from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const [modules, results] = process.argv.slice(2);
const kit = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");
register("./resolve.mjs", import.meta.url);
const load = (file) => import(pathToFileURL(path.join(path.resolve(modules), "node_modules", file)));

const { NullEngine } = await load("@babylonjs/core/Engines/nullEngine.js");
const { Scene } = await load("@babylonjs/core/scene.js");
const { Matrix, Quaternion, Vector3 } = await load("@babylonjs/core/Maths/math.vector.js");
const { ImportMeshAsync } = await load("@babylonjs/core/Loading/sceneLoader.js");
await load("babylon-mmd/esm/Loader/pmxLoader.js");
const { VpdLoader } = await load("babylon-mmd/esm/Loader/vpdLoader.js");
const { MmdRuntime } = await load("babylon-mmd/esm/Runtime/mmdRuntime.js");
await load("babylon-mmd/esm/Runtime/Animation/mmdRuntimeModelAnimation.js");

const FRAMES = 30;  // the pose is held, and what comes a frame late has arrived

async function evaluate(entry) {
  const scene = new Scene(new NullEngine());
  const bytes = (file) => new Uint8Array(fs.readFileSync(path.join(kit, file)));
  const loaded = await ImportMeshAsync(bytes(entry.model), scene, { pluginExtension: ".pmx", pluginOptions: { mmdmodel: { materialBuilder: null } } });
  const runtime = new MmdRuntime(scene);
  const model = runtime.createMmdModel(loaded.meshes[0], { buildPhysics: false });
  const pose = new VpdLoader(scene).loadFromBuffer("pose", bytes(entry.pose).buffer);
  model.setRuntimeAnimation(model.createRuntimeAnimation(pose));
  await runtime.seekAnimation(0, true);
  for (const [name, weight] of Object.entries(entry.morphs)) model.morph.setMorphWeight(name, weight);
  for (let frame = 0; frame < FRAMES; ++frame) {
    runtime.beforePhysics(0);
    runtime.afterPhysics();
  }
  // Vertices are moved by shaders, which this engine does not run.
  return { bones: model.runtimeBones.map((bone, index) => {
    const p = new Vector3(), q = new Quaternion();
    Matrix.FromArray(bone.worldMatrix).decompose(new Vector3(), q, p);
    return { index, name: bone.name, position: p.asArray(), rotation: q.asArray() };
  }) };
}

fs.mkdirSync(results, { recursive: true });
for (const entry of JSON.parse(fs.readFileSync(path.join(kit, "cases.json"), "utf8")).cases) {
  let out = {};
  try {
    out = await evaluate(entry);
  } catch (problem) {
    out = { problem: String(problem) };
  }
  fs.writeFileSync(path.join(results, entry.name + ".json"), JSON.stringify(out));
}
process.exit(0);
