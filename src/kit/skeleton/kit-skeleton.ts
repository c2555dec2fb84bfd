import { AFFINE_SIZE } from '../../math/index.js';
import { type Skeleton, type Skin, TRS_SIZE } from '../../rig/index.js';
import type { Vector } from '../math/vector.js';

/** Name of the node above the root bone. Its scale converts the file's centimetres to metres. */
export const ARMATURE_NAME = 'armature';

/** Metres per unit of file positions. */
export const METRES_PER_UNIT = 0.01;

const CENTRE = {
  root: { parent: null, position: [0, 0, 0] },
  hips: { parent: 'root', position: [0, 0.93, 0] },
  spine: { parent: 'hips', position: [0, 1.05, -0.01] },
  chest: { parent: 'spine', position: [0, 1.2, -0.012] },
  neck: { parent: 'chest', position: [0, 1.405, -0.012] },
  head: { parent: 'neck', position: [0, 1.475, 0] },
  jaw: { parent: 'head', position: [0, 1.53, -0.01] },
  beard: { parent: 'jaw', position: [0, 1.465, 0.08] },
  /** Both upper lids. They turn about a line behind the eyes. */
  lids: { parent: 'head', position: [0, 1.577, 0.03] },
  /** Both irises, which a turn moves over the whites of the eyes. */
  eyes: { parent: 'head', position: [0, 1.58, -0.01] },
  brows: { parent: 'head', position: [0, 1.605, -0.02] },
} as const;

/** Bones of the left side. A parent that is not in `CENTRE` is on the same side. */
const LEFT = {
  /** Wing or tail of a cap. */
  hat: { parent: 'head', position: [0.07, 1.655, -0.075] },
  clavicle: { parent: 'chest', position: [0.03, 1.365, 0] },
  upperArm: { parent: 'clavicle', position: [0.152, 1.338, -0.006] },
  foreArm: { parent: 'upperArm', position: [0.3, 1.101, -0.014] },
  hand: { parent: 'foreArm', position: [0.43, 0.893, 0.006] },
  /** Sleeve bones are siblings, one at each end of the hanging part. In a chain, the cloth would fold into a spike. */
  sleeveElbow: { parent: 'foreArm', position: [0.308, 1.088, -0.012] },
  sleeveWrist: { parent: 'foreArm', position: [0.426, 0.9, 0.004] },
  thigh: { parent: 'hips', position: [0.092, 0.9, 0] },
  shin: { parent: 'thigh', position: [0.096, 0.495, 0.006] },
  foot: { parent: 'shin', position: [0.1, 0.085, -0.02] },
  toe: { parent: 'foot', position: [0.104, 0.03, 0.085] },
  skirtFront1: { parent: 'hips', position: [0.066, 0.97, 0.108] },
  skirtFront2: { parent: 'skirtFront1', position: [0.096, 0.52, 0.162] },
  skirtSide1: { parent: 'hips', position: [0.15, 0.97, 0] },
  skirtSide2: { parent: 'skirtSide1', position: [0.22, 0.52, 0] },
  skirtBack1: { parent: 'hips', position: [0.066, 0.97, -0.108] },
  skirtBack2: { parent: 'skirtBack1', position: [0.096, 0.52, -0.162] },
} as const;

export type Side = 'L' | 'R';
export const SIDES: readonly Side[] = ['L', 'R'];

/** Returns +1 for the wearer's left, where x is positive, and −1 for the right. */
export function sign(side: Side): 1 | -1 {
  return side === 'L' ? 1 : -1;
}

/** Mirrors a left-side vector to the given side. */
export function onSide(side: Side, [x, y, z]: Vector): Vector {
  return [sign(side) * x, y, z];
}

export type PairedBone = keyof typeof LEFT;
/** Name of a bone. */
export type BoneName = keyof typeof CENTRE | `${PairedBone}${Side}`;

/** A bone at rest. */
export interface KitBone {
  readonly name: BoneName;
  readonly parent: BoneName | null;
  /** Rest position in character space. */
  readonly position: Vector;
}

function sideBones(side: Side): KitBone[] {
  return Object.entries(LEFT).map(([name, { parent, position }]) => ({
    name: `${name as PairedBone}${side}`,
    parent: parent in CENTRE ? (parent as BoneName) : (`${parent}${side}` as BoneName),
    position: side === 'L' ? position : [-position[0], position[1], position[2]],
  }));
}

/**
 * All bones in joint order, parents first. At rest no bone is rotated: bone axes equal world axes. Arms rest 58° below
 * horizontal.
 */
export const BONES: readonly KitBone[] = [
  ...Object.entries(CENTRE).map(([name, bone]) => ({ ...bone, name: name as BoneName })),
  ...sideBones('L'),
  ...sideBones('R'),
];

export const BONE_INDEX: ReadonlyMap<BoneName, number> = new Map(BONES.map(({ name }, i) => [name, i]));

const POSITIONS: ReadonlyMap<BoneName, Vector> = new Map(BONES.map(({ name, position }) => [name, position]));

/** Rest position of a bone in the character's space, metres. */
export function bonePosition(name: BoneName): Vector {
  return POSITIONS.get(name)!;
}

/** Rest position of a bone relative to its parent, metres. */
export function boneOffset({ parent, position }: KitBone): Vector {
  const [x, y, z] = parent === null ? [0, 0, 0] : bonePosition(parent);
  return [position[0] - x, position[1] - y, position[2] - z];
}

/** Returns the same bone of the other side. Bones in the middle are their own mirror. */
export function mirrorBone(name: BoneName): BoneName {
  if (name in CENTRE) return name;
  return `${name.slice(0, -1) as PairedBone}${name.endsWith('L') ? 'R' : 'L'}`;
}

/** Returns the skeleton as stored in files: the scaled armature node, then the bones in centimetres. */
export function kitSkeleton(): Skeleton {
  return skeletonOf((bone) => [...boneOffset(bone).map((metres) => metres / METRES_PER_UNIT), 0, 0, 0, 1]);
}

/** Returns a skeleton of all bones under the armature node. `restOf` returns translation (centimetres) and rotation. */
export function skeletonOf(restOf: (bone: KitBone) => readonly number[]): Skeleton {
  const parents = new Int16Array(BONES.length + 1);
  const rest = new Float32Array((BONES.length + 1) * TRS_SIZE);
  parents[0] = -1;
  rest.set([0, 0, 0, 0, 0, 0, 1, METRES_PER_UNIT, METRES_PER_UNIT, METRES_PER_UNIT]);
  BONES.forEach((bone, i) => {
    parents[i + 1] = bone.parent === null ? 0 : BONE_INDEX.get(bone.parent)! + 1;
    rest.set([...restOf(bone), 1, 1, 1], (i + 1) * TRS_SIZE);
  });
  return { names: [ARMATURE_NAME, ...BONES.map(({ name }) => name)], parents, rest };
}

/** Returns the skin of {@link kitSkeleton}: every bone is a joint, vertices are in centimetres. */
export function kitSkin(): Skin {
  const inverseBind = new Float32Array(BONES.length * AFFINE_SIZE);
  BONES.forEach(({ position }, i) => {
    const [x, y, z] = position.map((metres) => -metres / METRES_PER_UNIT);
    inverseBind.set([1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z], i * AFFINE_SIZE);
  });
  return { joints: Uint16Array.from(BONES, (_, i) => i + 1), inverseBind };
}
