import type { MeshoptSimplifier } from 'meshoptimizer/simplifier';

/** Attributes in the simplifier's error, with number of components and weight. */
const ATTRIBUTES = [
  { name: 'normal', size: 3, weight: 0.1 },
  { name: 'color', size: 3, weight: 0.15 },
  { name: 'uv', size: 2, weight: 0.15 },
] as const;
/** Two numbers that differ between bones, so that joining vertices of different bones is expensive. */
const BONES = { size: 2, weight: 0.1 };
const STRIDE = [...ATTRIBUTES, BONES].reduce((sum, { size }) => sum + size, 0);
const WEIGHTS = [...ATTRIBUTES, BONES].flatMap(({ size, weight }) => new Array<number>(size).fill(weight));

/** Attributes that are seen: 3, 3 and 2 numbers a vertex. Those that are not seen do not count in the error. */
export type SeenAttributes = Partial<Record<(typeof ATTRIBUTES)[number]['name'], Float32Array<ArrayBuffer>>>;

/** A mesh to simplify, as plain arrays for a worker. */
export interface SimplifyJob {
  readonly indices: Uint32Array<ArrayBuffer>;
  /** 3 numbers a vertex. */
  readonly positions: Float32Array<ArrayBuffer>;
  readonly seen: SeenAttributes;
  /** 4 joints a vertex. */
  readonly joints: Uint16Array<ArrayBuffer>;
  /** 4 weights a vertex. */
  readonly weights: Float32Array<ArrayBuffer>;
  /** Largest distance between the surface of each level and that of the mesh, in the unit of the positions. */
  readonly errors: readonly number[];
}

/** A simplified mesh, with its own vertices. */
export interface SimplifiedMesh {
  readonly indices: Uint32Array<ArrayBuffer>;
  /** The mesh's vertex that each vertex was made of. */
  readonly vertices: Uint32Array<ArrayBuffer>;
  readonly positions: Float32Array<ArrayBuffer>;
  /** The attributes that the job has, one value for each of `vertices`; normals have length 1, colours are 0 to 1. */
  readonly seen: SeenAttributes;
}

/** The levels of a job, or the reason why its mesh cannot be simplified. */
export type SimplifyResult = readonly SimplifiedMesh[] | { readonly failure: string };

/** Ratio of the simplifier's error, a mean over a surface, to the largest distance. */
const MEAN_ERROR = 0.42;

/** meshoptimizer's simplifier, once it is ready. */
type Simplifier = Pick<typeof MeshoptSimplifier, 'simplifyWithUpdate' | 'compactMesh'>;

/** A mesh for each error, with as few triangles as the error allows: none for a mesh that is smaller than the error. */
export function runSimplifyJob(job: SimplifyJob, simplifier: Simplifier): SimplifyResult {
  try {
    checkNumbers(job);
    return simplify(job, simplifier);
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * Checks what meshoptimizer does not: after an index without a vertex it fails for all further meshes, and of a mesh with a
 * position that is not finite it leaves no triangle.
 */
function checkNumbers({ indices, positions }: SimplifyJob): void {
  const count = positions.length / 3;
  const corner = indices.findIndex((index) => index >= count);
  if (corner >= 0) throw new RangeError(`an index is ${indices[corner]}, and there are ${count} vertices`);
  const odd = positions.findIndex((value) => !Number.isFinite(value));
  if (odd >= 0) throw new RangeError(`the position of vertex ${Math.floor(odd / 3)} is not finite`);
}

function simplify(job: SimplifyJob, simplifier: Simplifier): SimplifiedMesh[] {
  const joined = joinAttributes(job);
  return job.errors.map((error) => {
    const positions = job.positions.slice();
    const attributes = joined.slice();
    const simplified = job.indices.slice();
    const [count] = simplifier.simplifyWithUpdate(
      simplified,
      positions,
      3,
      attributes,
      STRIDE,
      WEIGHTS,
      null,
      0,
      MEAN_ERROR * error,
      // Permissive: across seams of colours and texture coordinates. Prune: removes pieces smaller than the error.
      ['ErrorAbsolute', 'Permissive', 'Prune'],
    );
    const indices = simplified.slice(0, count);
    const [numbers, used] = count > 0 ? simplifier.compactMesh(indices) : [new Uint32Array(), 0];
    const vertices = new Uint32Array(used);
    for (let v = 0; v < numbers.length; v++) if (numbers[v] < used) vertices[numbers[v]] = v;
    const seen: SeenAttributes = {};
    for (const { name, size, offset } of seenAttributes(job)) {
      seen[name] = pick(attributes, vertices, { stride: STRIDE, offset, size });
      if (name === 'normal') normalize(seen[name]);
      // The simplifier extrapolates.
      if (name === 'color')
        seen[name].forEach((value, k, colors) => {
          colors[k] = Math.min(1, Math.max(0, value));
        });
    }
    return {
      indices,
      vertices,
      positions: pick(positions, vertices, { stride: 3, offset: 0, size: 3 }),
      seen,
    };
  });
}

/** The attributes that a job has, each with its offset among the numbers of a vertex. */
function* seenAttributes({ seen }: Pick<SimplifyJob, 'seen'>) {
  let offset = 0;
  for (const { name, size } of ATTRIBUTES) {
    const numbers = seen[name];
    if (numbers) yield { name, size, numbers, offset };
    offset += size;
  }
}

/** All numbers of each vertex that count in the error, {@link STRIDE} a vertex. */
function joinAttributes(job: SimplifyJob): Float32Array {
  const { joints, weights } = job;
  const joined = new Float32Array((joints.length / 4) * STRIDE);
  for (const { size, numbers, offset } of seenAttributes(job)) {
    for (let k = 0; k < numbers.length; k++) {
      joined[Math.floor(k / size) * STRIDE + offset + (k % size)] = numbers[k];
    }
  }
  for (let k = 0; k < joints.length; k++) {
    const o = (Math.floor(k / 4) + 1) * STRIDE - BONES.size;
    const angle = joints[k] * 2.4;
    joined[o] += weights[k] * Math.sin(angle);
    joined[o + 1] += weights[k] * Math.cos(angle);
  }
  return joined;
}

function normalize(normals: Float32Array): void {
  for (let o = 0; o < normals.length; o += 3) {
    const length = Math.hypot(normals[o], normals[o + 1], normals[o + 2]);
    for (let k = o; length > 0 && k < o + 3; k++) normals[k] /= length;
  }
}

/** Some numbers of some vertices. */
function pick(
  numbers: Float32Array,
  vertices: Uint32Array,
  { stride, offset, size }: { stride: number; offset: number; size: number },
): Float32Array<ArrayBuffer> {
  return Float32Array.from(
    { length: vertices.length * size },
    (_, k) => numbers[vertices[Math.floor(k / size)] * stride + offset + (k % size)],
  );
}
