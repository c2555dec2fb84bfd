import type { TerrainNoise } from '../../generate/terrain-noise.js';
import { sinCos, TAU } from '../../math/index.js';
import * as aim from '../goals/aim.js';
import * as approach from '../goals/approach-place.js';
import * as flee from '../goals/flee.js';
import * as follow from '../goals/follow.js';
import * as gather from '../goals/gather.js';
import * as go from '../goals/go.js';
import * as leaving from '../goals/leave.js';
import * as stand from '../goals/stand.js';
import * as wander from '../goals/wander.js';
import { INTENT } from '../population.js';
import type { BoundaryDescription } from '../scenario.js';
import { PRESSING_MOBILITY, STANDING_MOBILITY } from '../simulation.js';
import * as accelerate from '../step/accelerate.js';
import * as avoidance from '../step/avoidance.js';
import * as contacts from '../step/contacts.js';
import * as finish from '../step/finish-step.js';
import * as ways from '../step/make-way.js';
import type { GridShape } from '../step/neighbor-grid.js';
import * as sight from '../step/sight.js';
import { type Foresight, STEP_SECONDS } from '../step/steering-options.js';
import * as turning from '../step/turn-wishes.js';
import * as exits from '../world/exits.js';
import * as formations from '../world/formation.js';
import * as edges from '../world/keep-inside.js';
import * as obstacles from '../world/obstacles.js';
import * as paths from '../world/path.js';
import {
  AGENT,
  AGENT_TEXELS,
  EVENT_KINDS,
  FIRST_ROUTE,
  HAPPENED,
  HEEDS_FROM,
  LEAVES,
  LEFT,
  ROUTE_BEGINS,
  UNKNOWN_GAIT,
} from './agent-table.js';
import { declareFloat, declarePoint, declareWhole } from './declarations.js';
import { declareHills } from './hills.js';
import { declareWalls, type WallBlocks } from './walls.js';

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
  readonly walls: WallBlocks;
  readonly personalSpace: number;
  readonly foresight: Foresight;
  /** Undefined where the ground is even. */
  readonly hills: TerrainNoise | undefined;
}

/** WGSL that declares every number of the step, as the files of the step on the CPU have them, and those of one crowd. */
export function walkDeclarations(ground: WalkGround): string {
  return [
    ...MODEL,
    ...agents(),
    ...groundOf(ground),
    ...declareWalls(ground.walls),
    ...declareHills(ground.hills),
  ].join('\n');
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

  declareFloat('STRIP_WIDTH', sight.STRIP_WIDTH),
  declareFloat('IMPATIENT_NARROWING', sight.IMPATIENT_NARROWING),
  declareFloat('PATIENCE_SECONDS', sight.PATIENCE_SECONDS),
  declareFloat('PRESSING_SECONDS', sight.PRESSING_SECONDS),
  declareFloat('FOLLOWING_SECONDS', sight.FOLLOWING_SECONDS),
  declareFloat('LANE_WIDTH', sight.LANE_WIDTH),
  declareFloat('MIN_LOOK_SPEED', sight.MIN_LOOK_SPEED),
  declareFloat('MIN_SQUARED_SPEED', sight.MIN_SQUARED_SPEED),
  declareFloat('MIN_DISCRIMINANT', sight.MIN_DISCRIMINANT),

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

  declareFloat('WAY_SECONDS', ways.WAY_SECONDS),
  declareFloat('MIN_COMING_SPEED', ways.MIN_COMING_SPEED),
  declareFloat('SIDE_STEP_SPEED', ways.SIDE_STEP_SPEED),
  declareFloat('SIDE_STEP_SECONDS', ways.SIDE_STEP_SECONDS),
  declareFloat('WAY_MIDDLE', ways.MIDDLE),

  declareFloat('WALKING_SPEED', turning.WALKING_SPEED),
  ...turn('WALKING_WISH', turning.WALKING_WISH_TURN_RATE),
  ...turn('STANDING_WISH', turning.STANDING_WISH_TURN_RATE),

  declareFloat('STANDING_MOBILITY', STANDING_MOBILITY),
  declareFloat('PRESSING_MOBILITY', PRESSING_MOBILITY),
  declareFloat('CONTACT_CLEARANCE', contacts.CLEARANCE),
  declareFloat('CONTACT_RELAXATION', contacts.RELAXATION),
  declareFloat('COINCIDENT', contacts.COINCIDENT),

  declareFloat('MAX_REALISED_RATIO', finish.MAX_REALISED_RATIO),
  declareFloat('SMOOTHING_SECONDS', finish.SMOOTHING_SECONDS),
  declareFloat('HELD_UP_SHARE', finish.HELD_UP_SHARE),
  declareFloat('RECOVERY', finish.RECOVERY),
  declareFloat('MAX_WAIT_SECONDS', finish.MAX_WAIT_SECONDS),
  declareFloat('START_SPEED', finish.START_SPEED),
  declareFloat('STOP_SPEED', finish.STOP_SPEED),
  ...turn('TURN', finish.BODY_TURN_RATE),
  ...turn('STANDING_TURN', finish.STANDING_BODY_TURN_RATE),

  declareFloat('RETURN_DISTANCE', stand.RETURN_DISTANCE),
  declareFloat('BACK_DISTANCE', stand.BACK_DISTANCE),
  declareFloat('CLOSE_DISTANCE', stand.CLOSE_DISTANCE),
  declareFloat('RETURN_SPEED', stand.RETURN_SPEED),
  declareFloat('RETURN_SLOWING_SECONDS', stand.SLOWING_SECONDS),
  declareFloat('BRAKING_RATE', stand.BRAKING_RATE),
  declareFloat('LEAST_BRAKING', stand.LEAST_BRAKING),
  declareFloat('WANDER_ARRIVAL', wander.ARRIVAL_DISTANCE),
  declareFloat('GIVE_UP_SECONDS', wander.GIVE_UP_SECONDS),
  declareFloat('CENTERING', wander.CENTERING),
  declareFloat('FLIGHT_SPEED_RATIO', flee.FLIGHT_SPEED_RATIO),
  declareFloat('PULL', follow.PULL),
  declareFloat('KEEP_RIGHT_PULL', follow.KEEP_RIGHT_PULL),
  declareFloat('MIDDLE', follow.MIDDLE),
  declareFloat('COMFORTABLE_GAP', gather.COMFORTABLE_GAP),
  declareFloat('GATHER_PATIENCE_SECONDS', gather.PATIENCE_SECONDS),
  declareFloat('NEAR_GAP', gather.NEAR_GAP),
  declareFloat('GATHER_SLOWING_SECONDS', gather.SLOWING_SECONDS),
  declareFloat('GATHER_LAST_SPEED', gather.LAST_SPEED),
  declareFloat('GO_SLOWING_SECONDS', go.SLOWING_SECONDS),
  declareFloat('LAST_SPEED', go.LAST_SPEED),
  declareWhole('STEPS_BETWEEN_LOOKS', leaving.STEPS_BETWEEN_LOOKS),
  declareFloat('WORTH_SECONDS', leaving.WORTH_SECONDS),
  declareFloat('EXIT_ARRIVAL', leaving.ARRIVAL_DISTANCE),
  declareWhole('QUEUE_METRES', exits.MAX_DISTANCE),
  declareFloat('MAX_LAG', formations.MAX_LAG),
  declareFloat('SMALL_LAG', formations.SMALL_LAG),
  declareFloat('CATCH_UP_SECONDS', approach.CATCH_UP_SECONDS),
  declareFloat('HURRY', approach.HURRY),
  declareFloat('STANDING_SPEED', approach.STANDING_SPEED),
  declareFloat('NEAR_ENOUGH', approach.NEAR_ENOUGH),

  declareFloat('ROUTE_AHEAD', aim.ROUTE_AHEAD),
  `const WALK_PATH_WINDOW: i32 = ${paths.WINDOW};`,
  declareFloat('BEND_LENGTH', paths.BEND_LENGTH),
  declareFloat('EDGE_SECONDS', edges.SECONDS_SEEN),
  declareFloat('MIN_APPROACH', edges.MIN_APPROACH),
  declareFloat('LOOK_AHEAD', obstacles.LOOK_AHEAD),
  declareFloat('OBSTACLE_CLEARANCE', obstacles.CLEARANCE),
  declareFloat('OBSTACLE_EDGE', obstacles.EDGE),
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
    march: marches,
    leave: leaves,
    flee: flees,
  } = INTENT;
  return [
    ...Object.entries(AGENT).map(([name, texel]) => declareWhole(asConstant(name), texel)),
    declareWhole('AGENT_TEXELS', AGENT_TEXELS),
    declareFloat('GAIT_UNKNOWN', UNKNOWN_GAIT),
    declareWhole('GONE', gone),
    declareWhole('STAND', stands),
    declareWhole('WANDER', wanders),
    declareWhole('FOLLOW', follows),
    declareWhole('GO', goes),
    declareWhole('GATHER', gathers),
    declareWhole('ACCOMPANY', accompany),
    declareWhole('MARCH', marches),
    declareWhole('LEAVE', leaves),
    declareWhole('FLEE', flees),
    declareFloat('LEAVES', LEAVES),
    declareWhole('LEFT', LEFT),
    declareWhole('ARRIVED', HAPPENED.arrived),
    declareWhole('BLOCKED', HAPPENED.blocked),
    declareWhole('EVENT_KINDS', EVENT_KINDS),
    declareFloat('FIRST_ROUTE', FIRST_ROUTE),
    declareFloat('ROUTE_BEGINS', ROUTE_BEGINS),
    declareFloat('HEEDS_FROM', HEEDS_FROM),
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
    declareWhole('SIZE', size),
    declareWhole('SEED', seed >>> 0),
    declareWhole('COLUMNS', columns),
    declareWhole('ROWS', rows),
    declareWhole('CELLS', cells),
    declareWhole('STRETCH', STRETCH),
    declareWhole('SUMS', sums),
    declareWhole('UPPER_SUMS', Math.ceil(sums / STRETCH)),
    declareFloat('MIN_X', minX),
    declareFloat('MIN_Z', minZ),
    declareFloat('CELL_WIDTH', cellWidth),
    declareFloat('CELL_LENGTH', cellLength),
    declarePoint('MIDDLE_OF_GROUND', minX + halfWidth, minZ + halfLength),
    declarePoint('HALF_OF_GROUND', halfWidth, halfLength),
    declareFloat('PERSONAL_SPACE', personalSpace),
    declareFloat('TIME_HORIZON', timeHorizon),
    declareFloat('FARTHEST_TIME', avoidance.HORIZONS_SEEN * timeHorizon),
    declareFloat('RANGE', range),
    declareWhole('REACH_COLUMNS', Math.ceil(range / cellWidth)),
    declareWhole('REACH_ROWS', Math.ceil(range / cellLength)),
    declareWhole('RING', BOUNDARY.ring),
    declareWhole('RECTANGLE', BOUNDARY.rectangle),
    declareWhole('STRIP', BOUNDARY.strip),
    ...boundaryOf(boundary),
  ];
}

function boundaryOf(boundary: BoundaryDescription): string[] {
  switch (boundary.kind) {
    case 'disc':
      return [declareWhole('BOUNDARY', BOUNDARY.ring), declarePoint('BOUNDARY_SIZE', 0, boundary.radius)];
    case 'ring':
      return [
        declareWhole('BOUNDARY', BOUNDARY.ring),
        declarePoint('BOUNDARY_SIZE', boundary.inner, boundary.outer),
      ];
    case 'rectangle':
      return [
        declareWhole('BOUNDARY', BOUNDARY.rectangle),
        declarePoint('BOUNDARY_SIZE', boundary.halfWidth, boundary.halfLength),
      ];
    case 'strip':
      return [declareWhole('BOUNDARY', BOUNDARY.strip), declarePoint('BOUNDARY_SIZE', boundary.path, 0)];
    default:
      return [declareWhole('BOUNDARY', BOUNDARY.open), declarePoint('BOUNDARY_SIZE', 0, 0)];
  }
}
