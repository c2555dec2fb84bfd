import { cosine, sine } from '../../math/shaping.js';
import { SIDES } from '../../skeleton/kit-skeleton.js';
import { hangArm } from '../arms.js';
import type { Figure } from '../figure.js';
import { footPhase, type Gait, gaitMotion } from '../gait.js';
import { keyedCycle } from '../keys.js';
import { atFrame } from '../motion.js';
import { leanTrunk } from '../standing.js';

/** Short quick steps with a flight phase: a trot that a robe allows. */
const JOG: Gait = {
  period: atFrame(22),
  stride: 1.55,
  stance: 8 / 22,
  ahead: 0.165,
  halfWidth: 0.07,
  toesOut: 5,
  pitch: keyedCycle([
    [0, 5],
    [0.05, 0],
    [0.18, 0],
    [8 / 22, -42],
    [0.5, -54],
    [0.75, -10],
    [0.93, 7],
  ]),
  swing: { height: 0.085, peak: 0.36 },
};

function poseJoggingBody(figure: Figure, phase: number): void {
  const s = sine(phase);
  const c = cosine(phase);
  // Two flight phases per cycle, midway between stances.
  const rise = -cosine(2 * (phase - JOG.stance / 2));
  figure.hips = [0.012 * cosine(phase - 0.18), 0.9 + 0.018 * rise, 0];
  leanTrunk(figure, {
    hips: { yaw: -6 * c, roll: 2 * s, pitch: 6 },
    spine: { yaw: 5 * c, roll: -1.4 * s, pitch: 2 },
    chest: { yaw: 8 * c, roll: -1.2 * s, pitch: 3 },
    neck: { yaw: -3.5 * c, pitch: -3 },
    head: { yaw: -3 * c, pitch: -6 - 1.5 * rise },
  });
  for (const side of SIDES) {
    const swing = -cosine(footPhase(side, phase) - 0.03);
    hangArm(figure, side, {
      forward: 4 + 24 * swing,
      out: 4,
      bend: 74 + 12 * swing,
      inward: 22,
      hunch: 4 * swing,
      shrug: 2 + 1.5 * rise,
    });
  }
}

export const jog = gaitMotion(
  'jog',
  JOG,
  { elbow: [9, 8], wrist: [11, 11], wings: 3, beard: 5 },
  poseJoggingBody,
);
