import type { BoneTexture } from './bone-texture.js';

/** The texels of a bone texture as a file: raw little-endian Float32, whatever the machine's own order. */
export function encodeBoneTexture({ data }: BoneTexture): ArrayBuffer {
  const bytes = new ArrayBuffer(data.length * 4);
  const view = new DataView(bytes);
  for (let i = 0; i < data.length; i++) view.setFloat32(i * 4, data[i], true);
  return bytes;
}
