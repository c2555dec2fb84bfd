/** A pose: how far the hips are below their rest, metres, and turns of bones around x, y and z, radians. */
export interface Pose {
  readonly drop: number;
  readonly turns: Readonly<Record<string, readonly [x: number, y: number, z: number]>>;
}

/** A clip that repeats: the pose at each moment, from 0 to 1. */
export interface Motion {
  readonly name: string;
  /** Seconds. */
  readonly duration: number;
  readonly poseAt: (moment: number) => Pose;
}

/** Metres: from hip to knee, from there to the ankle, from the ankle to the ground and to the ball of the foot. */
const [THIGH, SHANK, ANKLE, BALL] = [0.4, 0.38, 0.08, 0.13];
/** Fraction of a step's cycle for which a foot is on the ground, and how far it goes back meanwhile, metres. */
const [STANCE, STRIDE] = [0.6, 0.6];
/** Moment at which the heel leaves the ground, and how far the foot has turned when its toes do, radians. */
const [HEEL_OFF, TOE_OFF] = [0.4, 0.6];

const wave = (moment: number): number => Math.sin(2 * Math.PI * moment);
const smooth = (x: number): number => x * x * (3 - 2 * x);

/** It breathes, and looks to both sides. */
export function createIdle(): Motion {
  const poseAt = (moment: number): Pose => {
    const drop = 0.008 + 0.004 * wave(2 * moment);
    const breath = 0.015 * wave(2 * moment);
    return {
      drop,
      turns: {
        Spine: [breath, 0, 0],
        Head: [-breath, 0.3 * wave(moment) * Math.abs(wave(moment)), 0],
        ...legs('Left', 0, 0, 0, drop),
        ...legs('Right', 0, 0, 0, drop),
        ...arms('Left', 0.04 * wave(moment), 0.1),
        ...arms('Right', -0.04 * wave(moment), 0.1),
      },
    };
  };
  return { name: 'idle', duration: 4, poseAt };
}

/** One metre a second: a foot on the ground goes back as fast as that, and its leg follows it. */
export function createWalk(): Motion {
  const poseAt = (moment: number): Pose => {
    const drop = 0.045 - 0.01 * Math.cos(4 * Math.PI * (moment - 0.3));
    return {
      drop,
      turns: {
        Spine: [0.04, -0.1 * wave(moment + 0.25), 0],
        Head: [-0.03, 0.08 * wave(moment + 0.25), 0],
        ...step('Left', moment, drop),
        ...step('Right', (moment + 0.5) % 1, drop),
        ...arms('Left', 0.45 * wave(moment + 0.25), 0.35),
        ...arms('Right', -0.45 * wave(moment + 0.25), 0.35),
      },
    };
  };
  return { name: 'walk', duration: 1, poseAt };
}

/** It stands, and waves its right hand. */
export function createWave(): Motion {
  const { poseAt: stand } = createIdle();
  const poseAt = (moment: number): Pose => {
    const { drop, turns } = stand(moment);
    const raised = {
      RightArm: [0, 0, -2.5],
      RightForeArm: [0, 0, -0.3 - 0.35 * wave(3 * moment)],
    } as const;
    return { drop, turns: { ...turns, ...raised } };
  };
  return { name: 'wave', duration: 2, poseAt };
}

/** A leg at a moment of its own cycle, which begins when its foot comes down. */
function step(side: string, moment: number, drop: number): Pose['turns'] {
  const back = STRIDE * (0.42 - Math.min(moment, STANCE) / STANCE);
  if (moment < STANCE) {
    const pitch = moment < HEEL_OFF ? 0 : TOE_OFF * smooth((moment - HEEL_OFF) / (STANCE - HEEL_OFF));
    return legs(side, back, 0, pitch, drop);
  }
  const swing = (moment - STANCE) / (1 - STANCE);
  const forward = back + STRIDE * smooth(swing);
  const pitch = TOE_OFF * (1 - smooth(swing)) - 0.2 * Math.sin(Math.PI * swing);
  return legs(side, forward, 0.07 * Math.sin(Math.PI * swing), pitch, drop);
}

/**
 * The turns of a leg whose foot is put somewhere: of two bones, by the law of cosines, the knee in front.
 *
 * @param forward metres that the ankle is in front of the hip while the foot is flat
 * @param lift metres that the ball of the foot is above the ground
 * @param pitch of the foot around its ball, radians, heel up
 */
function legs(side: string, forward: number, lift: number, pitch: number, drop: number): Pose['turns'] {
  const [sin, cos] = [Math.sin(pitch), Math.cos(pitch)];
  const z = forward + BALL - BALL * cos + ANKLE * sin;
  const down = THIGH + SHANK + ANKLE - drop - (lift + ANKLE * cos + BALL * sin);
  const reach = Math.min(Math.hypot(z, down), THIGH + SHANK);
  const knee = Math.acos((THIGH ** 2 + SHANK ** 2 - reach ** 2) / (2 * THIGH * SHANK));
  const hip = Math.acos((THIGH ** 2 + reach ** 2 - SHANK ** 2) / (2 * THIGH * reach));
  const thigh = -Math.atan2(z, down) - hip;
  const bend = Math.PI - knee;
  return {
    [`${side}UpLeg`]: [thigh, 0, 0],
    [`${side}Leg`]: [bend, 0, 0],
    [`${side}Foot`]: [pitch - thigh - bend, 0, 0],
  };
}

/** An arm that swings back by an angle, its elbow bent. */
function arms(side: string, back: number, bend: number): Pose['turns'] {
  return {
    [`${side}Arm`]: [back, 0, side === 'Left' ? 0.08 : -0.08],
    [`${side}ForeArm`]: [-bend, 0, 0],
  };
}
