import { smoothstep } from '../math/shaping.js';
import { addScaled, cross, FORWARD, mixVectors, normalize, subtract, type Vector } from '../math/vector.js';
import { type BoneName, bonePosition } from './kit-skeleton.js';

/** Bones and weights of a vertex. Weights need not sum to 1; the largest four count. */
export type Weights = readonly (readonly [bone: BoneName, share: number])[];

export const HEAD_WEIGHTS: Weights = [['head', 1]];

/** Turn of `lids` that closes the eyes, degrees. */
export const LIDS_CLOSED = 34;

/** Steps of shares on a face: with finer ones, the compressed file of all parts takes 0.3 kB more. */
const FACE_STEPS = 16;

/**
 * Returns the share of the jaw at a point of the skin: the chin and what is below the mouth, fading towards the ears. A mouth
 * opens under the upper lip.
 */
export function jawShare([, y, z]: Vector): number {
  const front = smoothstep(-0.01, 0.05, z);
  return Math.round(FACE_STEPS * front * smoothstep(1.517, 1.492, y)) / FACE_STEPS;
}

/** Height of the belt, metres. Cloth above follows the spine, cloth below the skirt bones. */
const BELT_HEIGHT = 0.985;

type SkirtChain = 'skirtFront' | 'skirtSide' | 'skirtBack';

/** The six skirt chains by azimuth in degrees, from the back by the right. */
const SKIRT_CHAINS: readonly (readonly [azimuth: number, chain: SkirtChain, side: 'L' | 'R'])[] = [
  [-154, 'skirtBack', 'R'],
  [-90, 'skirtSide', 'R'],
  [-26, 'skirtFront', 'R'],
  [26, 'skirtFront', 'L'],
  [90, 'skirtSide', 'L'],
  [154, 'skirtBack', 'L'],
];

/**
 * Returns the weights of a point below the belt. Sashes and aprons use the same weights as the skirt under them, so
 * that they move together.
 */
export function skirtWeights([x, y, z]: Vector): Weights {
  const azimuth = (Math.atan2(x, z) * 180) / Math.PI;
  const after = SKIRT_CHAINS.findIndex(([at]) => at > azimuth);
  const high = SKIRT_CHAINS[Math.max(0, after)];
  const low = SKIRT_CHAINS[(after <= 0 ? SKIRT_CHAINS.length : after) - 1];
  const turn = (from: number, to: number) => (to - from + 360) % 360;
  const share = smoothstep(0, 1, turn(low[0], azimuth) / turn(low[0], high[0]));
  const offHips = 1 - smoothstep(0.8, BELT_HEIGHT, y);
  const lower = 1 - smoothstep(0.36, 0.66, y);
  const chain = ([, name, side]: typeof low, weight: number): Weights => [
    [`${name}1${side}`, weight * offHips * (1 - lower)],
    [`${name}2${side}`, weight * offHips * lower],
  ];
  return [['hips', 1 - offHips], ...chain(low, 1 - share), ...chain(high, share)];
}

/** Returns the weights of a point on the torso, or on the skirt below the belt. */
export function torsoWeights(point: Vector): Weights {
  const [x, y] = point;
  if (y < BELT_HEIGHT) return skirtWeights(point);
  const side = x > 0 ? 'L' : 'R';
  const out = Math.abs(x);
  const spine = smoothstep(BELT_HEIGHT, 1.1, y);
  const chest = smoothstep(1.09, 1.25, y);
  const neck = smoothstep(1.385, 1.44, y) * (1 - smoothstep(0.06, 0.1, out));
  const clavicle = smoothstep(1.24, 1.33, y) * smoothstep(0.06, 0.14, out) * 0.55;
  const upperArm = smoothstep(1.2, 1.3, y) * smoothstep(0.155, 0.21, out) * 0.35;
  const trunk = (1 - neck) * (1 - clavicle - upperArm);
  return [
    ['hips', (1 - spine) * trunk],
    ['spine', spine * (1 - chest) * trunk],
    ['chest', spine * chest * trunk],
    ['neck', neck],
    [`clavicle${side}`, clavicle * (1 - neck)],
    [`upperArm${side}`, upperArm * (1 - neck)],
  ];
}

export const SHOULDER = bonePosition('upperArmL');
export const ELBOW = bonePosition('foreArmL');
export const WRIST = bonePosition('handL');
export const UPPER_ARM_DIRECTION = normalize(subtract(ELBOW, SHOULDER));
export const FOREARM_DIRECTION = normalize(subtract(WRIST, ELBOW));

/** Position of the elbow between shoulder (0) and wrist (1). */
const ELBOW_AT = 0.53;

/**
 * Returns a point on the centre line of the left arm: `t` is 0 at the shoulder, 1 at the wrist. Below 0 the line runs
 * nearly level into the chest; extended straight, it would protrude above the shoulder.
 */
export function armPoint(t: number): Vector {
  if (t < 0) return [SHOULDER[0] + t * 0.42, SHOULDER[1] - t * 0.06, SHOULDER[2]];
  if (t < ELBOW_AT) return mixVectors(SHOULDER, ELBOW, t / ELBOW_AT);
  return addScaled(ELBOW, subtract(WRIST, ELBOW), (t - ELBOW_AT) / (1 - ELBOW_AT));
}

/** Returns a point around the centre line of the left arm. `direction` is that of the limb at `t`. */
export function aroundArm(t: number, direction: Vector, angle: number, radius: number): Vector {
  const across = normalize(cross(FORWARD, direction));
  const side = addScaled(armPoint(t), across, radius * Math.cos(angle));
  return addScaled(side, FORWARD, radius * Math.sin(angle));
}

/** Returns the weights along the left arm. `hang` is 0 on the arm and 1 at the lower edge of a wide sleeve. */
export function armWeights(t: number, hang = 0): Weights {
  const root = 1 - smoothstep(-0.06, 0.26, t);
  const foreArm = smoothstep(0.42, 0.66, t);
  const sleeve = smoothstep(0.08, 0.55, hang) * smoothstep(0.28, 0.6, t);
  const wrist = smoothstep(0.52, 1, t);
  return [
    ['chest', root * 0.45 * (1 - sleeve)],
    ['clavicleL', root * 0.55 * (1 - sleeve)],
    ['upperArmL', (1 - foreArm) * (1 - sleeve) * (1 - root)],
    ['foreArmL', foreArm * (1 - sleeve) * (1 - root)],
    ['sleeveElbowL', sleeve * (1 - wrist)],
    ['sleeveWristL', sleeve * wrist],
  ];
}

/** Blends two bones: `share` is the weight of `b`. */
export function blendBones(a: BoneName, b: BoneName, share: number): Weights {
  return [
    [a, 1 - share],
    [b, share],
  ];
}
