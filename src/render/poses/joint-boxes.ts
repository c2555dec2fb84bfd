import { Box3, Matrix4, Vector3 } from 'three';
import { AFFINE_SIZE } from '../../math/index.js';
import type { LocalPoses } from '../../rig/index.js';
import type { Part } from '../characters/index.js';
import { affineToMatrix } from './affine-matrices.js';

/** Of each joint, the box of all stored vertices with a weight on it; empty where there is none. */
export function jointBoxes(parts: Iterable<Part>, joints: number): Box3[] {
  const boxes = Array.from({ length: joints }, () => new Box3());
  const vertex = new Vector3();
  for (const { geometry } of parts) {
    const { position, skinIndex, skinWeight } = geometry.attributes;
    for (let v = 0; v < position.count; v++) {
      vertex.fromBufferAttribute(position, v);
      for (let k = 0; k < 4; k++) {
        if (skinWeight.getComponent(v, k) > 0) boxes[skinIndex.getComponent(v, k)].expandByPoint(vertex);
      }
    }
  }
  return boxes;
}

/**
 * A box that holds every blend of any poses: a fade may take limbs where no clip takes them. Each vertex is taken to be
 * as far from its root joint as the chain of bones between them is long when it is stretched out straight.
 *
 * @param boxes as {@link jointBoxes} gives them
 */
export function blendBox(poses: LocalPoses, boxes: readonly Box3[]): Box3 {
  const { data, size, parents, inverseBind } = poses;
  const joints = parents.length;
  // Of each joint, in all frames: longest offset from its parent, largest scale; of root joints, where they are.
  const offset = new Float64Array(joints);
  const scale = new Float64Array(joints);
  const roots = boxes.map(() => new Box3());
  const translation = new Vector3();
  for (let o = 0, j = 0; o < data.length; o += size, j = (j + 1) % joints) {
    // A local pose is a quaternion, a translation, and then scales.
    translation.fromArray(data, o + 4);
    offset[j] = Math.max(offset[j], translation.length());
    for (let k = 7; k < size; k++) scale[j] = Math.max(scale[j], Math.abs(data[o + k]));
    if (parents[j] < 0) roots[j].expandByPoint(translation);
  }
  const box = new Box3();
  const matrix = new Matrix4();
  const own = new Box3();
  boxes.forEach((stored, joint) => {
    if (stored.isEmpty()) return;
    own.copy(stored).applyMatrix4(affineToMatrix(inverseBind, joint * AFFINE_SIZE, matrix));
    let distance = farthest(own, translation) * scale[joint];
    let j = joint;
    for (; parents[j] >= 0; j = parents[j]) distance = (offset[j] + distance) * scale[parents[j]];
    box.union(own.copy(roots[j]).expandByScalar(distance));
  });
  return box;
}

/** Distance of a box's farthest corner from the origin; `corner` is written to. */
function farthest({ min, max }: Box3, corner: Vector3): number {
  return corner.set(Math.max(-min.x, max.x), Math.max(-min.y, max.y), Math.max(-min.z, max.z)).length();
}
