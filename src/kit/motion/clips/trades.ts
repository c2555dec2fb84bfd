import { cosine, mix, sine, smoothstep } from '../../math/shaping.js';
import { type ArmPose, blendThrough } from '../arms.js';
import { keyedCycle } from '../keys.js';
import type { Motion } from '../motion.js';
import { idleMotion, type Lean } from '../standing.js';
import { carried, clasped } from './idles.js';

// Tables and pots are 0.8 m high. The near edge of a table is 0.35 m before the body.

/** A hand above the near edge. */
const OVER_EDGE: ArmPose = {
  reach: {
    with: 'root',
    wrist: [0.19, 1.08, 0.24],
    elbow: [0.8, -0.2, -0.6],
    fingers: [-0.2, 0.1, 0.9],
    palm: [-0.5, -0.8, -0.1],
  },
};

/** The right hand on the table, before the goods: 0 at the belly. */
const OFFERED = keyedCycle([
  [0, 0],
  [0.12, 1],
  [0.27, 1],
  [0.39, 0],
]);
/** Place of that hand along the table, 0 at the middle, 1 at the wearer's right. */
const ALONG_TABLE = keyedCycle([
  [0.1, 0],
  [0.25, 1],
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
  const onTable: ArmPose = {
    reach: {
      with: 'root',
      wrist: [0.08 + 0.2 * along, 0.83, 0.4 - 0.03 * along],
      elbow: [0.75, -0.1, -0.65],
      fingers: [-0.1 + 0.4 * along, -0.08, 0.95],
      palm: [-0.1, -0.95, 0],
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
      between: [blendThrough(clasped(1.065 + 0.002 * breath, 0.235), OVER_EDGE, onTable, offered), beckoning],
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
    right: blendThrough(hanging, OVER_EDGE, goods, reached),
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
/** Angle by which the sleeve of an arm on the lap or a table lies back, degrees. */
const DRAPE = 50;

/** Pose of the head and the right arm of somebody who sits. */
interface Seated {
  readonly neck: Lean;
  readonly head: Lean;
  readonly right: ArmPose;
  /** Degrees. @default {@link DRAPE} */
  readonly drape?: number;
}

/** A hand on the lap. */
function onLap(t: number, moved: number): ArmPose {
  return {
    reach: {
      with: 'root',
      wrist: [0.135 + 0.004 * moved, 0.624 + 0.002 * sine(2 * t), 0.18 + 0.018 * moved],
      elbow: [0.85, -0.2, -0.6],
      fingers: [-0.25, -0.08, 0.95],
      palm: [-0.15, -0.95, -0.1],
    },
  };
}

/** Trunk, legs and left arm are the same in all of these clips, so that their file has them once. */
function seatedMotion(name: string, seatedAt: (t: number) => Seated): Motion {
  return idleMotion(name, 8, (t) => {
    const breath = sine(2 * t);
    const body = GAZE(t - 0.025);
    const { neck, head, right, drape = DRAPE } = seatedAt(t);
    return {
      hips: [0, SEAT, 0],
      trunk: {
        hips: { pitch: -4 },
        spine: { pitch: 6 - 0.6 * breath, yaw: 0.08 * body },
        chest: { pitch: 5 - 1.2 * breath, yaw: 0.13 * body },
        neck,
        head,
      },
      left: onLap(t, smoothstep(0.3, 0.4, t) * (1 - smoothstep(0.6, 0.72, t))),
      right,
      feet: { L: { x: 0.11, z: 0.4, yaw: 0 }, R: { x: -0.11, z: 0.37, yaw: 0 } },
      sway: 0.4 * sine(2 * t - 0.15),
      drape: { L: DRAPE, R: drape },
    };
  });
}

const sit = seatedMotion('sit', (t) => {
  const gaze = GAZE(t);
  return {
    neck: { pitch: 1, yaw: 0.24 * gaze },
    head: { pitch: 1 + 0.8 * sine(2 * t), yaw: 0.45 * gaze, roll: -0.04 * gaze },
    right: onLap(t, 0.5 * sine(t)),
  };
});

/** The cup: 0 on a table of 0.7 m, 1 at the mouth. */
const LIFTED = keyedCycle([
  [0.5, 0],
  [0.64, 1],
  [0.76, 1],
  [0.9, 0],
]);
/** A hand around a cup that stands on the table. */
const CUP_ON_TABLE: ArmPose = {
  reach: {
    with: 'root',
    wrist: [0.12, 0.735, 0.37],
    elbow: [0.8, -0.4, -0.4],
    fingers: [-0.7, 0, 0.7],
    palm: [-0.7, 0, -0.7],
  },
};
const CUP_AT_MOUTH: ArmPose = {
  reach: {
    with: 'head',
    wrist: [0.076, 1.487, 0.088],
    elbow: [0.8, -0.6, 0],
    fingers: [-0.7, 0.1, 0.7],
    palm: [-0.7, 0, -0.7],
  },
};

const drink = seatedMotion('drink', (t) => {
  const lifted = LIFTED(t);
  return {
    // As in `sit`, whose track of the neck the file has once.
    neck: { pitch: 1, yaw: 0.24 * GAZE(t) },
    head: { pitch: 1 - 7 * lifted },
    right: { between: [CUP_ON_TABLE, CUP_AT_MOUTH], t: lifted },
    drape: mix(DRAPE, 0, lifted),
  };
});

/** Trade, and what people at a stall, a stove or a tea table do. */
export const TRADES = [sell, browse, sit, drink, cook];
