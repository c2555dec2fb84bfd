import type { Camera } from 'three';
import { kitSkeleton, kitSkin } from '../../../src/kit/skeleton/kit-skeleton.js';
import { AFFINE_SIZE } from '../../../src/math/index.js';
import type { WalkingCharacters } from './walking-characters.js';

const FRAME_SECONDS = 1 / 60;
/** The joint `toe` of a foot of the sample kit that stands is below this height at scale 1, metres. */
const PLANTED_HEIGHT = 0.033;

const JOINTS = Array.from(kitSkin().joints, (bone) => kitSkeleton().names[bone]);

/** Number of a joint of the sample kit. */
export const kitJoint = (name: string): number => JOINTS.indexOf(name);

/** Joints of the left and the right toe of the sample kit. */
export const TOES = [kitJoint('toeL'), kitJoint('toeR')];

/**
 * How far each foot slid while it was planted, in metres, smallest first: the farthest that its toe came from where it was
 * put down, until it was lifted again.
 */
export function footSlips({ characters, pose, advance }: WalkingCharacters, seconds: number): number[] {
  const matrix = new Float64Array(AFFINE_SIZE);
  const planted = new Map<number, { readonly x: number; readonly z: number; slip: number }>();
  const slips: number[] = [];
  for (let t = 0; t < seconds; t += FRAME_SECONDS) {
    const now = advance(FRAME_SECONDS);
    for (let i = 0; i < characters.size; i++) {
      TOES.forEach((joint, foot) => {
        pose.jointMatrix(i, joint, now, matrix);
        const [x, y, z] = [matrix[3], matrix[7], matrix[11]];
        const key = 2 * i + foot;
        const known = planted.get(key);
        if (y / characters.table.scale(i) > PLANTED_HEIGHT) {
          if (known) slips.push(known.slip);
          planted.delete(key);
        } else if (known) known.slip = Math.max(known.slip, Math.hypot(x - known.x, z - known.z));
        else planted.set(key, { x, z, slip: 0 });
      });
    }
  }
  return slips.sort((a, b) => a - b);
}

/** Places of all toes, x, y and z in each frame of some seconds. */
export function toePaths(
  { characters, pose, advance }: WalkingCharacters,
  seconds: number,
  camera?: Camera,
): number[] {
  const matrix = new Float64Array(AFFINE_SIZE);
  const path: number[] = [];
  for (let frame = 0; frame < Math.round(seconds / FRAME_SECONDS); frame++) {
    const now = advance(FRAME_SECONDS, camera);
    for (const i of characters.indices('all')) {
      for (const toe of TOES) {
        pose.jointMatrix(i, toe, now, matrix);
        path.push(matrix[3], matrix[7], matrix[11]);
      }
    }
  }
  return path;
}

/** Distances between the places of two paths, smallest first. */
export function distancesBetween(a: readonly number[], b: readonly number[]): number[] {
  const distances = [];
  for (let k = 0; k < a.length; k += 3) {
    distances.push(Math.hypot(a[k] - b[k], a[k + 1] - b[k + 1], a[k + 2] - b[k + 2]));
  }
  return distances.sort((one, other) => one - other);
}

/** Number of foot records that changed since the last call. */
export function takeFootChanges({ characters }: Pick<WalkingCharacters, 'characters'>): number {
  return (characters.table.layers?.changes.take() ?? []).reduce((sum, { count }) => sum + count, 0);
}
