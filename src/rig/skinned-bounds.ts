import { BoneTextureError } from '../errors/index.js';
import { AFFINE_SIZE } from '../math/index.js';
import { bindMatrices } from './joint-transforms.js';
import type { Skin } from './skeleton.js';

/** Vertices of one part, as stored in the file. */
export interface SkinnedVertices {
  /** 3 numbers per vertex. */
  readonly positions: Float32Array;
  /** 4 joints per vertex. */
  readonly joints: Uint16Array;
  /** 4 weights per vertex. Normalized to a sum of 1, as in three's loaders. */
  readonly weights: Float32Array;
}

/** Minimum x, y, z, then maximum x, y, z. */
export type Bounds = [number, number, number, number, number, number];

/** Padding around joints where no vertices are given, metres. */
const FLESH_METRES = 0.3;

/** Returns one vertex per joint, to estimate bounds without meshes. */
export function jointVertices(skin: Skin): SkinnedVertices {
  const binds = bindMatrices(skin);
  const positions = new Float32Array(skin.joints.length * 3);
  const joints = new Uint16Array(skin.joints.length * 4);
  const weights = new Float32Array(skin.joints.length * 4);
  for (let joint = 0; joint < skin.joints.length; joint++) {
    for (let row = 0; row < 3; row++) positions[joint * 3 + row] = binds[joint * AFFINE_SIZE + row * 4 + 3];
    joints[joint * 4] = joint;
    weights[joint * 4] = 1;
  }
  return { positions, joints, weights };
}

/** Pads bounds of joints for the meshes around them. */
export function padBounds(bounds: Bounds): Bounds {
  return bounds.map((value, i) => value + (i < 3 ? -FLESH_METRES : FLESH_METRES)) as Bounds;
}

/**
 * Returns the bounding box of all vertices over several frames.
 *
 * @param data skin matrices, 12 numbers each, `nBones` per frame
 * @throws {BoneTextureError} if a vertex position is not finite
 */
export function skinnedBounds(
  data: Float32Array,
  nBones: number,
  startFrame: number,
  frameCount: number,
  parts: readonly SkinnedVertices[],
): Bounds {
  const bounds: Bounds = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (const part of parts) {
    for (let frame = startFrame; frame < startFrame + frameCount; frame++) {
      growBounds(bounds, data, frame * nBones * AFFINE_SIZE, part);
    }
  }
  if (!bounds.every(Number.isFinite)) {
    throw new BoneTextureError(
      `The vertices given for the bounds span ${bounds.join(', ')}. Pass at least one vertex, and finite ones.`,
      'bounds',
    );
  }
  return bounds;
}

/**
 * Returns the largest distance of a vertex from the vertical axis in one frame, metres.
 *
 * @param data skin matrices, 12 numbers each, `nBones` per frame
 */
export function skinnedRadius(
  data: Float32Array,
  nBones: number,
  frame: number,
  parts: Iterable<SkinnedVertices>,
): number {
  let square = 0;
  for (const part of parts) {
    for (let vertex = 0; vertex * 3 < part.positions.length; vertex++) {
      skinVertex(data, frame * nBones * AFFINE_SIZE, part, vertex);
      square = Math.max(square, posed[0] * posed[0] + posed[2] * posed[2]);
    }
  }
  return Math.sqrt(square);
}

function growBounds(bounds: Bounds, data: Float32Array, base: number, part: SkinnedVertices): void {
  for (let vertex = 0; vertex * 3 < part.positions.length; vertex++) {
    skinVertex(data, base, part, vertex);
    for (let axis = 0; axis < 3; axis++) {
      bounds[axis] = Math.min(bounds[axis], posed[axis]);
      bounds[axis + 3] = Math.max(bounds[axis + 3], posed[axis]);
    }
  }
}

/** Result of {@link skinVertex}. */
const posed = new Float64Array(3);

function skinVertex(data: Float32Array, base: number, part: SkinnedVertices, vertex: number): void {
  const { positions, joints, weights } = part;
  const px = positions[vertex * 3];
  const py = positions[vertex * 3 + 1];
  const pz = positions[vertex * 3 + 2];
  let x = 0;
  let y = 0;
  let z = 0;
  let sum = 0;
  for (let k = vertex * 4; k < vertex * 4 + 4; k++) {
    const weight = weights[k];
    if (weight === 0) continue;
    const m = base + joints[k] * AFFINE_SIZE;
    x += weight * (data[m] * px + data[m + 1] * py + data[m + 2] * pz + data[m + 3]);
    y += weight * (data[m + 4] * px + data[m + 5] * py + data[m + 6] * pz + data[m + 7]);
    z += weight * (data[m + 8] * px + data[m + 9] * py + data[m + 10] * pz + data[m + 11]);
    sum += weight;
  }
  posed[0] = x / sum;
  posed[1] = y / sum;
  posed[2] = z / sum;
}

/** A vertex attribute of a three.js geometry, possibly interleaved or normalized. */
export interface VertexAttribute {
  /** Of vertices. */
  readonly count: number;
  getComponent(vertex: number, component: number): number;
}

/** Influences per vertex: the first four, as in three. */
const INFLUENCES = 4;

/** Copies a mesh's vertices to plain arrays, which are ten times as fast to read as attributes. */
export function readVertices(
  position: VertexAttribute,
  skinIndex: VertexAttribute,
  skinWeight: VertexAttribute,
): SkinnedVertices {
  const { count } = position;
  const positions = new Float32Array(count * 3);
  const joints = new Uint16Array(count * INFLUENCES);
  const weights = new Float32Array(count * INFLUENCES);
  for (let vertex = 0; vertex < count; vertex++) {
    for (let k = 0; k < 3; k++) positions[vertex * 3 + k] = position.getComponent(vertex, k);
    for (let k = 0; k < INFLUENCES; k++) {
      joints[vertex * INFLUENCES + k] = skinIndex.getComponent(vertex, k);
      weights[vertex * INFLUENCES + k] = skinWeight.getComponent(vertex, k);
    }
  }
  return { positions, joints, weights };
}
