import { sine } from '../math/shaping.js';
import { add } from '../math/vector.js';
import { SIDES, type Side, sign } from '../skeleton/kit-skeleton.js';
import { type Cloth, hangCloth, type SleeveSwing } from './cloth.js';
import type { Figure } from './figure.js';
import type { Channel } from './keys.js';
import { type FootPose, placeFoot } from './legs.js';
import type { Motion } from './motion.js';
import { type SwingShape, walkOver } from './steps.js';

/** Foot placement over a cycle of two steps. The left foot strikes at phase 0. */
export interface Gait {
  /** Seconds per cycle. */
  readonly period: number;
  /** Metres per cycle. */
  readonly stride: number;
  /** Fraction of the cycle during which a foot is on the ground. */
  readonly stance: number;
  /** Distance of the strike ahead of the hips, metres. */
  readonly ahead: number;
  /** Half the distance between the feet, metres. */
  readonly halfWidth: number;
  /** Outward angle of the toes, degrees. */
  readonly toesOut: number;
  /** Foot pitch over the foot's own cycle, which begins at its strike; positive lifts the toes, degrees. */
  readonly pitch: Channel;
  readonly swing: SwingShape;
}

/** Returns the phase of a foot. The right foot is half a cycle behind the left. */
export function footPhase(side: Side, phase: number): number {
  const own = side === 'L' ? phase : phase + 0.5;
  return own - Math.floor(own);
}

/** Returns the foot pose relative to the walking body. */
function footInGait(gait: Gait, side: Side, phase: number): FootPose {
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

/** Swing of loose parts in a gait, degrees: the mean and the amplitude of both ends of a sleeve, then amplitudes. */
export interface ClothSwing {
  readonly elbow: readonly [mean: number, amplitude: number];
  readonly wrist: readonly [mean: number, amplitude: number];
  readonly wings: number;
  readonly beard: number;
}

export function swingingCloth({ elbow, wrist, wings, beard }: ClothSwing, phase: number): Cloth {
  const sleeve = (side: Side): SleeveSwing => {
    const own = footPhase(side, phase);
    return {
      elbow: elbow[0] + elbow[1] * sine(own + 0.08),
      wrist: wrist[0] + wrist[1] * sine(own + 0.02),
    };
  };
  return {
    sleeves: { L: sleeve('L'), R: sleeve('R') },
    wings: wings * sine(2 * phase + 0.1),
    beard: beard * sine(2 * phase),
  };
}

/** Cycles in a clip. Faces need some seconds between two blinks, and all gaits the same phases, to go over into one another. */
export const CYCLES = 4;

/** A looping clip of {@link CYCLES}. `poseBody` poses everything but the feet and the cloth. */
export function gaitMotion(
  name: Motion['name'],
  gait: Gait,
  cloth: ClothSwing,
  poseBody: (figure: Figure, phase: number) => void,
): Motion {
  return {
    name,
    duration: gait.period * CYCLES,
    period: gait.period,
    loop: true,
    speed: gait.stride / gait.period,
    pose(figure, seconds) {
      const phase = (seconds / gait.period) % 1;
      poseBody(figure, phase);
      for (const side of SIDES) placeFoot(figure, side, footInGait(gait, side, phase));
      hangCloth(figure, swingingCloth(cloth, phase));
    },
  };
}
