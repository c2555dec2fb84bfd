import { RigError } from '../errors/index.js';
import { transformPoint } from '../math/index.js';
import type { SkinnedVertices } from '../rig/index.js';
import type { GltfFile } from './gltf-file.js';

/** Binding of a mesh to the joined skin. */
export interface Hang {
  /** Joined joint of each of the mesh's joints; for a rigid mesh, the joint it is attached to. */
  readonly joints: Uint16Array;
  /** Matrix from the mesh's positions to the skin's bind pose; undefined if it is the identity. */
  readonly rebase: Float64Array | undefined;
  readonly isRigid: boolean;
  /** True if it is drawn mirrored. */
  readonly isMirrored: boolean;
}

/** A primitive and the weights of its morph targets; missing ones are 0. */
interface MorphedPrimitive {
  readonly mesh: number;
  readonly primitive: number;
  readonly morphWeights: readonly number[];
}

/**
 * Reads the vertices of a primitive in the bind pose of the joined skin.
 *
 * @throws {RigError} if an attribute is missing, or references a missing joint
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

/** Applies the file's initial morph targets. Returns the input if there are none. */
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
 * Normalizes the four weights of each vertex, as three's loader does: vertices with more than four joints have another
 * sum. A vertex without weights follows its first joint.
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
