import { RigError } from '../../errors/index.js';
import {
  AFFINE_SIZE,
  affineDeterminant,
  invertAffine,
  multiplyAffine,
  setAffineIdentity,
  transformPoint,
} from '../../math/index.js';
import { findBone, type Skeleton, type Skin } from '../../rig/index.js';
import type { Model } from './model.js';
import { bindGeometry, type Part, type PartLevel } from './part.js';

/** Largest difference between two numbers of matrices that count as one, as a fraction of the larger. */
const BIND_TOLERANCE = 1e-4;

/** A skin and the skeleton that it hangs on. */
type Rig = { readonly skeleton: Skeleton; readonly skin: Skin };

/**
 * The parts of a far file, counting the joints of the near one. Joints are matched by their bones' names, whatever order
 * they stand in; a joint that the near file lacks gives its vertices to the next one above it. Parts that were bound from
 * another place or in another unit are brought into the near file's bind pose.
 *
 * @throws {RigError} where the two skeletons have too little in common
 */
export function matchFarParts(far: Model, near: Model): ReadonlyMap<string, Part> {
  const { joints, rebase } = matchJoints(far, near);
  const match = (part: Part): Part => matchPart(part, joints, rebase);
  return new Map(
    [...far.parts].map(([name, part]) => [
      name,
      part.pieces ? { ...match(part), pieces: part.pieces.map(match) } : match(part),
    ]),
  );
}

function matchPart({ levels, ...part }: Part, joints: Uint16Array, rebase: Float64Array | undefined): Part {
  const scale = rebase ? Math.cbrt(Math.abs(affineDeterminant(rebase, 0))) : 1;
  const matchLevel = (level: PartLevel): PartLevel => ({
    ...matchVertices(level, joints, rebase),
    error: level.error * scale,
  });
  return {
    ...part,
    ...matchVertices(part, joints, rebase),
    ...(levels && { levels: levels.map(matchLevel) }),
  };
}

function matchVertices(
  { geometry, vertices }: Pick<Part, 'geometry' | 'vertices'>,
  joints: Uint16Array,
  rebase: Float64Array | undefined,
): Pick<Part, 'geometry' | 'vertices'> {
  const positions = rebase ? Float32Array.from(vertices.positions) : vertices.positions;
  if (rebase)
    for (let o = 0; o < positions.length; o += 3) transformPoint(positions, o, rebase, 0, positions, o);
  const matched = { ...vertices, positions, joints: vertices.joints.map((joint) => joints[joint]) };
  return { vertices: matched, geometry: bindGeometry(geometry, { vertices: matched, rebase }) };
}

function matchJoints(far: Model, near: Model): { joints: Uint16Array; rebase: Float64Array | undefined } {
  const jointOfBone = new Map<number, number>();
  near.skin.joints.forEach((bone, joint) => {
    if (!jointOfBone.has(bone)) jointOfBone.set(bone, joint);
  });
  const differences: Float64Array[] = [];
  const joints = far.skin.joints.map((farBone, farJoint) => {
    for (let bone = farBone; bone >= 0; bone = far.skeleton.parents[bone]) {
      const joint = jointOfBone.get(findBone(near.skeleton, far.skeleton.names[bone]));
      if (joint === undefined) continue;
      if (bone === farBone) differences.push(bindDifference(far, farJoint, near, joint));
      return joint;
    }
    const name = far.skeleton.names[farBone];
    throw new RigError(
      `Joint "${name}" of ${far.url} is not in ${near.url}, nor is any bone above it. Export both from the same skeleton.`,
    );
  });
  const [first] = differences;
  const isOne = differences.every((difference) => isNear(difference, first));
  if (!first || !isOne) {
    throw new RigError(
      `${far.url} is bound in another pose than ${near.url}. Export both from the same rest pose.`,
    );
  }
  const identity = new Float64Array(AFFINE_SIZE);
  setAffineIdentity(identity, 0);
  return { joints, rebase: isNear(first, identity) ? undefined : first };
}

/** Matrix from the far bind pose to the near one, for one joint. */
function bindDifference(far: Rig, farJoint: number, near: Rig, nearJoint: number): Float64Array {
  const difference = new Float64Array(AFFINE_SIZE);
  invertAffine(difference, 0, near.skin.inverseBind, nearJoint * AFFINE_SIZE);
  multiplyAffine(difference, 0, difference, 0, far.skin.inverseBind, farJoint * AFFINE_SIZE);
  return difference;
}

function isNear(a: Float64Array, b: Float64Array): boolean {
  return a.every(
    (value, k) => Math.abs(value - b[k]) <= BIND_TOLERANCE * Math.max(1, Math.abs(value), Math.abs(b[k])),
  );
}
