import type { PartSource } from './part-source.js';

/** Whether the vertices bring an opacity: the alpha of their colours, unless that is the tint mask. */
export function hasVertexOpacity({ geometry, material, tintMask }: PartSource): boolean {
  return material.vertexColors && !tintMask && geometry.getAttribute('color')?.itemSize === 4;
}
