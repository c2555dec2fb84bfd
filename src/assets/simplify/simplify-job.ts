import type { MeshoptSimplifier } from 'meshoptimizer/simplifier';

/** A mesh to simplify, as plain arrays for a worker. */
export interface SimplifyJob {
  readonly indices: Uint32Array<ArrayBuffer>;
  /** 3 numbers a vertex. */
  readonly positions: Float32Array<ArrayBuffer>;
  /** As many numbers a vertex as there are `weights`. */
  readonly attributes: Float32Array<ArrayBuffer>;
  /** Weight in the error of each number of a vertex's attributes. */
  readonly weights: readonly number[];
  /** Mean distance between the surface of each level and that of the mesh, in the unit of the positions. */
  readonly errors: readonly number[];
}

/** A simplified mesh, with its own vertices. */
export interface SimplifiedMesh {
  readonly indices: Uint32Array<ArrayBuffer>;
  /** The mesh's vertex that each vertex was made of. */
  readonly vertices: Uint32Array<ArrayBuffer>;
  readonly positions: Float32Array<ArrayBuffer>;
  readonly attributes: Float32Array<ArrayBuffer>;
}

/** The levels of a job, or the reason why its mesh cannot be simplified. */
export type SimplifyResult = readonly SimplifiedMesh[] | { readonly failure: string };

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
  return job.errors.map((error) => {
    const positions = job.positions.slice();
    const attributes = job.attributes.slice();
    const simplified = job.indices.slice();
    const [count] = simplifier.simplifyWithUpdate(
      simplified,
      positions,
      3,
      attributes,
      job.weights.length,
      [...job.weights],
      null,
      0,
      error,
      // Permissive: across seams of colours and texture coordinates. Prune: removes pieces smaller than the error.
      ['ErrorAbsolute', 'Permissive', 'Prune'],
    );
    const indices = simplified.slice(0, count);
    const [numbers, used] = count > 0 ? simplifier.compactMesh(indices) : [new Uint32Array(), 0];
    const vertices = new Uint32Array(used);
    for (let v = 0; v < numbers.length; v++) if (numbers[v] < used) vertices[numbers[v]] = v;
    return {
      indices,
      vertices,
      positions: ofVertices(positions, vertices, 3),
      attributes: ofVertices(attributes, vertices, job.weights.length),
    };
  });
}

function ofVertices(numbers: Float32Array, vertices: Uint32Array, size: number): Float32Array<ArrayBuffer> {
  return Float32Array.from(
    { length: vertices.length * size },
    (_, k) => numbers[vertices[Math.floor(k / size)] * size + (k % size)],
  );
}
