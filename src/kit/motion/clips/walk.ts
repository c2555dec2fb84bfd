import { cosine, sine } from '../../math/shaping.js';
import type { Side } from '../../skeleton/kit-skeleton.js';
import { hangArm } from '../arms.js';
import type { Figure } from '../figure.js';
import { type ClothSwing, footPhase, type Gait, gaitMotion } from '../gait.js';
import { keyedCycle } from '../keys.js';
import { atFrame } from '../motion.js';
import { leanTrunk } from '../standing.js';

/**
 * The stride is a compromise between a long robe (0.78 m per cycle) and trousers (1.17 m), since all characters share
 * the clip.
 */
export const WALK: Gait = {
  period: 1,
  stride: 0.94,
  stance: atFrame(19),
  ahead: 0.235,
  halfWidth: 0.078,
  toesOut: 6,
  pitch: keyedCycle([
    [0, 15],
    [0.09, 0],
    [0.4, 0],
    [0.5, -9],
    [atFrame(19), -38],
    [0.69, -43],
    [0.82, -4],
    [0.95, 16],
  ]),
  swing: { height: 0.03, peak: 0.4 },
};

/** Poses everything but feet and cloth. */
export function poseWalkingBody(figure: Figure, phase: number): void {
  const s = sine(phase);
  const c = cosine(phase);
  const step = cosine(2 * phase - 0.55);
  figure.hips = [0.018 * cosine(phase - 0.3), 0.9145 + 0.0075 * step, 0.006 * sine(2 * phase)];
  leanTrunk(figure, {
    hips: { yaw: -4.5 * c, roll: 2 * s, pitch: 2 },
    spine: { yaw: 3.6 * c, roll: -1.4 * s, pitch: -0.5 },
    chest: { yaw: 5 * c, roll: -1.1 * s, pitch: 1 },
    neck: { yaw: -2.4 * c, pitch: 0.5 },
    head: { yaw: -1.6 * c, roll: 0.6 * s, pitch: -2 + cosine(2 * phase) },
  });
  swingArm(figure, 'L', phase, 17, 15);
  swingArm(figure, 'R', phase, 14, 21);
}

/** Swings an arm opposite to the leg of its side. The elbow bends more on the way forward. */
function swingArm(figure: Figure, side: Side, phase: number, reach: number, bend: number): void {
  const swing = -cosine(footPhase(side, phase));
  hangArm(figure, side, {
    forward: 3 + reach * swing,
    bend: bend + 9 * Math.max(0, swing) ** 2,
    hunch: 2.5 * swing,
  });
}

export const WALKING_CLOTH: ClothSwing = { elbow: [0, 5], wrist: [0, 6.5], wings: 1.4, beard: 2 };

export const walk = gaitMotion('walk', WALK, WALKING_CLOTH, poseWalkingBody);
