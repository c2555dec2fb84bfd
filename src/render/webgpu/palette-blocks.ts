import { float, int, select, uniform, vec4, vertexIndex } from 'three/tsl';
import {
  type CoordinateSystem,
  DoubleSide,
  NoBlending,
  type Node,
  NodeMaterial,
  WebGPUCoordinateSystem,
} from 'three/webgpu';
import type { PaletteSize } from '../drawing/index.js';

/**
 * Position of this vertex, a corner of its slot's block of texels. WebGL counts the rows of a target from below, WebGPU
 * from above.
 *
 * @param texels of a slot, side by side
 */
export function blockCorner(texels: number, size: PaletteSize, system: CoordinateSystem): Node<'vec4'> {
  const up = system === WebGPUCoordinateSystem ? -1 : 1;
  const first = slotTexel(blockSlot(), texels, size);
  const corner = vertexIndex.bitAnd(3);
  const isRight = corner.equal(1).or(corner.equal(2));
  const x = float(first.x.add(select(isRight, int(texels), int(0))));
  const y = float(first.y.add(int(corner.shiftRight(1))));
  // A number in the shader would have it compiled again for a crowd that grows.
  const height = uniform(size.height) as unknown as Node<'float'>;
  return vec4(x.div(size.width).mul(2).sub(1), y.div(height).mul(2).sub(1).mul(up), 0, 1);
}

export function blockSlot(): Node<'uint'> {
  return vertexIndex.shiftRight(2) as Node<'uint'>;
}

/** Column and row of a slot's first texel in a target. */
export function slotTexel(
  slot: Node<'uint'>,
  texels: number,
  { acrossBits }: PaletteSize,
): { x: Node<'int'>; y: Node<'int'> } {
  const across = slot.bitAnd((1 << acrossBits) - 1);
  return { x: int(across).mul(texels), y: int(slot.shiftRight(acrossBits)) };
}

/** A material that writes numbers and no colours. */
export function createDataMaterial(name: string, vertexNode: Node<'vec4'>, fragmentNode: Node): NodeMaterial {
  const material = new NodeMaterial();
  material.name = name;
  material.vertexNode = vertexNode;
  material.fragmentNode = fragmentNode as Node<'vec4'>;
  // Mirrored vertically on WebGPU, where targets count rows from above, the blocks are seen from behind.
  material.side = DoubleSide;
  material.blending = NoBlending;
  material.depthTest = false;
  material.depthWrite = false;
  material.toneMapped = false;
  material.fog = false;
  return material;
}
