/** The file with another JSON chunk and the same further chunks. */
export function packGlb(json: unknown, glb: Uint8Array): Uint8Array<ArrayBuffer> {
  const old = new DataView(glb.buffer, glb.byteOffset, glb.byteLength);
  const rest = glb.subarray(20 + old.getUint32(12, true));
  const text = new TextEncoder().encode(JSON.stringify(json));
  const padded = Math.ceil(text.length / 4) * 4;
  const bytes = new Uint8Array(20 + padded + rest.length).fill(0x20);
  bytes.set(glb.subarray(0, 20));
  bytes.set(text, 20);
  bytes.set(rest, 20 + padded);
  const view = new DataView(bytes.buffer);
  view.setUint32(8, bytes.length, true);
  view.setUint32(12, padded, true);
  return bytes;
}
