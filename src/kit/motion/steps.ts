import { multiply, rotationX, rotationY } from '../math/quaternion.js';
import { mix, smoothstep } from '../math/shaping.js';
import { scale, subtract, type Vector } from '../math/vector.js';
import { type Foothold, type FootPose, rollFoot } from './foothold.js';
import { type Channel, hermite } from './keys.js';

/** A hold and how long the foot stays on it. */
export interface Step extends Foothold {
  readonly strike: number;
  readonly lift: number;
}

export interface SwingShape {
  /** Metres that the ankle is raised at most, over the straight way. */
  readonly height: number;
  /** Share of the swing at which it is highest, 0 to 1. */
  readonly peak: number;
}

/** Half the time over which speeds are taken, in the unit that steps count. */
const INSTANT = 1e-4;

/**
 * A foot that walks over holds in the order of time. On a hold it rolls with `pitch` and does not slip; between holds
 * its ankle leaves and arrives at the speed that rolling gives it.
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

/** A parabola up and one down: a foot leaves and strikes steeply, or it would graze the ground. */
function arch(t: number, peak: number): number {
  const away = t < peak ? 1 - t / peak : (t - peak) / (1 - peak);
  return 1 - away * away;
}
