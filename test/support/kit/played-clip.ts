import { readClipGlb } from '../../../src/gltf/index.js';
import { writeClipsGlb } from '../../../src/kit/gltf/write-glb.js';
import { authorClips } from '../../../src/kit/motion/author-clips.js';
import { ACTIVITIES, MOTIONS } from '../../../src/kit/motion/clips/index.js';
import { baseSkeleton } from '../../../src/kit/skeleton/base-skeleton.js';
import {
  type BoneName,
  bonePosition,
  kitSkeleton,
  type Side,
} from '../../../src/kit/skeleton/kit-skeleton.js';
import { type Clip, retargetClip, samplePose, worldMatrices } from '../../../src/rig/index.js';

export type Point = [x: number, y: number, z: number];

/** A clip that was written to its file, read back, retargeted to the characters and sampled there. */
export interface PlayedClip {
  readonly clip: Clip;
  /** Position of a point that moves with `bone` and rests at `rest`, metres in the character's space. */
  pointAt(seconds: number, bone: BoneName, rest: readonly number[]): Point;
  boneAt(seconds: number, bone: BoneName): Point;
}

/** The clips of people who stay in place that the kit has beyond those of the interface. */
export const ACTIVITY_NAMES = ACTIVITIES.filter(({ speed }) => speed === 0).map(({ name }) => name);

/** The looping clips of people who go somewhere. */
export const GAIT_NAMES = [...MOTIONS, ...ACTIVITIES]
  .filter(({ loop, speed }) => loop && speed > 0)
  .map(({ name }) => name);

const files = new Map<string, Promise<Uint8Array>>();
const playedClips = new Map<string, Promise<PlayedClip>>();

export function clipFile(name: string): Promise<Uint8Array> {
  const known = files.get(name);
  if (known) return known;
  const motion = [...MOTIONS, ...ACTIVITIES].find((candidate) => candidate.name === name)!;
  const file = writeClipsGlb(authorClips([motion]), baseSkeleton());
  files.set(name, file);
  return file;
}

export function playClip(name: string): Promise<PlayedClip> {
  const known = playedClips.get(name);
  if (known) return known;
  const played = readPlayedClip(name);
  playedClips.set(name, played);
  return played;
}

async function readPlayedClip(name: string): Promise<PlayedClip> {
  const [authored] = await readClipGlb(await clipFile(name));
  const skeleton = kitSkeleton();
  const { clip } = retargetClip(authored, baseSkeleton(), skeleton);
  const pose = new Float64Array(skeleton.rest.length);
  // Tests ask for one bone after the other at the same times.
  const matricesAt = new Map<number, Float64Array>();
  const sample = (seconds: number): Float64Array => {
    const known = matricesAt.get(seconds);
    if (known) return known;
    const matrices = new Float64Array(skeleton.names.length * 12);
    samplePose(skeleton, clip, seconds, pose);
    worldMatrices(skeleton, pose, matrices);
    matricesAt.set(seconds, matrices);
    return matrices;
  };
  const pointAt = (seconds: number, bone: BoneName, rest: readonly number[]): Point => {
    const matrices = sample(seconds);
    const o = skeleton.names.indexOf(bone) * 12;
    // The armature's scale turns the offset's centimetres into metres.
    const [x, y, z] = bonePosition(bone).map((value, k) => (rest[k] - value) * 100);
    return [0, 4, 8].map(
      (row) =>
        matrices[o + row] * x + matrices[o + row + 1] * y + matrices[o + row + 2] * z + matrices[o + row + 3],
    ) as Point;
  };
  return { clip, pointAt, boneAt: (seconds, bone) => pointAt(seconds, bone, bonePosition(bone)) };
}

/** Points of a shoe that can touch the ground, at rest: heel, ball and tip, on both sides. */
export const SOLES: readonly { side: Side; part: string; bone: BoneName; rest: Point }[] = (
  ['L', 'R'] as const
).flatMap((side) => {
  const x = side === 'L' ? 1 : -1;
  return [
    { side, part: 'heel', bone: `foot${side}` as BoneName, rest: [x * 0.1, 0, -0.075] as Point },
    { side, part: 'ball', bone: `toe${side}` as BoneName, rest: [x * 0.104, 0, 0.085] as Point },
    { side, part: 'tip', bone: `toe${side}` as BoneName, rest: [x * 0.104, 0, 0.16] as Point },
  ];
});

export function distance(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** `count` moments from 0 up to `duration`. */
export function moments(duration: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => (i / count) * duration);
}
