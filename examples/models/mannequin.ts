import {
  AnimationClip,
  Bone,
  type BufferGeometry,
  Euler,
  LatheGeometry,
  MeshStandardMaterial,
  Quaternion,
  QuaternionKeyframeTrack,
  Skeleton,
  SkinnedMesh,
  SphereGeometry,
  Uint8BufferAttribute,
  Vector2,
  VectorKeyframeTrack,
} from 'three';
import { mergeGeometries, mergeVertices } from 'three/addons/utils/BufferGeometryUtils.js';
import { colored } from './colored.js';
import { createIdle, createWalk, createWave, type Motion } from './mannequin-clips.js';

const WOOD = '#cf9f63';
const JOINT = '#7d4c28';
const SEGMENTS = 12;
/** Keys a second. */
const KEY_RATE = 30;

type Point = readonly [x: number, y: number, z: number];

/** Name → the bone that it hangs on, and where on that, metres. It looks along +Z; its left is +X. */
const BONES: Readonly<Record<string, readonly [parent: string, at: Point]>> = {
  Hips: ['', [0, 0.9, 0]],
  Spine: ['Hips', [0, 0.1, 0]],
  Head: ['Spine', [0, 0.46, 0]],
  ...onBothSides('UpLeg', 'Hips', [0.09, -0.04, 0]),
  ...onBothSides('Leg', 'UpLeg', [0, -0.4, 0]),
  ...onBothSides('Foot', 'Leg', [0, -0.38, 0]),
  ...onBothSides('Arm', 'Spine', [0.2, 0.38, 0]),
  ...onBothSides('ForeArm', 'Arm', [0, -0.29, 0]),
};

function onBothSides(name: string, parent: string, [x, y, z]: Point): typeof BONES {
  const isOfSide = parent.endsWith('Leg') || parent === 'Arm';
  return Object.fromEntries(
    ['Left', 'Right'].map((side, k) => [
      side + name,
      [isOfSide ? side + parent : parent, [k === 0 ? x : -x, y, z]],
    ]),
  );
}

/** A painter's wooden mannequin that walks, stands and waves: a file such as people bring, with one skinned mesh. */
export function createMannequin(): SkinnedMesh {
  const bones = new Map<string, Bone>();
  for (const [name, [parent, at]] of Object.entries(BONES)) {
    const bone = Object.assign(new Bone(), { name });
    bone.position.set(...at);
    bones.get(parent)?.add(bone);
    bones.set(name, bone);
  }
  const root = bones.get('Hips') as Bone;
  root.updateMatrixWorld();
  const list = [...bones.values()];
  const pieces = list.flatMap((bone, index) =>
    piecesOf(bone.name.replace(/Left|Right/, '')).map((piece) =>
      held(piece.applyMatrix4(bone.matrixWorld), index),
    ),
  );
  const material = new MeshStandardMaterial({ vertexColors: true, roughness: 0.55 });
  material.name = 'wood';
  const mesh = new SkinnedMesh(mergeVertices(mergeGeometries(pieces)), material);
  mesh.name = 'Mannequin';
  mesh.add(root);
  mesh.bind(new Skeleton(list));
  mesh.animations = [createIdle(), createWalk(), createWave()].map((motion) => clipOf(motion, root));
  return mesh;
}

/** Shapes on a bone, around its origin. */
function piecesOf(bone: string): BufferGeometry[] {
  switch (bone) {
    case 'Hips':
      return [ball(0.13, 0.1, 0.1, WOOD), ball(0.075, 0.075, 0.07, JOINT).translate(0, 0.1, 0)];
    case 'Spine':
      return [
        ball(0.165, 0.2, 0.11, WOOD).translate(0, 0.24, 0),
        ball(0.045, 0.07, 0.045, JOINT).translate(0, 0.45, 0),
      ];
    case 'Head':
      return [ball(0.085, 0.125, 0.1, WOOD).translate(0, 0.13, 0.01)];
    case 'UpLeg':
      return [ball(0.065, 0.065, 0.065, JOINT), spindle(0.078, 0.05, 0.37, WOOD).translate(0, -0.02, 0)];
    case 'Leg':
      return [ball(0.05, 0.05, 0.05, JOINT), spindle(0.058, 0.036, 0.35, WOOD).translate(0, -0.02, 0)];
    case 'Foot':
      return [ball(0.038, 0.038, 0.038, JOINT), ball(0.045, 0.04, 0.12, WOOD).translate(0, -0.04, 0.055)];
    case 'Arm':
      return [ball(0.052, 0.052, 0.052, JOINT), spindle(0.048, 0.036, 0.27, WOOD).translate(0, -0.01, 0)];
    default:
      return [
        ball(0.037, 0.037, 0.037, JOINT),
        spindle(0.038, 0.026, 0.24, WOOD).translate(0, -0.01, 0),
        ball(0.022, 0.022, 0.022, JOINT).translate(0, -0.26, 0),
        ball(0.022, 0.062, 0.035, WOOD).translate(0, -0.325, 0),
      ];
  }
}

function ball(x: number, y: number, z: number, color: string): BufferGeometry {
  return colored(new SphereGeometry(1, SEGMENTS, 8).scale(x, y, z), color);
}

/** Turned wood from y = 0 down: round at both ends, of one radius near the top and another near the end. */
function spindle(top: number, end: number, length: number, color: string): BufferGeometry {
  const profile = Array.from({ length: 9 }, (_, k) => {
    const down = (1 - Math.cos((k / 8) * Math.PI)) / 2;
    return new Vector2((top + (end - top) * down) * Math.sin((k / 8) * Math.PI) ** 0.5, -length * down);
  });
  return colored(new LatheGeometry(profile.reverse(), SEGMENTS), color);
}

/** A piece that follows one bone alone. */
function held(piece: BufferGeometry, bone: number): BufferGeometry {
  const { count } = piece.getAttribute('position');
  const fill = (value: number): Uint8Array =>
    Uint8Array.from({ length: 4 * count }, (_, k) => (k % 4 === 0 ? value : 0));
  return piece
    .setAttribute('skinIndex', new Uint8BufferAttribute(fill(bone), 4))
    .setAttribute('skinWeight', new Uint8BufferAttribute(fill(255), 4, true));
}

/** Keys of all bones of a motion that turn in it, and of the hips' height. */
function clipOf({ name, duration, poseAt }: Motion, hips: Bone): AnimationClip {
  const count = Math.round(duration * KEY_RATE);
  const times = Array.from({ length: count + 1 }, (_, k) => (k / count) * duration);
  const poses = times.map((_, k) => poseAt((k % count) / count));
  const { x, y, z } = hips.position;
  const rotation = new Quaternion();
  return new AnimationClip(name, duration, [
    new VectorKeyframeTrack(
      `${hips.name}.position`,
      times,
      poses.flatMap(({ drop }) => [x, y - drop, z]),
    ),
    ...Object.keys(poses[0].turns).map(
      (bone) =>
        new QuaternionKeyframeTrack(
          `${bone}.quaternion`,
          times,
          poses.flatMap(({ turns }) => rotation.setFromEuler(new Euler(...turns[bone], 'YXZ')).toArray()),
        ),
    ),
  ]);
}
