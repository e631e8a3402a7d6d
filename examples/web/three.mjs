// A three.js SkinnedMesh that mmdview's core poses. three moves BDEF vertices as mmdview does, and SDEF vertices linearly;
// where that shows, set the geometry's positions from session.array('positions') instead of skinning.
import * as THREE from 'three';

/** Makes a mesh of the session's model at rest, with one bone per bone of the model. */
export function makeMesh(session, model) {
  const geometry = new THREE.BufferGeometry();
  const copy = (name, Type = Float32Array) => new Type(session.array(name));
  geometry.setAttribute('position', new THREE.BufferAttribute(copy('rest_positions'), 3));
  geometry.setAttribute('normal', new THREE.BufferAttribute(copy('rest_normals'), 3));
  geometry.setAttribute('uv', new THREE.BufferAttribute(copy('uvs'), 2));
  geometry.setAttribute('skinIndex', new THREE.BufferAttribute(copy('skin_indices', Uint16Array), 4));
  geometry.setAttribute('skinWeight', new THREE.BufferAttribute(copy('skin_weights'), 4));
  geometry.setIndex(new THREE.BufferAttribute(copy('indices', Uint32Array), 1));
  const materials = model.materials.map(({ name, first, count, diffuse, doubleSided }, i) => {
    geometry.addGroup(first, count, i);
    return new THREE.MeshLambertMaterial({
      name,
      color: new THREE.Color(...diffuse.slice(0, 3)),
      opacity: diffuse[3],
      transparent: diffuse[3] < 1,
      side: doubleSided ? THREE.DoubleSide : THREE.FrontSide,
    });
  });
  const mesh = new THREE.SkinnedMesh(geometry, materials);
  // The palette goes from rest to posed, so the bones' rest matrices are the identity. The last entry is for vertices
  // without a bone.
  const bones = Array.from({ length: session.array('palette').length / 12 }, () => new THREE.Bone());
  for (const bone of bones) bone.matrixAutoUpdate = bone.matrixWorldAutoUpdate = false;
  mesh.bind(new THREE.Skeleton(bones, bones.map(() => new THREE.Matrix4())), new THREE.Matrix4());
  mesh.frustumCulled = false; // its box is that of the rest pose
  return mesh;
}

/** Moves the mesh into the session's pose. */
export function applyPose(session, mesh) {
  const palette = session.array('palette');
  mesh.skeleton.bones.forEach((bone, i) => bone.matrixWorld.set(...palette.subarray(12 * i, 12 * i + 12), 0, 0, 0, 1));
  mesh.skeleton.update();
}
