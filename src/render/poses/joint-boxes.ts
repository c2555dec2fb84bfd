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
  const { inverseBind } = poses;
  const measured = measure(poses);
  const box = new Box3();
  const matrix = new Matrix4();
  const own = new Box3();
  boxes.forEach((stored, joint) => {
    if (stored.isEmpty()) return;
    own.copy(stored).applyMatrix4(affineToMatrix(inverseBind, joint * AFFINE_SIZE, matrix));
    const [root, distance] = reach(poses, measured, joint, farthest(own), (j) => measured.offsets[j]);
    box.union(own.copy(measured.roots[root]).expandByScalar(distance));
  });
  return box;
}

/**
 * The longest distance by which builds move a vertex in any pose, metres; 0 without builds.
 *
 * @param boxes result of {@link jointBoxes}
 */
export function buildMargin(poses: LocalPoses, boxes: readonly Box3[]): number {
  const { builds = [], inverseBind } = poses;
  if (builds.length === 0) return 0;
  const measured = measure(poses);
  const matrix = new Matrix4();
  const stretch = new Matrix4();
  const own = new Box3();
  let margin = 0;
  for (const { offsets, stretches } of builds) {
    const moved = (j: number): number => Math.hypot(...offsets.subarray(j * 3, j * 3 + 3));
    boxes.forEach((stored, joint) => {
      if (stored.isEmpty()) return;
      const o = joint * AFFINE_SIZE;
      affineToMatrix(stretches, o, stretch);
      for (const k of [0, 5, 10]) stretch.elements[k] -= 1;
      own
        .copy(stored)
        .applyMatrix4(affineToMatrix(inverseBind, o, matrix))
        .applyMatrix4(stretch);
      margin = Math.max(margin, reach(poses, measured, joint, farthest(own), moved)[1]);
    });
  }
  return margin;
}

/** Of each joint in all frames: the longest offset from its parent, the largest scale, and the positions of a root. */
interface MeasuredJoints {
  readonly offsets: Float64Array;
  readonly scales: Float64Array;
  readonly roots: readonly Box3[];
}

function measure({ data, size, parents }: LocalPoses): MeasuredJoints {
  const joints = parents.length;
  const offsets = new Float64Array(joints);
  const scales = new Float64Array(joints);
  const roots = Array.from({ length: joints }, () => new Box3());
  const translation = new Vector3();
  for (let o = 0, j = 0; o < data.length; o += size, j = (j + 1) % joints) {
    // A local pose is a quaternion, a translation, and then scales.
    translation.fromArray(data, o + 4);
    offsets[j] = Math.max(offsets[j], translation.length());
    for (let k = 7; k < size; k++) scales[j] = Math.max(scales[j], Math.abs(data[o + k]));
    if (parents[j] < 0) roots[j].expandByPoint(translation);
  }
  return { offsets, scales, roots };
}

/** Sums lengths up the chain of joints: the root joint, and the length from it. `own` is that within the joint's space. */
function reach(
  { parents }: LocalPoses,
  { scales }: MeasuredJoints,
  joint: number,
  own: number,
  lengthOf: (joint: number) => number,
): [root: number, length: number] {
  let length = own * scales[joint];
  let j = joint;
  for (; parents[j] >= 0; j = parents[j]) length = (lengthOf(j) + length) * scales[parents[j]];
  return [j, length];
}

const corner = new Vector3();

/** Distance of a box's farthest corner from the origin. */
function farthest({ min, max }: Box3): number {
  return corner.set(Math.max(-min.x, max.x), Math.max(-min.y, max.y), Math.max(-min.z, max.z)).length();
}
