import { RigError } from '../errors/index.js';
import { transformPoint } from '../math/index.js';
import type { SkinnedVertices } from '../rig/index.js';
import type { GltfFile } from './gltf-file.js';

/** How a mesh hangs on the one skin. */
export interface Hang {
  /** The joint of each of the mesh's own; for a rigid mesh the one that carries it. */
  readonly joints: Uint16Array;
  /** What takes the mesh's positions to the skin's bind pose; undefined where they are in it as stored. */
  readonly rebase: Float64Array | undefined;
  readonly isRigid: boolean;
  /** Whether it is drawn as its mirror image. */
  readonly isMirrored: boolean;
}

/** One primitive, and how much of each of its morph targets it shows: nothing of those that the list ends before. */
interface MorphedPrimitive {
  readonly mesh: number;
  readonly primitive: number;
  readonly morphWeights: readonly number[];
}

/**
 * The vertices of a primitive on the one skin, in its bind pose.
 *
 * @throws {RigError} where an attribute is missing, or names a joint that is not there
 */
export async function readPieceVertices(
  file: GltfFile,
  piece: MorphedPrimitive,
  hang: Hang,
): Promise<SkinnedVertices> {
  const { mesh, primitive } = piece;
  const stored = await file.readAttribute(mesh, primitive, 'POSITION');
  if (!stored) throw new RigError('It has no POSITION. Export it anew.');
  const positions = await morphPositions(file, piece, stored);
  // A copy: the file's own array may be shared by several meshes.
  const moved = hang.rebase ? Float32Array.from(positions) : positions;
  if (hang.rebase) {
    for (let o = 0; o < moved.length; o += 3) transformPoint(moved, o, hang.rebase, 0, positions, o);
  }
  const count = (positions.length / 3) * 4;
  if (hang.isRigid) {
    return {
      positions: moved,
      joints: Uint16Array.from({ length: count }, (_, k) => (k % 4 === 0 ? hang.joints[0] : 0)),
      weights: Float32Array.from({ length: count }, (_, k) => (k % 4 === 0 ? 1 : 0)),
    };
  }
  const own = await file.readAttribute(mesh, primitive, 'JOINTS_0');
  const weights = await file.readAttribute(mesh, primitive, 'WEIGHTS_0');
  if (!own || !weights) {
    throw new RigError('It has a skin but no JOINTS_0 or no WEIGHTS_0. Export it with its skin weights.');
  }
  const stray = own.find((joint, k) => weights[k] > 0 && joint >= hang.joints.length);
  if (stray !== undefined) {
    throw new RigError(`It uses joint ${stray}; its skin has ${hang.joints.length}. Export it anew.`);
  }
  const joints = Uint16Array.from(own, (joint) => hang.joints[joint] ?? 0);
  return { positions: moved, joints, weights: normalizeWeights(weights) };
}

/** Positions with the morph targets that the file shows from the start; the array itself where there are none. */
async function morphPositions(
  file: GltfFile,
  { mesh, primitive, morphWeights }: MorphedPrimitive,
  stored: Float32Array,
): Promise<Float32Array> {
  if (morphWeights.length === 0) return stored;
  const positions = Float32Array.from(stored);
  for (const [target, weight] of morphWeights.entries()) {
    const offsets = weight === 0 ? undefined : await file.readMorphTarget(mesh, primitive, target);
    offsets?.forEach((offset, k) => {
      positions[k] += weight * offset;
    });
  }
  return positions;
}

/**
 * The four weights of each vertex with a sum of 1, as three's loader brings them to: they have another sum where a vertex
 * has more than four joints, of which only four are read. Without any weight, a vertex follows its first joint.
 */
function normalizeWeights(weights: Float32Array): Float32Array {
  const normalized = Float32Array.from(weights);
  for (let o = 0; o < normalized.length; o += 4) {
    const sum = normalized[o] + normalized[o + 1] + normalized[o + 2] + normalized[o + 3];
    if (sum === 1) continue;
    if (sum === 0) normalized[o] = 1;
    else for (let k = o; k < o + 4; k++) normalized[k] /= sum;
  }
  return normalized;
}
