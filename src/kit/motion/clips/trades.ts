import { cosine, sine, smoothstep } from '../../math/shaping.js';
import { type ArmPose, blendThrough } from '../arms.js';
import { keyedCycle } from '../keys.js';
import { idleMotion } from '../standing.js';
import { carried, clasped } from './idles.js';

// Tables and pots are 0.8 m high. The near edge of a table is 0.35 m before the body.

/** Spread palm over the goods: 0 at the belly. */
const OFFERED = keyedCycle([
  [0.01, 0],
  [0.09, 1],
  [0.28, 1],
  [0.39, 0],
]);
/** Place of the spread palm along the table, 0 at the middle, 1 at the wearer's right. */
const ALONG_TABLE = keyedCycle([
  [0.08, 0],
  [0.15, 0.1],
  [0.26, 1],
  [0.6, 0.4],
]);
/** The left hand shows a thing. */
const SHOWN = keyedCycle([
  [0.24, 0],
  [0.37, 1],
  [0.6, 1],
  [0.71, 0],
]);
/** The right hand beckons. */
const BECKONED = keyedCycle([
  [0.61, 0],
  [0.72, 1],
  [0.9, 1],
  [0.985, 0],
]);

const sell = idleMotion('sell', 8, (t) => {
  const breath = sine(2 * t);
  const offered = OFFERED(t);
  const along = ALONG_TABLE(t);
  const shown = SHOWN(t);
  const beckoned = BECKONED(t);
  const busy = smoothstep(0.7, 0.74, t) * (1 - smoothstep(0.87, 0.91, t));
  const fingers = busy * (0.5 - 0.5 * cosine(20 * (t - 0.7)));
  const palm: ArmPose = {
    reach: {
      with: 'root',
      wrist: [0.08 + 0.2 * along, 0.96, 0.4 - 0.05 * along],
      elbow: [0.7, -0.3, -0.6],
      fingers: [0.1 + 0.5 * along, -0.12, 0.9],
      palm: [-0.25, 0.9, 0.1],
    },
  };
  const beckoning: ArmPose = {
    reach: {
      with: 'chest',
      wrist: [0.22, 1.36 + 0.01 * fingers, 0.4],
      elbow: [0.7, -0.7, 0],
      fingers: [-0.1, 0.4 - 0.95 * fingers, 0.8],
      palm: [-0.1, -0.8, 0.3 - 0.7 * fingers],
      shrug: 4,
    },
  };
  const showing: ArmPose = {
    reach: {
      with: 'chest',
      wrist: [0.1, 1.185 + 0.008 * sine(6 * t), 0.34],
      elbow: [0.65, -0.7, -0.2],
      fingers: [-0.3, 0.4, 0.85],
      palm: [-0.55, 0.75, -0.2],
      shrug: 2,
    },
  };
  const looksDown = OFFERED(t + 0.02);
  const looksAtThing = SHOWN(t + 0.02);
  return {
    hips: [-0.02 * offered * along + 0.014 * shown, -0.016, 0.01 - 0.045 * offered],
    trunk: {
      hips: { pitch: 2 + 9 * offered, yaw: -3 * offered * along },
      spine: { pitch: 9 * offered - 0.4 * breath, yaw: -4 * offered * along + 3 * shown },
      chest: { pitch: 1 + 5 * offered - 1.1 * breath, yaw: -5 * offered * along - 4 * shown + 5 * beckoned },
      neck: { pitch: 1.5 + 4 * looksDown, yaw: -3 * along * looksDown },
      head: {
        pitch:
          1 +
          11 * looksDown * (1 - 0.5 * along) +
          7 * looksAtThing * smoothstep(0.52, 0.42, t) -
          2 * beckoned,
        yaw: -9 * along * looksDown + 6 * looksAtThing,
        roll: -3 * beckoned,
      },
    },
    left: { between: [clasped(1.035 + 0.002 * breath, 0.182), showing], t: shown },
    right: {
      between: [{ between: [clasped(1.065 + 0.002 * breath, 0.235), palm], t: offered }, beckoning],
      t: beckoned,
    },
    feet: { L: { x: 0.125, z: 0, yaw: 13 }, R: { x: -0.125, z: -0.01, yaw: -13 } },
    sway: 0.5 * sine(2 * t - 0.15) + 0.6 * fingers,
  };
});

/** Bend over a table, 0 to 1. */
const BENT = keyedCycle([
  [0.04, 0],
  [0.2, 1],
  [0.58, 1],
  [0.76, 0],
]);
/** The hand at the goods. */
const REACHED = keyedCycle([
  [0.08, 0],
  [0.24, 1],
  [0.54, 1],
  [0.68, 0],
]);

const browse = idleMotion('browse', 8, (t) => {
  const breath = sine(2 * t);
  const bent = BENT(t);
  const reached = REACHED(t);
  const head = BENT(t + 0.02);
  const feels = smoothstep(0.22, 0.27, t) * (1 - smoothstep(0.48, 0.54, t));
  const moved = feels * sine(6 * t);
  const looks = sine(2 * t + 0.1);
  const goods: ArmPose = {
    reach: {
      with: 'root',
      wrist: [0.12 + 0.035 * moved, 0.84 + 0.006 * feels * cosine(12 * t), 0.42 + 0.015 * moved],
      elbow: [0.75, -0.1, -0.65],
      fingers: [-0.25 + 0.2 * moved, 0.06, 0.95],
      palm: [-0.35, -0.9, 0],
    },
  };
  const hanging: ArmPose = {
    hang: { forward: 4, out: 1 + 0.6 * breath, bend: 22, inward: 18, shrug: 0.8 * breath },
  };
  /** Above the near edge of the table. */
  const overEdge: ArmPose = {
    reach: {
      with: 'root',
      wrist: [0.19, 1.08, 0.24],
      elbow: [0.8, -0.2, -0.6],
      fingers: [-0.2, 0.1, 0.9],
      palm: [-0.5, -0.8, -0.1],
    },
  };
  return {
    hips: [0.012 * looks, -0.018 - 0.012 * bent, -0.11 * bent],
    trunk: {
      hips: { pitch: 20 * bent, roll: 1.2 * looks },
      spine: { pitch: 13 * bent - 0.4 * breath, roll: -1.4 * looks },
      chest: { pitch: 1 + 9 * bent - 1.1 * breath, yaw: 7 * reached },
      neck: { pitch: 2 + 2 * head, yaw: -3 * reached },
      head: {
        pitch: 2 + 5 * head + 1.5 * moved,
        yaw: 8 * sine(t - 0.1) * (1 - head) - 4 * reached + 4 * moved,
        roll: 3 * looks * head,
      },
    },
    left: carried(1.06 + 0.002 * breath, 0.22),
    right: blendThrough(hanging, overEdge, goods, reached),
    feet: { L: { x: 0.11, z: 0.02, yaw: 12 }, R: { x: -0.115, z: -0.02, yaw: -13 } },
    sway: 1.5 * (head - bent) + 0.5 * sine(2 * t - 0.15),
  };
});

/** Looks up from the pot, 0 to 1. */
const LOOKED_UP = keyedCycle([
  [0.5, 0],
  [0.6, 1],
  [0.76, 1],
  [0.88, 0],
]);

const cook = idleMotion('cook', 6, (t) => {
  const breath = sine(t);
  const up = LOOKED_UP(t);
  const late = LOOKED_UP(t - 0.02);
  const [x, z] = [cosine(4 * t), sine(4 * t)];
  return {
    hips: [0.012 + 0.004 * x, -0.02, -0.03 + 0.02 * late + 0.004 * z],
    trunk: {
      hips: { pitch: 7 - 2 * late, roll: 1.2 },
      spine: { pitch: 8 - 4 * late + 0.6 * z, yaw: 1.2 * x, roll: -1.4 },
      chest: { pitch: 6 - 3 * late - 1.1 * breath + 0.6 * z, yaw: 5 + 1.5 * x },
      neck: { pitch: 6 - 5 * up, yaw: -2 },
      head: { pitch: 11 - 14 * up + 0.8 * z, yaw: -4 + 22 * up, roll: -1.5 + 2 * up },
    },
    left: carried(1.05 + 0.002 * breath, 0.22),
    right: {
      reach: {
        with: 'root',
        wrist: [0.1 - 0.055 * x, 1 + 0.008 * z, 0.37 + 0.05 * z],
        elbow: [0.85, -0.35, -0.4],
        fingers: [-0.55, -0.2 - 0.1 * z, 0.8],
        palm: [-0.75, -0.35, -0.55],
        shrug: 2 + 1.5 * z,
      },
    },
    feet: { L: { x: 0.12, z: 0.02, yaw: 13 }, R: { x: -0.12, z: -0.03, yaw: -14 } },
    sway: 0.8 * x + 0.4 * sine(t - 0.15),
  };
});

/** Gaze direction to the wearer's left, degrees. */
const GAZE = keyedCycle([
  [0.08, 0],
  [0.2, 34],
  [0.42, 28],
  [0.56, 0],
  [0.7, -14],
  [0.86, -10],
  [0.97, 0],
]);

/** Hip height on a stool of 0.42 m, metres below the rest pose. */
const SEAT = -0.43;

const sit = idleMotion('sit', 8, (t) => {
  const breath = sine(2 * t);
  const gaze = GAZE(t);
  const body = GAZE(t - 0.025);
  const hand = (moved: number): ArmPose => ({
    reach: {
      with: 'root',
      wrist: [0.135 + 0.004 * moved, 0.624 + 0.002 * breath, 0.18 + 0.018 * moved],
      elbow: [0.85, -0.2, -0.6],
      fingers: [-0.25, -0.08, 0.95],
      palm: [-0.15, -0.95, -0.1],
    },
  });
  return {
    hips: [0, SEAT, 0],
    trunk: {
      hips: { pitch: -4 },
      spine: { pitch: 6 - 0.6 * breath, yaw: 0.08 * body },
      chest: { pitch: 5 - 1.2 * breath, yaw: 0.13 * body },
      neck: { pitch: 1, yaw: 0.24 * gaze },
      head: { pitch: 1 + 0.8 * breath, yaw: 0.45 * gaze, roll: -0.04 * gaze },
    },
    left: hand(smoothstep(0.3, 0.4, t) * (1 - smoothstep(0.6, 0.72, t))),
    right: hand(0.5 * sine(t)),
    feet: { L: { x: 0.125, z: 0.4, yaw: 12 }, R: { x: -0.125, z: 0.37, yaw: -12 } },
    sway: 0.4 * sine(2 * t - 0.15),
    drape: 50,
  };
});

/** Trade, and what people at a stall, a stove or a tea table do. */
export const TRADES = [sell, browse, sit, cook];
