// The parts of a .glb, .vrm or .vrma.

/** The JSON of a binary glTF; throws if it is none. */
export function jsonOf(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0, true) !== 0x46546c67 || view.getUint32(8, true) !== bytes.byteLength)
    throw new Error('this is not a whole binary glTF');
  return JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + view.getUint32(12, true))));
}
