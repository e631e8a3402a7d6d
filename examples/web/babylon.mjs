// A Babylon.js mesh that mmdview's core poses: the vertices are skinned by the core, SDEF included.
import { Mesh, MultiMaterial, StandardMaterial, SubMesh, VertexBuffer, VertexData } from '@babylonjs/core';

/** Makes a mesh of the session's model. The scene must be right-handed: scene.useRightHandedSystem = true. */
export function makeMesh(session, model, scene) {
  const mesh = new Mesh(model.name, scene);
  const data = new VertexData();
  data.positions = new Float32Array(session.array('positions'));
  data.normals = new Float32Array(session.array('normals'));
  data.uvs = new Float32Array(session.array('uvs'));
  data.indices = new Uint32Array(session.array('indices'));
  data.applyToMesh(mesh, true);
  mesh.material = new MultiMaterial(model.name, scene);
  mesh.subMeshes = [];
  model.materials.forEach(({ name, first, count, diffuse, doubleSided }, i) => {
    const material = new StandardMaterial(name, scene);
    material.diffuseColor.set(...diffuse.slice(0, 3));
    material.alpha = diffuse[3];
    material.backFaceCulling = !doubleSided;
    mesh.material.subMaterials.push(material);
    new SubMesh(i, 0, model.vertices, first, count, mesh);
  });
  return mesh;
}

/** Moves the mesh into the session's pose. */
export function applyPose(session, mesh) {
  mesh.updateVerticesData(VertexBuffer.PositionKind, session.array('positions'));
  mesh.updateVerticesData(VertexBuffer.NormalKind, session.array('normals'));
}
