import { Box3, Matrix4, Vector3 } from 'three';
import { AFFINE_SIZE } from '../../math/index.js';
import type { LocalPoses } from '../../rig/index.js';
import type { Part } from '../characters/index.js';
import { affineToMatrix } from './affine-matrices.js';

/** The box of all vertices with a weight on each joint; empty without vertices. */
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
 * A box that holds every blend of any poses, since a fade can move limbs out of the boxes of both clips. The distance of
 * each vertex from its root joint is at most the length of the stretched chain of bones between them.
 *
 * @param boxes result of {@link jointBoxes}
 */
export function blendBox(poses: LocalPoses, boxes: readonly Box3[]): Box3 {
  const { data, size, parents, inverseBind } = poses;
  const joints = parents.length;
  // Each joint's longest offset from its parent and largest scale in all frames; positions of root joints.
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
