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
