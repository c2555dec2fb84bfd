import type { Population } from '../population/population.js';
import { STEP_SECONDS } from '../population/steering-options.js';
import { SIDE_STEP_SPEED } from './make-way.js';
import type { NeighborGrid } from './neighbor-grid.js';
import { PATIENCE_SECONDS } from './sight.js';
import type { StepArrays } from './step-arrays.js';

/**
 * Time gap, seconds: agents walk no faster than the clear distance ahead divided by it, which slows down a dense crowd.
 */
const TIME_GAP = 0.9;
/** Time in which a velocity turns into the wanted one, seconds (Karamouzas et al. 2014). */
export const RELAXATION_SECONDS = 0.54;
/** Metres a second squared. */
const MAX_ACCELERATION = 5;
/** Share of avoidance that acts along the wanted direction; the clear distance already limits the speed. */
const FORWARD_AVOIDANCE = 0.2;
/** Share of an avoided head-on collision that becomes a step to the right, which breaks ties. */
const RIGHT_HAND_SHARE = 0.3;
/** Acceleration to the right of agents that have waited, metres a second squared. */
const IMPATIENT_SIDE_STEP = 0.5;
/**
 * Acceleration to the side to overtake a slower agent, metres a second squared. Without it, faster agents stay behind:
 * at 0.5 a square metre they walk 1.13 m/s instead of Weidmann's 1.30.
 */
const OVERTAKING = 0.5;
/**
 * Pull towards agents that go the same way, metres a second squared. Without it two-way traffic at 1.5 a square metre locks in two
 * seeds of five.
 */
const LANE_PULL = 2;
/** Speeds stay below this many times the wanted one. */
export const MAX_SPEED_RATIO = 1.2;
/** Speed at which an agent without room ahead can move, metres a second. */
const MIN_MAX_SPEED = 0.15;

/** Computes the new velocities, in the grid's order. */
export function accelerate(people: Population, grid: NeighborGrid, arrays: StepArrays): void {
  const { order, velocityX, velocityZ } = grid;
  for (let s = 0; s < grid.count; s++) {
    const i = order[s];
    if (arrays.wayX[s] !== 0 || arrays.wayZ[s] !== 0) {
      stepAside(s, grid, arrays);
      continue;
    }
    const wishX = people.wishX[i];
    const wishZ = people.wishZ[i];
    const wishSpeed = people.wishSpeed[i];
    const gap = Math.max(0, arrays.gap[s]);
    const allowed = Math.min(wishSpeed, gap / TIME_GAP);
    let forceX = arrays.forceX[s];
    let forceZ = arrays.forceZ[s];

    const forward = forceX * wishX + forceZ * wishZ;
    forceX -= (1 - FORWARD_AVOIDANCE) * forward * wishX;
    forceZ -= (1 - FORWARD_AVOIDANCE) * forward * wishZ;
    if (wishSpeed > 0) {
      const impatience = Math.min(1, people.wait[i] / PATIENCE_SECONDS);
      const right = RIGHT_HAND_SHARE * Math.min(1, Math.abs(forward)) + IMPATIENT_SIDE_STEP * impatience;
      const left =
        LANE_PULL * arrays.lane[s] + overtaking(s, wishX, wishZ, wishSpeed, allowed, grid, arrays) - right;
      // Seen from above with +Z ahead, +X is to the left.
      forceX += wishZ * left;
      forceZ -= wishX * left;
    }
    const avoiding = limitTo(MAX_ACCELERATION, forceX, forceZ);
    forceX = forceX * avoiding + (allowed * wishX - velocityX[s]) / RELAXATION_SECONDS;
    forceZ = forceZ * avoiding + (allowed * wishZ - velocityZ[s]) / RELAXATION_SECONDS;
    const accelerating = limitTo(MAX_ACCELERATION, forceX, forceZ) * STEP_SECONDS;
    const x = velocityX[s] + forceX * accelerating;
    const z = velocityZ[s] + forceZ * accelerating;
    const fastest = Math.min(wishSpeed * MAX_SPEED_RATIO, Math.max(allowed * MAX_SPEED_RATIO, MIN_MAX_SPEED));
    const slowing = limitTo(fastest, x, z);
    velocityX[s] = x * slowing;
    velocityZ[s] = z * slowing;
  }
}

/** Accelerates an agent that makes way towards the velocity that takes it aside. */
function stepAside(s: number, { velocityX, velocityZ }: NeighborGrid, { wayX, wayZ }: StepArrays): void {
  const slowing = limitTo(SIDE_STEP_SPEED, wayX[s], wayZ[s]);
  const x = wayX[s] * slowing - velocityX[s];
  const z = wayZ[s] * slowing - velocityZ[s];
  const accelerating = limitTo(MAX_ACCELERATION * STEP_SECONDS, x, z);
  velocityX[s] += x * accelerating;
  velocityZ[s] += z * accelerating;
}

/** Acceleration to the left, negative to the right, to overtake a slower agent ahead that goes the same way. */
function overtaking(
  s: number,
  wishX: number,
  wishZ: number,
  wishSpeed: number,
  allowed: number,
  { x, z }: NeighborGrid,
  { ahead, following }: StepArrays,
): number {
  const slow = ahead[s];
  if (slow < 0 || following[s] <= 0 || allowed >= wishSpeed) return 0;
  const left = (x[slow] - x[s]) * wishZ - (z[slow] - z[s]) * wishX;
  // Agents in a jam do not overtake.
  const share = (1 - allowed / wishSpeed) * Math.min(1, following[s] / wishSpeed);
  return left > 0 ? -OVERTAKING * share : OVERTAKING * share;
}

/** Factor that limits the length of a vector to `most`. */
function limitTo(most: number, x: number, z: number): number {
  const squared = x * x + z * z;
  return squared > most * most ? most / Math.sqrt(squared) : 1;
}
