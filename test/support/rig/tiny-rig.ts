import { AFFINE_SIZE, composeAffine, invertAffine, multiplyAffine } from '../../../src/math/index.js';
import {
  type Clip,
  type Interpolation,
  type Skeleton,
  type Skin,
  TRS_SIZE,
  type Track,
} from '../../../src/rig/index.js';

export interface TinyBone {
  readonly name: string;
  readonly parent: string | undefined;
  /** Centimetres. */
  readonly translation: readonly [number, number, number];
  /** Degrees about z. */
  readonly roll?: number;
}

export const TINY_BONES: readonly TinyBone[] = [
  { name: 'Armature', parent: undefined, translation: [0, 0, 0] },
  { name: 'Hips', parent: 'Armature', translation: [0, 90, 0] },
  { name: 'Spine', parent: 'Hips', translation: [0, 20, 0] },
  { name: 'Head', parent: 'Spine', translation: [0, 40, 0] },
  { name: 'Arm.L', parent: 'Spine', translation: [20, 30, 0], roll: -70 },
  { name: 'Hand.L', parent: 'Arm.L', translation: [50, 0, 0] },
  { name: 'Leg.L', parent: 'Hips', translation: [10, 0, 0] },
];

/** The base mesh stands with its arm out, on longer legs. */
export const TINY_BASE_BONES: readonly TinyBone[] = TINY_BONES.map((bone) => {
  if (bone.name === 'Arm.L') return { ...bone, roll: 0 };
  return bone.name === 'Hips' ? { ...bone, translation: [0, 95, 0] } : bone;
});

export const TINY_JOINTS = ['Head', 'Hips', 'Spine', 'Hand.L', 'Arm.L', 'Leg.L'];

export function skeletonOf(bones: readonly TinyBone[], rootScale: number): Skeleton {
  const rest = bones.flatMap(({ translation, roll = 0, parent }) => {
    const scale = parent === undefined ? rootScale : 1;
    return [...translation, ...aboutZ(roll), scale, scale, scale];
  });
  return {
    names: bones.map((bone) => bone.name),
    parents: Int16Array.from(bones, ({ parent }) => bones.findIndex((bone) => bone.name === parent)),
    rest: Float32Array.from(rest),
  };
}

/** Vertices are stored in centimetres, so the root's scale is not part of the bind. */
export function skinOf(bones: readonly TinyBone[]): Skin {
  const { names, parents, rest } = skeletonOf(bones, 1);
  const world = new Float64Array(names.length * AFFINE_SIZE);
  for (const [bone, parent] of parents.entries()) {
    composeAffine(world, bone * AFFINE_SIZE, rest, bone * TRS_SIZE);
    if (parent >= 0)
      multiplyAffine(world, bone * AFFINE_SIZE, world, parent * AFFINE_SIZE, world, bone * AFFINE_SIZE);
  }
  const joints = Uint16Array.from(TINY_JOINTS, (name) => names.indexOf(name));
  const inverseBind = new Float32Array(joints.length * AFFINE_SIZE);
  for (const [joint, bone] of joints.entries()) {
    invertAffine(inverseBind, joint * AFFINE_SIZE, world, bone * AFFINE_SIZE);
  }
  return { joints, inverseBind };
}

export function tinyClips(): Clip[] {
  const track = (
    bone: string,
    path: Track['path'],
    interpolation: Interpolation,
    times: readonly number[],
    values: readonly (readonly number[])[],
  ): Track => ({
    bone,
    path,
    interpolation,
    times: Float32Array.from(times),
    values: Float32Array.from(values.flat()),
  });
  return [
    {
      name: 'idle',
      duration: 1,
      loop: true,
      tracks: [
        track('Spine', 'rotation', 'LINEAR', [0, 0.5, 1], [aboutZ(-4), aboutZ(4), aboutZ(-4)]),
        track('Arm.L', 'rotation', 'LINEAR', [0, 0.5, 1], [aboutZ(-60), aboutZ(-50), aboutZ(-60)]),
      ],
    },
    {
      name: 'walk',
      duration: 0.8,
      loop: true,
      speed: 1.3,
      tracks: [
        track(
          'Hips',
          'translation',
          'CUBICSPLINE',
          [0, 0.4, 0.8],
          [
            [0, 0, 0],
            [0, 95, 0],
            [0, 10, 0],
            [0, 0, 0],
            [0, 98, 2],
            [0, 0, 0],
            [0, 10, 0],
            [0, 95, 0],
            [0, 0, 0],
          ],
        ),
        track('Leg.L', 'rotation', 'LINEAR', [0, 0.4, 0.8], [aboutZ(10), aboutZ(-10), aboutZ(10)]),
      ],
    },
    {
      name: 'walk_stop',
      duration: 0.5,
      loop: false,
      tracks: [track('Head', 'rotation', 'STEP', [0, 0.25, 0.5], [aboutZ(0), aboutZ(10), aboutZ(0)])],
    },
  ];
}

export function aboutZ(degrees: number): [number, number, number, number] {
  const half = (degrees * Math.PI) / 360;
  return [0, 0, Math.sin(half), Math.cos(half)];
}
