import { cosine, sine } from '../../math/shaping.js';
import { SIDES } from '../../skeleton/kit-skeleton.js';
import { hangArm } from '../arms.js';
import type { Figure } from '../figure.js';
import { footPhase, type Gait, gaitMotion } from '../gait.js';
import { keyedCycle } from '../keys.js';
import { atFrame } from '../motion.js';
import { leanTrunk } from '../standing.js';

/**
 * Shorter and slower steps, further apart, with both feet on the ground for longer than in `walk`: how stout people differ from
 * others according to P. Spyropoulos et al., "Biomechanical gait analysis in obese men", Archives of Physical Medicine and
 * Rehabilitation 72, 1991. The differences are smaller here, since the people are less stout and wear robes.
 */
export const HEAVY_WALK: Gait = {
  period: atFrame(34),
  stride: 0.86,
  stance: 22.5 / 34,
  ahead: 0.235,
  halfWidth: 0.106,
  toesOut: 12,
  pitch: keyedCycle([
    [0, 11],
    [0.08, 0],
    [0.43, 0],
    [0.54, -8],
    [22.5 / 34, -30],
    [0.72, -34],
    [0.84, -4],
    [0.95, 12],
  ]),
  swing: { height: 0.027, peak: 0.4 },
};

/** The hips sway over the standing foot. */
export function poseHeavyHips(figure: Figure, phase: number): void {
  const step = cosine(2 * phase - 0.55);
  figure.hips = [0.036 * cosine(phase - 0.32), 0.905 + 0.006 * step, 0.005 * sine(2 * phase)];
  leanTrunk(figure, { hips: { yaw: -5 * cosine(phase), roll: 2.6 * sine(phase), pitch: -1 } });
}

/** The trunk leans back behind the belly; the arms swing wide of it. */
function poseStoutBody(figure: Figure, phase: number): void {
  const s = sine(phase);
  const c = cosine(phase);
  poseHeavyHips(figure, phase);
  leanTrunk(figure, {
    spine: { yaw: 4 * c, roll: -3.4 * s, pitch: -3 },
    chest: { yaw: 5 * c, roll: -2.6 * s, pitch: -2 },
    neck: { yaw: -2 * c, roll: 0.8 * s, pitch: 3 },
    head: { yaw: -1.5 * c, roll: 1.6 * s, pitch: cosine(2 * phase) },
  });
  for (const side of SIDES) {
    const swing = -cosine(footPhase(side, phase));
    hangArm(figure, side, {
      forward: 4 + 12 * swing,
      out: 8,
      bend: 25 + 5 * swing,
      inward: 17,
      hunch: 2 * swing,
    });
  }
}

export const walkStout = gaitMotion(
  'walk_stout',
  HEAVY_WALK,
  { elbow: [1, 4], wrist: [1, 5.5], wings: 1.8, beard: 2 },
  poseStoutBody,
);
