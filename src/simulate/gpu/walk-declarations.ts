import { sinCos, TAU } from '../../math/index.js';
import * as approach from '../goals/approach-place.js';
import * as follow from '../goals/follow.js';
import * as gather from '../goals/gather.js';
import * as go from '../goals/go.js';
import * as stand from '../goals/stand.js';
import * as wander from '../goals/wander.js';
import { INTENT } from '../population.js';
import type { BoundaryDescription } from '../scenario.js';
import { STANDING_MOBILITY } from '../simulation.js';
import * as accelerate from '../step/accelerate.js';
import * as avoidance from '../step/avoidance.js';
import * as contacts from '../step/contacts.js';
import * as finish from '../step/finish-step.js';
import * as meeting from '../step/meet.js';
import type { GridShape } from '../step/neighbor-grid.js';
import * as see from '../step/see-neighbors.js';
import { type Foresight, STEP_SECONDS } from '../step/steering-options.js';
import * as turning from '../step/turn-wishes.js';
import * as edges from '../world/keep-inside.js';
import * as obstacles from '../world/obstacles.js';
import * as paths from '../world/path.js';
import { AGENT, AGENT_TEXELS, UNKNOWN_GAIT } from './agent-table.js';

/** Words that one invocation adds up in the prefix sum; three levels of them have room for two million cells. */
export const STRETCH = 128;

/** The boundaries that shaders know. */
const BOUNDARY = { open: 0, ring: 1, rectangle: 2, strip: 3 } as const;

/** What the shaders of a crowd are about. */
export interface WalkGround {
  readonly size: number;
  /** Seed of the world's draws. */
  readonly seed: number;
  readonly boundary: BoundaryDescription;
  readonly grid: GridShape;
  readonly personalSpace: number;
  readonly foresight: Foresight;
}

/** WGSL that declares every number of the step, as the files of the step on the CPU have them, and those of one crowd. */
export function walkDeclarations(ground: WalkGround): string {
  return [...MODEL, ...agents(), ...groundOf(ground)].join('\n');
}

/** WGSL that declares a number. */
export function declareFloat(name: string, value: number): string {
  return `const WALK_${name}: f32 = ${asFloat(value)};`;
}

const whole = (name: string, value: number): string => `const WALK_${name}: u32 = ${value}u;`;
const point = (name: string, x: number, z: number): string =>
  `const WALK_${name} = vec2<f32>(${asFloat(x)}, ${asFloat(z)});`;

function asFloat(value: number): string {
  return Number.isInteger(value) ? `${value}.0` : `${value}`;
}

/** An angle by its sine and cosine; a rate in radians a second is what a step turns by. */
function turn(name: string, rate: number): string[] {
  const [sine, cosine] = sinCos(rate * STEP_SECONDS);
  return [declareFloat(`${name}_SINE`, sine), declareFloat(`${name}_COSINE`, cosine)];
}

const MODEL: readonly string[] = [
  declareFloat('TAU', TAU),
  declareFloat('STEP_SECONDS', STEP_SECONDS),

  declareFloat('STRENGTH', avoidance.STRENGTH),
  declareFloat('MIN_TIME', avoidance.MIN_TIME),

  declareFloat('STRIP_WIDTH', see.STRIP_WIDTH),
  declareFloat('IMPATIENT_NARROWING', see.IMPATIENT_NARROWING),
  declareFloat('PATIENCE_SECONDS', see.PATIENCE_SECONDS),
  declareFloat('FOLLOWING_SECONDS', meeting.FOLLOWING_SECONDS),
  declareFloat('LANE_WIDTH', meeting.LANE_WIDTH),
  declareFloat('MIN_LOOK_SPEED', see.MIN_LOOK_SPEED),
  declareFloat('MIN_SQUARED_SPEED', meeting.MIN_SQUARED_SPEED),
  declareFloat('MIN_DISCRIMINANT', meeting.MIN_DISCRIMINANT),

  declareFloat('TIME_GAP', accelerate.TIME_GAP),
  declareFloat('RELAXATION_SECONDS', accelerate.RELAXATION_SECONDS),
  declareFloat('MAX_ACCELERATION', accelerate.MAX_ACCELERATION),
  declareFloat('FORWARD_AVOIDANCE', accelerate.FORWARD_AVOIDANCE),
  declareFloat('RIGHT_HAND_SHARE', accelerate.RIGHT_HAND_SHARE),
  declareFloat('IMPATIENT_SIDE_STEP', accelerate.IMPATIENT_SIDE_STEP),
  declareFloat('OVERTAKING', accelerate.OVERTAKING),
  declareFloat('LANE_PULL', accelerate.LANE_PULL),
  declareFloat('MAX_SPEED_RATIO', accelerate.MAX_SPEED_RATIO),
  declareFloat('MIN_MAX_SPEED', accelerate.MIN_MAX_SPEED),

  declareFloat('WALKING_SPEED', turning.WALKING_SPEED),
  ...turn('WALKING_WISH', turning.WALKING_TURN_RATE),
  ...turn('STANDING_WISH', turning.STANDING_TURN_RATE),

  declareFloat('STANDING_MOBILITY', STANDING_MOBILITY),
  declareFloat('CONTACT_CLEARANCE', contacts.CLEARANCE),
  declareFloat('CONTACT_RELAXATION', contacts.RELAXATION),
  declareFloat('COINCIDENT', contacts.COINCIDENT),

  declareFloat('MAX_REALISED_RATIO', finish.MAX_SPEED_RATIO),
  declareFloat('SMOOTHING_SECONDS', finish.SMOOTHING_SECONDS),
  declareFloat('HELD_UP_SHARE', finish.HELD_UP_SHARE),
  declareFloat('RECOVERY', finish.RECOVERY),
  declareFloat('MAX_WAIT_SECONDS', finish.MAX_WAIT_SECONDS),
  declareFloat('START_SPEED', finish.START_SPEED),
  declareFloat('STOP_SPEED', finish.STOP_SPEED),
  ...turn('TURN', finish.TURN_RATE),
  ...turn('STANDING_TURN', finish.STANDING_TURN_RATE),

  declareFloat('RETURN_DISTANCE', stand.RETURN_DISTANCE),
  declareFloat('BACK_DISTANCE', stand.BACK_DISTANCE),
  declareFloat('RETURN_SPEED', stand.RETURN_SPEED),
  declareFloat('RETURN_SLOWING_SECONDS', stand.SLOWING_SECONDS),
  declareFloat('WANDER_ARRIVAL', wander.ARRIVAL_DISTANCE),
  declareFloat('GIVE_UP_SECONDS', wander.GIVE_UP_SECONDS),
  declareFloat('CENTERING', wander.CENTERING),
  declareFloat('PULL', follow.PULL),
  declareFloat('KEEP_RIGHT_PULL', follow.KEEP_RIGHT_PULL),
  declareFloat('MIDDLE', follow.MIDDLE),
  declareFloat('STAND_OFF', gather.STAND_OFF),
  declareFloat('COMFORTABLE_GAP', gather.COMFORTABLE_GAP),
  declareFloat('GATHER_PATIENCE_SECONDS', gather.PATIENCE_SECONDS),
  declareFloat('NEAR_GAP', gather.NEAR_GAP),
  declareFloat('GATHER_SLOWING_SECONDS', gather.SLOWING_SECONDS),
  declareFloat('GATHER_LAST_SPEED', gather.LAST_SPEED),
  declareFloat('GO_SLOWING_SECONDS', go.SLOWING_SECONDS),
  declareFloat('LAST_SPEED', go.LAST_SPEED),
  declareFloat('CATCH_UP_SECONDS', approach.CATCH_UP_SECONDS),
  declareFloat('HURRY', approach.HURRY),
  declareFloat('STANDING_SPEED', approach.STANDING_SPEED),
  declareFloat('NEAR_ENOUGH', approach.NEAR_ENOUGH),

  `const WALK_PATH_WINDOW: i32 = ${paths.WINDOW};`,
  declareFloat('BEND_LENGTH', paths.BEND_LENGTH),
  declareFloat('EDGE_SECONDS', edges.SECONDS_SEEN),
  declareFloat('MIN_APPROACH', edges.MIN_APPROACH),
  declareFloat('LOOK_AHEAD', obstacles.LOOK_AHEAD),
  declareFloat('OBSTACLE_CLEARANCE', obstacles.CLEARANCE),
  declareFloat('OUTWARD', obstacles.OUTWARD),
];

/** The layout of the table of agents, and the intents that shaders know. */
function agents(): string[] {
  const {
    gone,
    stand: stands,
    wander: wanders,
    follow: follows,
    go: goes,
    gather: gathers,
    accompany,
  } = INTENT;
  return [
    ...Object.entries(AGENT).map(([name, texel]) => whole(asConstant(name), texel)),
    whole('AGENT_TEXELS', AGENT_TEXELS),
    declareFloat('GAIT_UNKNOWN', UNKNOWN_GAIT),
    whole('GONE', gone),
    whole('STAND', stands),
    whole('WANDER', wanders),
    whole('FOLLOW', follows),
    whole('GO', goes),
    whole('GATHER', gathers),
    whole('ACCOMPANY', accompany),
  ];
}

/** `oldClip` → `OLD_CLIP`. */
function asConstant(name: string): string {
  return name.replace(/[A-Z]/g, '_$&').toUpperCase();
}

function groundOf({ size, seed, boundary, grid, personalSpace, foresight }: WalkGround): string[] {
  const { minX, minZ, columns, rows, cellWidth, cellLength } = grid;
  const { timeHorizon, range } = foresight;
  const cells = columns * rows;
  const sums = Math.ceil(cells / STRETCH);
  const halfWidth = (columns * cellWidth) / 2;
  const halfLength = (rows * cellLength) / 2;
  return [
    whole('SIZE', size),
    whole('SEED', seed >>> 0),
    whole('COLUMNS', columns),
    whole('ROWS', rows),
    whole('CELLS', cells),
    whole('STRETCH', STRETCH),
    whole('SUMS', sums),
    whole('UPPER_SUMS', Math.ceil(sums / STRETCH)),
    declareFloat('MIN_X', minX),
    declareFloat('MIN_Z', minZ),
    declareFloat('CELL_WIDTH', cellWidth),
    declareFloat('CELL_LENGTH', cellLength),
    point('MIDDLE_OF_GROUND', minX + halfWidth, minZ + halfLength),
    point('HALF_OF_GROUND', halfWidth, halfLength),
    declareFloat('PERSONAL_SPACE', personalSpace),
    declareFloat('TIME_HORIZON', timeHorizon),
    declareFloat('FARTHEST_TIME', avoidance.HORIZONS_SEEN * timeHorizon),
    declareFloat('RANGE', range),
    whole('REACH_COLUMNS', Math.ceil(range / cellWidth)),
    whole('REACH_ROWS', Math.ceil(range / cellLength)),
    whole('RING', BOUNDARY.ring),
    whole('RECTANGLE', BOUNDARY.rectangle),
    whole('STRIP', BOUNDARY.strip),
    ...boundaryOf(boundary),
  ];
}

function boundaryOf(boundary: BoundaryDescription): string[] {
  switch (boundary.kind) {
    case 'disc':
      return [whole('BOUNDARY', BOUNDARY.ring), point('BOUNDARY_SIZE', 0, boundary.radius)];
    case 'ring':
      return [whole('BOUNDARY', BOUNDARY.ring), point('BOUNDARY_SIZE', boundary.inner, boundary.outer)];
    case 'rectangle':
      return [
        whole('BOUNDARY', BOUNDARY.rectangle),
        point('BOUNDARY_SIZE', boundary.halfWidth, boundary.halfLength),
      ];
    case 'strip':
      return [whole('BOUNDARY', BOUNDARY.strip), point('BOUNDARY_SIZE', boundary.path, 0)];
    default:
      return [whole('BOUNDARY', BOUNDARY.open), point('BOUNDARY_SIZE', 0, 0)];
  }
}
