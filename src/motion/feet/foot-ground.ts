import { type ShownFoot, TILT_RANGE } from '../../render/characters/index.js';
import type { SteadyGround } from '../ground.js';
import type { FootGoal } from './foot-goal.js';
import { clamp } from './foot-states.js';

/** The distance over which the slope under a foot is measured, metres. */
const SLOPE_SPAN = 0.1;

/** About how far a toe joint is from the sole, metres at scale 1: on a slope that much along the normal, more straight down. */
const TOE_HEIGHT = 0.03;

/**
 * Lifts and tilts a foot like the ground under it.
 *
 * @param placement of the foot; receives the tilt and a further lift
 * @param goal position of the foot in its clip, and of its character
 * @param characterHeight of the character above the crowd's plane, metres
 * @returns height of the ground under the foot above that under the character, metres
 */
export function followGround(
  placement: ShownFoot,
  { clipX, clipZ, sine, cosine, scale }: FootGoal,
  groundHeight: SteadyGround,
  characterHeight: number,
): number {
  const x = placement.isPlaced ? placement.x : clipX + placement.x;
  const z = placement.isPlaced ? placement.z : clipZ + placement.z;
  const height = groundHeight(x, z, characterHeight);
  const slopeX = (groundHeight(x + SLOPE_SPAN, z, height) - height) / SLOPE_SPAN;
  const slopeZ = (groundHeight(x, z + SLOPE_SPAN, height) - height) / SLOPE_SPAN;
  const length = Math.sqrt(slopeX * slopeX + 1 + slopeZ * slopeZ);
  const normalX = -slopeX / length;
  const normalZ = -slopeZ / length;
  placement.tiltX = clamp(cosine * normalX - sine * normalZ, TILT_RANGE);
  placement.tiltZ = clamp(sine * normalX + cosine * normalZ, TILT_RANGE);
  const rise = height - characterHeight;
  placement.lift += rise + TOE_HEIGHT * scale * (length - 1);
  return rise;
}
