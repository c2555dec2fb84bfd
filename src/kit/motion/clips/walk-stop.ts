import { multiply, rotationX, slerp } from '../../math/quaternion.js';
import { smoothstep } from '../../math/shaping.js';
import { add, mixVectors } from '../../math/vector.js';
import { SIDES, type Side, sign } from '../../skeleton/kit-skeleton.js';
import { type Cloth, hangCloth, mixCloth, swayingCloth } from '../cloth.js';
import { Figure } from '../figure.js';
import { swingingCloth } from '../gait.js';
import { type Channel, keyed } from '../keys.js';
import { placeFoot } from '../legs.js';
import { atFrame, type Motion } from '../motion.js';
import { EASY_FEET, poseStandingBody } from '../standing.js';
import { type Step, walkOver } from '../steps.js';
import { idle, idleStanding } from './idles.js';
import { poseWalkingBody, WALK, WALKING_CLOTH } from './walk.js';

const DURATION = atFrame(48);
/** Start and end of the deceleration, seconds. */
const SLOWS = 0.1;
const STANDS = 1.3;

const WALKING_SPEED = WALK.stride / WALK.period;

/** Returns the distance since the start, metres: the integral of a speed that falls along a smoothstep. */
export function distanceCovered(seconds: number): number {
  const slow = Math.min(Math.max(seconds - SLOWS, 0), STANDS - SLOWS);
  const t = slow / (STANDS - SLOWS);
  const lost = (STANDS - SLOWS) * (t * t * t - (t * t * t * t) / 2);
  return WALKING_SPEED * (Math.min(seconds, STANDS) - lost);
}

const DISTANCE = distanceCovered(DURATION);

/** Returns the last two steps of a foot: times in seconds, positions in metres from the start of the hips. */
function stepsTo(side: Side, firstStrike: number, lift: number, strike: number): Step[] {
  const last = EASY_FEET[side];
  return [
    {
      x: sign(side) * WALK.halfWidth,
      z: WALK.ahead + WALK.stride * firstStrike,
      yaw: sign(side) * WALK.toesOut,
      strike: firstStrike * WALK.period,
      lift,
    },
    { ...last, z: last.z + DISTANCE, strike, lift: Number.POSITIVE_INFINITY },
  ];
}

/** Foot pitch. The left foot has just struck; the right one takes one more step, then the left one joins it. */
const PITCH: Record<Side, Channel> = {
  L: keyed([
    [-0.05, 16],
    [0, 15],
    [0.09, 0],
    [0.4, 0],
    [0.5, -8],
    [atFrame(22), -30],
    [0.8, -33],
    [1, 2],
    [atFrame(34), 3],
    [1.2, 0],
  ]),
  R: keyed([
    [-0.1, 0],
    [0, -9],
    [atFrame(4), -38],
    [0.19, -42],
    [0.32, -3],
    [0.45, 12],
    [atFrame(17), 9],
    [0.65, 0],
  ]),
};

const FEET = {
  L: walkOver(stepsTo('L', 0, atFrame(22), atFrame(34)), PITCH.L, { height: 0.025, peak: 0.4 }),
  R: walkOver(stepsTo('R', -0.5, atFrame(4), atFrame(17)), PITCH.R, WALK.swing),
};

const FLUNG_FORWARD: Cloth = swayingCloth(-5);

/** Influence of the body's momentum, 0 to 1. */
const CARRIED_ON = keyed([
  [0.2, 0],
  [0.85, 1],
  [1.5, 0],
]);

export const walkStop: Motion = {
  name: 'walk_stop',
  duration: DURATION,
  loop: false,
  speed: DISTANCE / DURATION,
  pose(figure, seconds) {
    const covered = distanceCovered(seconds);
    const phase = covered / WALK.stride;
    const standing = idleStanding((idle.duration + seconds - DURATION) / idle.duration);
    const rest = smoothstep(0.15, 1.4, seconds);
    const carriedOn = CARRIED_ON(seconds);
    poseBetween(
      figure,
      (walking) => poseWalkingBody(walking, phase),
      (still) => poseStandingBody(still, standing),
      rest,
    );
    figure.set('spine', multiply(figure.get('spine'), rotationX(2.5 * carriedOn)));
    for (const side of SIDES) {
      const foot = FEET[side](seconds);
      placeFoot(figure, side, { ...foot, ankle: add(foot.ankle, [0, 0, -covered]) });
    }
    const cloth = mixCloth(swingingCloth(WALKING_CLOTH, phase), swayingCloth(standing.sway), rest);
    hangCloth(figure, mixCloth(cloth, FLUNG_FORWARD, carriedOn));
  },
};

function poseBetween(
  figure: Figure,
  poseFrom: (figure: Figure) => void,
  poseTo: (figure: Figure) => void,
  t: number,
): void {
  const to = new Figure();
  poseFrom(figure);
  poseTo(to);
  figure.hips = mixVectors(figure.hips, to.hips, t);
  figure.rotations.forEach((turn, i) => {
    figure.rotations[i] = slerp(turn, to.rotations[i], t);
  });
}
