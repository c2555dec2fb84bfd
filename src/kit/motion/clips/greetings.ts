import { sine, smoothstep } from '../../math/shaping.js';
import { type ArmPose, blendThrough } from '../arms.js';
import { keyedCycle } from '../keys.js';
import type { Foothold } from '../legs.js';
import { idleMotion } from '../standing.js';
import { clasped } from './idles.js';

/** Heels close together. */
const CLOSE_FEET: Record<'L' | 'R', Foothold> = {
  L: { x: 0.09, z: 0, yaw: 9 },
  R: { x: -0.09, z: 0, yaw: -9 },
};

/** Hands joined before the chest, the left one outside. `out` moves them away from the chest, 0 to 1. */
function joined(depth: number, out: number): ArmPose {
  return {
    reach: {
      with: 'chest',
      wrist: [0.062, 1.235 - 0.02 * out, depth + 0.05 * out],
      elbow: [0.9, -0.5, -0.1],
      fingers: [-0.9, 0.2, 0.3],
      palm: [-0.3, -0.25, -0.9],
      hunch: 6,
    },
  };
}

/** Height of the joined hands: 0 at the belly, 1 before the chest. */
const HANDS_RAISED = keyedCycle([
  [0.01, 0],
  [0.17, 1],
  [0.76, 1],
  [0.95, 0],
]);
/** Bend from the hips, 0 to 1. */
const BOWED = keyedCycle([
  [0.17, 0],
  [0.37, 1],
  [0.54, 1],
  [0.76, 0],
]);

const bow = idleMotion('bow', 6, (t) => {
  const breath = sine(t);
  const raised = HANDS_RAISED(t);
  const bowed = BOWED(t);
  const head = BOWED(t + 0.025);
  const arm = (height: number, depth: number): ArmPose => ({
    between: [clasped(height + 0.003 * breath, depth), joined(depth + 0.06, bowed)],
    t: raised,
  });
  return {
    hips: [0.003 * sine(t + 0.2), -0.012 - 0.012 * bowed, -0.1 * bowed],
    trunk: {
      hips: { pitch: 1 + 25 * bowed },
      spine: { pitch: 14 * bowed - 0.4 * breath },
      chest: { pitch: 1.5 + 8 * bowed - 1.1 * breath },
      neck: { pitch: 3 + 4 * head },
      head: { pitch: 2 + 12 * head + 0.6 * breath },
    },
    left: arm(1.08, 0.232),
    right: arm(1.045, 0.178),
    feet: CLOSE_FEET,
    sway: 2 * (head - bowed) + 0.4 * sine(t - 0.15),
  };
});

/** Bend of a monk's greeting, 0 to 1. */
const NODDED = keyedCycle([
  [0.12, 0],
  [0.34, 1],
  [0.48, 1],
  [0.74, 0],
]);

const pray = idleMotion('pray', 5, (t) => {
  const breath = sine(t);
  const bowed = NODDED(t);
  const head = NODDED(t + 0.03);
  const palms: ArmPose = {
    reach: {
      with: 'chest',
      wrist: [0.042, 1.165 + 0.035 * bowed + 0.002 * breath, 0.205 + 0.02 * bowed],
      elbow: [0.85, -0.65, -0.15],
      fingers: [-0.06, 0.9, 0.45],
      palm: [-1, 0, 0],
      hunch: 4,
    },
  };
  return {
    hips: [0.003 * sine(t + 0.2), -0.012 - 0.004 * bowed, -0.045 * bowed],
    trunk: {
      hips: { pitch: 1 + 9 * bowed },
      spine: { pitch: 7 * bowed - 0.4 * breath },
      chest: { pitch: 1.5 + 5 * bowed - 1.1 * breath },
      neck: { pitch: 3 + 4 * head },
      head: { pitch: 2 + 9 * head + 0.6 * breath },
    },
    left: palms,
    right: palms,
    feet: CLOSE_FEET,
    sway: 1.5 * (head - bowed) + 0.4 * sine(t - 0.15),
  };
});

/** 1 while the character speaks, in the first half of the clip; 0 while it listens. Two people half a period apart take turns. */
const SPEAKING = keyedCycle([
  [0.02, 0],
  [0.08, 1],
  [0.4, 1],
  [0.5, 0],
]);
/** Gestures of the right hand and of the left one, 0 at the belly. */
const RIGHT_GESTURE = keyedCycle([
  [0.01, 0],
  [0.09, 1],
  [0.38, 1],
  [0.49, 0],
]);
const LEFT_GESTURE = keyedCycle([
  [0.18, 0],
  [0.25, 1],
  [0.35, 1],
  [0.44, 0],
]);
/** Strokes of the hands with the words. */
const BEAT = keyedCycle([
  [0.07, 0],
  [0.11, 1],
  [0.145, -0.4],
  [0.18, 0.6],
  [0.22, -0.3],
  [0.26, 1],
  [0.3, -0.2],
  [0.335, 0.8],
  [0.38, 0],
]);
/** Nods of a listener. */
const NOD = keyedCycle([
  [0.54, 0],
  [0.57, 1],
  [0.6, 0.1],
  [0.625, 0.8],
  [0.66, 0],
  [0.78, 0],
  [0.815, 1],
  [0.86, 0],
]);

/** Hand before the body, palm up, as in explaining. */
function explaining(out: number, stroke: number): ArmPose {
  return {
    reach: {
      with: 'spine',
      wrist: [0.165 + out, 1.13 - 0.028 * stroke, 0.275 + 0.012 * stroke],
      elbow: [0.6, -0.75, -0.35],
      fingers: [0.1, 0.32 - 0.3 * stroke, 0.95],
      palm: [-0.5, 0.8, -0.2],
    },
  };
}

const talk = idleMotion('talk', 8, (t) => {
  const breath = sine(2 * t);
  const speaking = SPEAKING(t);
  const nod = NOD(t);
  const beat = BEAT(t);
  const late = BEAT(t - 0.012);
  const w = sine(t + 0.12);
  return {
    hips: [0.016 * w, -0.016, -0.008 + 0.008 * speaking],
    trunk: {
      hips: { roll: 1.6 * w, yaw: 2.5 * w, pitch: 0.5 },
      spine: { roll: -1.8 * w, pitch: -0.5 - 0.4 * breath + 2.5 * speaking },
      chest: { roll: -0.4 * w, yaw: 3 * w, pitch: 1 - 1.1 * breath + 1.5 * speaking },
      neck: { yaw: -2.5 * w, pitch: 1.5 },
      head: {
        yaw: -3 * w + 3 * speaking,
        pitch: 1 + 8 * nod + 2.6 * BEAT(t + 0.006),
        roll: -3.5 * (1 - speaking) + 2 * sine(2 * t) * speaking,
      },
    },
    left: {
      between: [clasped(1.035 + 0.002 * breath, 0.182), explaining(0.045, late)],
      t: LEFT_GESTURE(t),
    },
    right: {
      between: [clasped(1.065 + 0.002 * breath, 0.235), explaining(0.02, beat)],
      t: RIGHT_GESTURE(t),
    },
    sway: 0.7 * (late - beat) + 0.5 * sine(2 * t - 0.15),
  };
});

/** Height of the waving hand, 0 hangs. */
const WAVING = keyedCycle([
  [0.02, 0],
  [0.18, 1],
  [0.6, 1],
  [0.8, 0],
]);

const wave = idleMotion('wave', 6, (t) => {
  const breath = sine(t);
  const raised = WAVING(t);
  const busy = smoothstep(0.14, 0.2, t) * (1 - smoothstep(0.56, 0.63, t));
  const stroke = busy * sine(7 * t);
  const lead = WAVING(t + 0.02);
  const hanging: ArmPose = {
    hang: { forward: 3, out: 1 + 0.6 * breath, bend: 20, inward: 18, shrug: 0.8 * breath },
  };
  const halfway: ArmPose = {
    reach: {
      with: 'chest',
      wrist: [0.3, 1.3, 0.33],
      elbow: [0.8, -0.6, -0.1],
      fingers: [0.1, 0.7, 0.6],
      palm: [0, -0.3, 0.9],
      shrug: 4,
    },
  };
  const high: ArmPose = {
    reach: {
      with: 'chest',
      wrist: [0.45 + 0.035 * stroke, 1.575 - 0.02 * stroke, 0.15],
      elbow: [0.5, -0.95, -0.15],
      fingers: [0.1 + 0.42 * busy * sine(7 * t - 0.09), 1, 0.06],
      palm: [-0.1, -0.05, 1],
      shrug: 12,
    },
  };
  return {
    hips: [0.012 + 0.014 * raised, -0.014, -0.004],
    trunk: {
      hips: { roll: 1.8 + 1.2 * raised, yaw: 2 },
      spine: { roll: -2 - 0.5 * raised, pitch: -0.8 - 0.5 * breath - 1.5 * raised },
      chest: { roll: 0.4 + 2.5 * raised, yaw: -1 + 5 * raised, pitch: 1 - 1.1 * breath - 2 * raised },
      neck: { yaw: -2 * raised, pitch: 1.5 - 1.5 * lead },
      head: { yaw: 2 - 3 * lead, pitch: 1 - 4 * lead + 0.6 * breath, roll: -2.5 * lead + 0.6 * stroke },
    },
    left: {
      hang: { forward: 3 + 3 * raised, out: 2 + 0.6 * breath, bend: 20, inward: 18, shrug: 0.8 * breath },
    },
    // The hand rises in front of the shoulder.
    right: blendThrough(hanging, halfway, high, raised),
    sway: 0.8 * stroke + 0.5 * sine(t - 0.15),
  };
});

/** Bows, talk and waves between people. */
export const GREETINGS = [bow, talk, wave, pray];
