import { sine, smoothstep } from '../../math/shaping.js';
import type { ArmPose, Reach } from '../arms.js';
import { keyedCycle } from '../keys.js';
import { idleMotion, type Standing } from '../standing.js';

/** Pose with the weight on the right leg and hanging arms: two breaths and one slow look aside. */
export function idleStanding(t: number): Standing {
  const breath = sine(2 * t);
  const drift = sine(t);
  const arm = (out: number, bend: number) => ({
    hang: { forward: 3 - 0.5 * breath, out: out + 0.8 * breath, bend, inward: 18, shrug: 0.9 * breath },
  });
  return {
    hips: [-0.022 + 0.004 * drift, -0.014, -0.004],
    trunk: {
      hips: { roll: -2.2, yaw: 4, pitch: 0.5 },
      spine: { roll: 2.6, yaw: -1, pitch: -0.8 - 0.5 * breath },
      chest: { roll: 0.6, yaw: -2.5, pitch: 1.4 - 1.1 * breath },
      neck: { yaw: 1.5 * drift, pitch: 1.5 },
      head: { yaw: 1 + 4 * drift, pitch: 0.8 + 0.9 * breath, roll: -1 },
    },
    left: arm(2, 17),
    right: arm(0, 22),
    sway: 0.8 * sine(2 * t - 0.15),
  };
}

export const idle = idleMotion('idle', 8, idleStanding);

/** Each hand near the other elbow, high on the chest, so that wide sleeves overlap. */
const CROSSED_LEFT: ArmPose = {
  reach: {
    with: 'chest',
    wrist: [-0.035, 1.19, 0.185],
    elbow: [0.9, -0.5, -0.3],
    fingers: [-0.95, 0.1, -0.1],
    palm: [-0.1, -0.2, -1],
    hunch: 5,
  },
};
const CROSSED_RIGHT: ArmPose = {
  reach: {
    with: 'chest',
    wrist: [-0.02, 1.165, 0.235],
    elbow: [0.9, -0.5, -0.3],
    fingers: [-0.95, 0.25, -0.15],
    palm: [-0.1, -0.3, -1],
    hunch: 5,
  },
};

const idleArmsCrossed = idleMotion('idle_arms_crossed', 5, (t) => {
  const breath = sine(t);
  return {
    hips: [0.022, -0.014, 0.002],
    trunk: {
      hips: { roll: 2.2, yaw: -5, pitch: -2 },
      spine: { roll: -2.4, yaw: 1, pitch: -2 - 0.5 * breath },
      chest: { roll: -0.6, yaw: 2, pitch: -1 - 1.2 * breath },
      neck: { yaw: -2, pitch: 2 },
      head: { yaw: -5 + 2 * sine(t + 0.3), pitch: 1 + 1.1 * breath, roll: 1.5 },
    },
    left: CROSSED_LEFT,
    right: CROSSED_RIGHT,
    feet: { L: { x: 0.11, z: -0.02, yaw: 14 }, R: { x: -0.125, z: 0.035, yaw: -16 } },
    sway: 0.5 * sine(t - 0.15),
  };
});

/** Knuckles on the belt, elbows far out. */
const AKIMBO: ArmPose = {
  reach: {
    with: 'spine',
    wrist: [0.218, 1.035, 0.035],
    elbow: [1, 0.1, -0.55],
    fingers: [-0.55, -0.35, 0.75],
    palm: [-0.75, -0.5, -0.5],
    shrug: 3,
    hunch: -3,
  },
};

const idleHandsHip = idleMotion('idle_hands_hip', 5, (t) => {
  const breath = sine(t);
  return {
    hips: [0.004 * sine(t + 0.4), -0.02, 0.006],
    trunk: {
      hips: { roll: 0.5 * sine(t + 0.4), pitch: -3 },
      spine: { pitch: -1 - 0.6 * breath },
      chest: { pitch: -2 - 1.5 * breath },
      neck: { pitch: 3 },
      head: { yaw: 6 * sine(t + 0.1), pitch: 1 + breath },
    },
    left: AKIMBO,
    right: AKIMBO,
    feet: { L: { x: 0.145, z: 0, yaw: 16 }, R: { x: -0.145, z: 0, yaw: -16 } },
    sway: 0.5 * sine(t - 0.15),
  };
});

/** Hands folded in front of the belly, inside wide sleeves. */
export function clasped(height: number, depth: number): ArmPose {
  return {
    reach: {
      with: 'spine',
      wrist: [0.058, height, depth],
      elbow: [0.6, -0.7, -0.25],
      fingers: [-0.9, -0.1, 0.25],
      palm: [-0.3, -0.75, -0.6],
    },
  };
}

const idleClasp = idleMotion('idle_clasp', 5, (t) => {
  const breath = sine(t);
  return {
    hips: [0.003 * sine(t + 0.2), -0.012, 0],
    trunk: {
      hips: { pitch: 1 },
      spine: { pitch: -0.4 * breath },
      chest: { pitch: 1.5 - 1.1 * breath },
      neck: { pitch: 3 },
      head: { yaw: 1.5 * sine(t + 0.3), pitch: 3 + 0.9 * breath },
    },
    left: clasped(1.075 + 0.003 * breath, 0.215),
    right: clasped(1.05 + 0.003 * breath, 0.202),
    feet: { L: { x: 0.088, z: 0, yaw: 9 }, R: { x: -0.088, z: 0, yaw: -9 } },
    sway: 0.5 * sine(t - 0.15),
  };
});

/** Weight distribution: 1 on the left leg, −1 on the right. */
const WEIGHT = keyedCycle([
  [0.02, -1],
  [0.36, -0.88],
  [0.52, 1],
  [0.86, 0.88],
]);

/** One hand in front of the belly, as if carrying a sleeve. */
export function carried(height: number, depth: number): ArmPose {
  return {
    reach: {
      with: 'spine',
      wrist: [0.085, height, depth],
      elbow: [0.6, -0.6, -0.4],
      fingers: [-0.75, -0.15, 0.55],
      palm: [-0.5, -0.6, -0.6],
    },
  };
}

const idleShift = idleMotion('idle_shift', 8, (t) => {
  const breath = sine(2 * t);
  const w = WEIGHT(t);
  const late = WEIGHT(t - 0.04);
  return {
    hips: [0.062 * w, -0.03 + 0.006 * w * w, 0],
    trunk: {
      hips: { roll: 4.5 * w, yaw: -4 * w },
      spine: { roll: -4.6 * w, yaw: w, pitch: -0.4 * breath },
      chest: { roll: -2.2 * late, yaw: 3 * late, pitch: 1 - 1.1 * breath },
      neck: { roll: 0.8 * late, pitch: 2 },
      head: { roll: 1.6 * late, yaw: 7 * late, pitch: 1 + 0.8 * breath },
    },
    left: { hang: { forward: 4 + 2 * late, out: 3 - 2 * late, bend: 20, inward: 18, shrug: breath } },
    right: carried(1.05, 0.23),
    feet: { L: { x: 0.14, z: 0.02, yaw: 15 }, R: { x: -0.135, z: -0.02, yaw: -14 } },
    sway: 2 * (w - late) + 0.5 * sine(2 * t - 0.15),
  };
});

/** Gaze direction to the wearer's left, degrees. */
const GAZE = keyedCycle([
  [0.06, 0],
  [0.2, 58],
  [0.37, 50],
  [0.6, -60],
  [0.8, -52],
  [0.97, 0],
]);

/** Hands joined behind the back. */
const BEHIND: ArmPose = {
  reach: {
    with: 'spine',
    wrist: [0.07, 1.0, -0.24],
    elbow: [0.8, 0.1, -0.5],
    fingers: [-0.9, -0.35, -0.1],
    palm: [0, -0.3, -1],
    hunch: -8,
  },
};

const idleLookAround = idleMotion('idle_look_around', 8, (t) => {
  const breath = sine(2 * t);
  const gaze = GAZE(t);
  const body = GAZE(t - 0.025);
  return {
    hips: [0.0002 * body, -0.014, 0.012],
    trunk: {
      hips: { yaw: 0.07 * body, pitch: -1 },
      spine: { yaw: 0.09 * body, pitch: -1 - 0.5 * breath },
      chest: { yaw: 0.15 * body, pitch: -1.5 - 1.1 * breath },
      neck: { yaw: 0.24 * gaze, pitch: 1 },
      head: { yaw: 0.45 * gaze, pitch: -1 - 4 * sine(1.5 * t) ** 2, roll: -0.03 * gaze },
    },
    left: BEHIND,
    right: BEHIND,
    feet: { L: { x: 0.1, z: 0.01, yaw: 12 }, R: { x: -0.1, z: -0.01, yaw: -12 } },
    sway: 0.04 * (gaze - body) + 0.4 * sine(2 * t - 0.15),
  };
});

/** Height of the hand: 0 hangs, 1 is at the head. */
const RAISED = keyedCycle([
  [0.02, 0],
  [0.17, 1],
  [0.82, 1],
  [0.98, 0],
]);

/** Hand behind the ear, below any hat. `strokes` moves it, −1 to 1. */
function scratching(strokes: number): Reach {
  return {
    with: 'head',
    wrist: [0.185 + 0.004 * strokes, 1.475 + 0.016 * strokes, 0.035],
    elbow: [0.75, -0.25, 0.5],
    fingers: [-0.75, 0.65, -0.3],
    palm: [-0.65, -0.7, -0.1],
    shrug: 10,
    hunch: 4,
  };
}

const idleScratch = idleMotion('idle_scratch', 6, (t) => {
  const breath = sine(t);
  const raised = RAISED(t);
  const busy =
    smoothstep(0.2, 0.26, t) * (1 - smoothstep(0.42, 0.46, t)) +
    smoothstep(0.54, 0.58, t) * (1 - smoothstep(0.74, 0.79, t));
  const strokes = busy * sine(18 * t);
  return {
    hips: [0.02, -0.016, 0],
    trunk: {
      hips: { roll: 2.4, yaw: -3 },
      spine: { roll: -2.4, pitch: 1 - 0.5 * breath },
      chest: { roll: -0.8, pitch: 1 - 1.1 * breath, yaw: 2 * raised },
      neck: { roll: 4 * raised, pitch: 2 + 3 * raised },
      head: {
        roll: 9 * raised + 0.5 * strokes,
        pitch: 2 + 6 * raised + 0.4 * strokes,
        yaw: 3 + 8 * raised,
      },
    },
    left: { hang: { forward: 3, out: 1 + 0.6 * breath, bend: 18, inward: 18, shrug: breath } },
    right: {
      between: [
        { hang: { forward: 4, out: 1 + 0.6 * breath, bend: 22, inward: 18, shrug: breath } },
        { reach: scratching(strokes) },
      ],
      t: raised,
    },
    sway: 0.6 * sine(t - 0.15) + 0.7 * strokes,
  };
});

/** Breathing: 1 is a deep breath, below 0 a sigh. */
const SIGH = keyedCycle([
  [0, 0],
  [0.3, 1],
  [0.37, 1],
  [0.52, -0.35],
  [0.7, -0.3],
  [0.9, 0],
]);

const idleTired = idleMotion('idle_tired', 6, (t) => {
  const sigh = SIGH(t);
  const late = SIGH(t - 0.03);
  const arm = (bend: number) => ({
    hang: {
      forward: 26 - 5 * sigh + 3 * (late - sigh),
      out: -1 + 2 * sigh,
      bend,
      inward: 22,
      shrug: -5 + 7 * sigh,
      hunch: 12 - 6 * sigh,
    },
  });
  return {
    hips: [-0.012, -0.048 + 0.008 * sigh, -0.035],
    trunk: {
      hips: { roll: -1.5, pitch: 4 - 1.5 * sigh, yaw: 3 },
      spine: { roll: 1.5, pitch: 8 - 3 * sigh },
      chest: { pitch: 11 - 6 * sigh, yaw: -2 },
      neck: { pitch: 9 - 4 * late },
      head: { pitch: 13 - 9 * late, roll: -3, yaw: 2 * sine(t) },
    },
    left: arm(10),
    right: arm(13),
    feet: { L: { x: 0.115, z: 0.02, yaw: 14 }, R: { x: -0.11, z: -0.03, yaw: -15 } },
    sway: 1.5 * (sigh - late) + 0.5 * sine(t),
  };
});

/** All idle clips, in the protocol's order. */
export const IDLES = [
  idle,
  idleArmsCrossed,
  idleHandsHip,
  idleClasp,
  idleShift,
  idleLookAround,
  idleScratch,
  idleTired,
];
