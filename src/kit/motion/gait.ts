import { add } from '../mesh/vector.js';
import type { Side } from '../skeleton.js';
import type { FootPose } from './foothold.js';
import type { Channel } from './keys.js';
import { sign } from './side.js';
import { type SwingShape, walkOver } from './steps.js';

/** How feet are put down, over a cycle of two steps. Phase 0 is the strike of the left foot. */
export interface Gait {
  /** Seconds a cycle. */
  readonly period: number;
  /** Metres a cycle. */
  readonly stride: number;
  /** Share of the cycle that a foot is on the ground. */
  readonly stance: number;
  /** Where the foot strikes, metres ahead of the hips. */
  readonly ahead: number;
  /** Half the distance between the feet, metres. */
  readonly halfWidth: number;
  /** Degrees that the toes point out. */
  readonly toesOut: number;
  /** Degrees that the toes are up, over the foot's own cycle, which begins at its strike. */
  readonly pitch: Channel;
  readonly swing: SwingShape;
}

/** The right foot is half a cycle behind the left. */
export function footPhase(side: Side, phase: number): number {
  const own = side === 'L' ? phase : phase + 0.5;
  return own - Math.floor(own);
}

/** The foot seen from the walking body. */
export function footInGait(gait: Gait, side: Side, phase: number): FootPose {
  const { stride, stance, ahead } = gait;
  const own = footPhase(side, phase);
  const hold = { x: sign(side) * gait.halfWidth, yaw: sign(side) * gait.toesOut };
  const path = walkOver(
    [
      { ...hold, z: 0, strike: 0, lift: stance },
      { ...hold, z: stride, strike: 1, lift: 1 + stance },
    ],
    gait.pitch,
    gait.swing,
  );
  const foot = path(own);
  return { ...foot, ankle: add(foot.ankle, [0, 0, ahead - stride * own]) };
}
