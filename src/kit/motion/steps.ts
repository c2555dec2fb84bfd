import { multiply, rotationX, rotationY } from '../math/quaternion.js';
import { hermite, mix, smoothstep } from '../math/shaping.js';
import { scale, subtract, type Vector } from '../math/vector.js';
import type { Channel } from './keys.js';
import { type Foothold, type FootPose, rollFoot } from './legs.js';

/** A foothold with the times at which the foot strikes and lifts. */
export interface Step extends Foothold {
  readonly strike: number;
  readonly lift: number;
}

export interface SwingShape {
  /** Maximum lift of the ankle above the direct path, metres. */
  readonly height: number;
  /** Fraction of the swing at which the lift is largest, 0 to 1. */
  readonly peak: number;
}

/** Half the interval of velocity differences, in the time unit of the steps. */
const INSTANT = 1e-4;

/**
 * Returns the pose of a foot that walks over holds in chronological order. On a hold it rolls by `pitch` without
 * slipping. Between holds, the ankle starts and ends with the velocity of the roll.
 */
export function walkOver(
  steps: readonly Step[],
  pitch: Channel,
  shape: SwingShape,
): (at: number) => FootPose {
  return (at) => {
    const i = Math.max(
      0,
      steps.findLastIndex(({ strike }) => strike <= at),
    );
    const from = steps[i];
    const to = steps[i + 1];
    if (at <= from.lift || to === undefined) return rollFoot(from, pitch(at));
    return swing(from, to, pitch, shape, at);
  };
}

function swing(from: Step, to: Step, pitch: Channel, shape: SwingShape, at: number): FootPose {
  const duration = to.strike - from.lift;
  const t = (at - from.lift) / duration;
  const ankle = (hold: Foothold, when: number) => rollFoot(hold, pitch(when)).ankle;
  const velocity = (hold: Foothold, when: number) =>
    scale(subtract(ankle(hold, when + INSTANT), ankle(hold, when - INSTANT)), duration / (2 * INSTANT));
  const a = ankle(from, from.lift);
  const b = ankle(to, to.strike);
  const da = velocity(from, from.lift - INSTANT);
  const db = velocity(to, to.strike + INSTANT);
  const along = (k: 0 | 1 | 2) => hermite(a[k], da[k], b[k], db[k], t);
  const lifted: Vector = [along(0), along(1) + shape.height * arch(t, shape.peak), along(2)];
  const yaw = mix(from.yaw, to.yaw, smoothstep(0, 1, t));
  const flatToes = Math.max(0, -pitch(at)) * (1 - smoothstep(0.2, 0.8, t));
  return { ankle: lifted, rotation: multiply(rotationY(yaw), rotationX(-pitch(at))), toe: flatToes };
}

/** Returns a lift of two parabolas. A foot lifts and strikes steeply, or it would touch the ground. */
function arch(t: number, peak: number): number {
  const away = t < peak ? 1 - t / peak : (t - peak) / (1 - peak);
  return 1 - away * away;
}
