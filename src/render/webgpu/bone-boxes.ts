import { Box3, Vector3 } from 'three/webgpu';
import type { Part } from '../characters/index.js';
import { type FarMesh, farVertexTexels } from '../drawing/index.js';

/** A vertex: its position as stored, and its joints with their weights. */
type Visit = (position: Vector3, joints: ArrayLike<number>, weights: ArrayLike<number>) => void;

/**
 * Boxes that hold what is drawn of a character, by bones, as texels for `crowd-sight.wgsl`: for each bone, the first and the last
 * texel of its boxes; then, for each box, its middle and the bone that poses it, and half its size.
 *
 * The boxes of a bone are those of the vertices that hang on it most, one for each joint that moves some of them. A posed
 * vertex is a weighted mean of its positions under its joints, so it is within the hull of these boxes. Rejected: one box a
 * bone, of all vertices with a weight on it. A mean of two bones may be in neither box.
 */
export function boneBoxes(parts: Iterable<Part>, far: FarMesh | undefined, bones: number): Float32Array {
  const sources = Array.from(parts, (part) => boxesOf(part.geometry, (visit) => visitPart(part, visit)));
  if (far) sources.push(boxesOf(far.words, (visit) => visitFar(far, visit)));
  const boxes = new Map<number, Box3>();
  for (const [key, box] of sources.flatMap((source) => [...source])) {
    boxes.set(key, (boxes.get(key) ?? new Box3()).union(box));
  }
  const sorted = [...boxes].sort(([a], [b]) => a - b);
  const texels: number[] = new Array<number>(4 * bones).fill(0);
  const vector = new Vector3();
  for (let bone = 0; bone < bones; bone++) {
    texels[4 * bone] = texels.length / 4;
    for (const [key, box] of sorted) {
      if (Math.floor(key / JOINTS) !== bone) continue;
      // Some more, for rounding errors.
      box.expandByScalar(0.01 * box.getSize(vector).length());
      texels.push(...box.getCenter(vector).toArray(), key % JOINTS);
      texels.push(...box.getSize(vector).divideScalar(2).toArray(), 0);
    }
    texels[4 * bone + 1] = texels.length / 4;
  }
  return Float32Array.from(texels);
}

/** More than the joints of any rig. */
const JOINTS = 65_536;

/** Boxes by the bone on which their vertices hang most, times {@link JOINTS}, plus the joint that moves them. */
type Boxes = ReadonlyMap<number, Box3>;

/** Boxes of geometries and of the vertices of far meshes, for the next crowd that draws them. */
const known = new WeakMap<object, Boxes>();

function boxesOf(vertices: object, visitAll: (visit: Visit) => void): Boxes {
  const boxes = known.get(vertices) ?? makeBoxes(visitAll);
  known.set(vertices, boxes);
  return boxes;
}

function makeBoxes(visitAll: (visit: Visit) => void): Boxes {
  const boxes = new Map<number, Box3>();
  visitAll((position, joints, weights) => {
    let most = 0;
    for (let k = 1; k < 4; k++) if (weights[k] > weights[most]) most = k;
    for (let k = 0; k < 4; k++) {
      if (weights[k] === 0) continue;
      const key = joints[most] * JOINTS + joints[k];
      const box = boxes.get(key) ?? new Box3();
      boxes.set(key, box.expandByPoint(position));
    }
  });
  return boxes;
}

function visitPart({ geometry }: Part, visit: Visit): void {
  const { position, skinIndex, skinWeight } = geometry.attributes;
  const point = new Vector3();
  const four = [0, 1, 2, 3];
  for (let v = 0; v < position.count; v++) {
    const joints = four.map((k) => skinIndex.getComponent(v, k));
    const weights = four.map((k) => skinWeight.getComponent(v, k));
    visit(point.fromBufferAttribute(position, v), joints, weights);
  }
}

function visitFar(far: FarMesh, visit: Visit): void {
  const { buffer, byteOffset, length, byteLength } = far.words;
  const floats = new Float32Array(buffer, byteOffset, length);
  const bytes = new Uint8Array(buffer, byteOffset, byteLength);
  const point = new Vector3();
  for (let at = 0; at < length; at += 4 * farVertexTexels(far)) {
    const joints = bytes.subarray(4 * at + 16, 4 * at + 20);
    visit(point.fromArray(floats, at), joints, bytes.subarray(4 * at + 20, 4 * at + 24));
  }
}
