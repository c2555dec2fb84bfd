import type { Vector } from '../math/vector.js';
import { BONE_INDEX, METRES_PER_UNIT } from '../skeleton/kit-skeleton.js';
import type { Weights } from '../skeleton/weights.js';
import type { MeshBuilder } from './mesh-builder.js';
import type { Paint } from './paint.js';

/** Vertex attributes of a part as stored in its file, for n vertices. */
export interface PackedMesh {
  /** 3n values, centimetres. */
  readonly positions: Float32Array;
  /** 3n values of unit length. */
  readonly normals: Float32Array;
  /** 4n: linear red, green, blue, tint weight; 65535 is 1. */
  readonly colors: Uint16Array;
  /** 4n bone indices. */
  readonly joints: Uint8Array;
  /** 4n values; the four of a vertex sum to 65535. */
  readonly weights: Uint16Array;
  /** Three indices per triangle. */
  readonly indices: Uint16Array;
}

/** A packed mesh before simplification. */
export interface FullMesh extends PackedMesh {
  /** n flags; 1 excludes the vertex from simplification. */
  readonly fixed: Uint8Array;
}

/** Integer that stands for 1 in colours and weights. */
export const FULL_SCALE = 65535;

/** Maximum number of bones per vertex. */
const INFLUENCES = 4;
const SMALLEST_SHARE = 0.004;
/**
 * Quantization steps per unit: centimetres (0.08 mm), normals (0.03°), colours. Engines differ in the last bits of
 * sines and powers; rounding makes meshes identical everywhere. Powers of two leave zero bits at the end of each float,
 * which compress well: 192 kB after brotli for the master file with 512, 187 with 128. Files quantize normals and colours
 * again (`gltf/write-glb.ts`).
 */
const POSITION_STEPS = 128;
const NORMAL_STEPS = 2048;
const COLOR_STEPS = 2048;
/** Of weights. A power of two, too; only the largest weight of a vertex, which completes the sum, is no multiple of it. */
const WEIGHT_STEP = 128;

/** Quantizes the attributes, limits vertices to four bones, welds equal vertices and drops degenerate triangles. */
export function packMesh(mesh: MeshBuilder, normals: readonly Vector[], paints: readonly Paint[]): FullMesh {
  const count = mesh.vertices.length;
  const packed = {
    positions: new Float32Array(count * 3),
    normals: new Float32Array(count * 3),
    colors: new Uint16Array(count * 4),
    joints: new Uint8Array(count * 4),
    weights: new Uint16Array(count * 4),
    indices: Uint16Array.from(mesh.indices),
    fixed: Uint8Array.from(mesh.vertices, ({ isFixed }) => (isFixed ? 1 : 0)),
  };
  mesh.vertices.forEach(({ position, weights }, i) => {
    packed.positions.set(
      position.map((metres) => round(metres / METRES_PER_UNIT, POSITION_STEPS)),
      i * 3,
    );
    packed.normals.set(
      normals[i].map((value) => round(value, NORMAL_STEPS)),
      i * 3,
    );
    packed.colors.set(
      paints[i].map((value) => Math.round(round(Math.min(1, Math.max(0, value)), COLOR_STEPS) * FULL_SCALE)),
      i * 4,
    );
    largestInfluences(weights).forEach(([joint, weight], k) => {
      packed.joints[i * 4 + k] = joint;
      packed.weights[i * 4 + k] = weight;
    });
  });
  return weld(packed);
}

function round(value: number, steps: number): number {
  return Math.round(value * steps) / steps + 0;
}

/** Returns up to four joints with integer weights, largest first, that sum to {@link FULL_SCALE}. */
function largestInfluences(weights: Weights): [joint: number, weight: number][] {
  const shares = new Map<number, number>();
  for (const [bone, share] of weights) {
    const joint = BONE_INDEX.get(bone)!;
    shares.set(joint, (shares.get(joint) ?? 0) + round(share, 1e6));
  }
  const largest = [...shares]
    .filter(([, share]) => share > SMALLEST_SHARE)
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, INFLUENCES);
  const total = largest.reduce((sum, [, share]) => sum + share, 0);
  const whole = largest.map(([joint, share]): [number, number] => [
    joint,
    WEIGHT_STEP * Math.round(((share / total) * FULL_SCALE) / WEIGHT_STEP),
  ]);
  whole[0][1] += FULL_SCALE - whole.reduce((sum, [, weight]) => sum + weight, 0);
  return whole;
}

/** Merges vertices with equal attributes, in order of first use, and drops unused ones. */
export function weld(mesh: FullMesh): FullMesh {
  const firstByKey = new Map<string, number>();
  const kept: number[] = [];
  const remap = withoutSlivers(mesh.indices, mesh.positions).map((vertex) => {
    const key = vertexKey(mesh, vertex);
    const known = firstByKey.get(key);
    if (known !== undefined) return known;
    firstByKey.set(key, kept.length);
    return kept.push(vertex) - 1;
  });
  const pick = <Numbers extends VertexNumbers>(values: Numbers, size: number): Numbers => {
    const picked = new (values.constructor as new (length: number) => Numbers)(kept.length * size);
    kept.forEach((vertex, i) => {
      picked.set(values.subarray(vertex * size, (vertex + 1) * size), i * size);
    });
    return picked;
  };
  return {
    positions: pick(mesh.positions, 3),
    normals: pick(mesh.normals, 3),
    colors: pick(mesh.colors, 4),
    joints: pick(mesh.joints, 4),
    weights: pick(mesh.weights, 4),
    indices: Uint16Array.from(remap),
    fixed: pick(mesh.fixed, 1),
  };
}

type VertexNumbers = Float32Array | Uint16Array | Uint8Array;

/** Returns all attributes of a vertex as one string. */
function vertexKey({ positions, normals, colors, joints, weights }: PackedMesh, vertex: number): string {
  const of = (values: VertexNumbers, size: number) => values.subarray(vertex * size, (vertex + 1) * size);
  return [of(positions, 3), of(normals, 3), of(colors, 4), of(joints, 4), of(weights, 4)].join();
}

/** Maximum squared double area of a degenerate triangle, cm⁴. */
const SMALLEST_AREA = 1e-9;

function withoutSlivers(indices: Uint16Array, positions: Float32Array): number[] {
  return [...indices].filter((_, i) => {
    const [a, b, c] = indices.subarray(i - (i % 3));
    return doubledAreaSquared(positions, a, b, c) > SMALLEST_AREA;
  });
}

/** Returns the square of twice a triangle's area, cm⁴. */
function doubledAreaSquared(positions: Float32Array, a: number, b: number, c: number): number {
  const [ux, uy, uz] = [0, 1, 2].map((k) => positions[b * 3 + k] - positions[a * 3 + k]);
  const [vx, vy, vz] = [0, 1, 2].map((k) => positions[c * 3 + k] - positions[a * 3 + k]);
  return (uy * vz - uz * vy) ** 2 + (uz * vx - ux * vz) ** 2 + (ux * vy - uy * vx) ** 2;
}
