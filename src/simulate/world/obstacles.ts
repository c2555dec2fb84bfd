import { STANDING_SPEED } from '../goals/approach-place.js';
import type { Population } from '../population.js';
import type { ObstacleDescription } from '../scenario.js';
import { MAX_PLACED_SPEED } from '../step/finish-step.js';
import type { NeighborGrid } from '../step/neighbor-grid.js';
import { STEP_SECONDS } from '../step/steering-options.js';
import type { StepArrays } from '../step/step-arrays.js';

/** An obstacle of a world, and how it moves. */
export interface Obstacle extends ObstacleDescription {
  /** Where it was in the step before, metres. */
  beforeX: number;
  beforeZ: number;
  /** Metres a second, smoothed, since pages move obstacles once a frame and not once a step. */
  velocityX: number;
  velocityZ: number;
  /** For how many steps it has stood where it is, up to {@link STANDING_STEPS}. */
  stoodSteps: number;
}

/**
 * Steps that an obstacle must stand for ways to lead round it, a second: they are made anew then, which takes half
 * a millisecond for 10,000 cells and each place that somebody goes to. What moves is walked round when it is met.
 */
export const STANDING_STEPS = 20;

/** Time over which the velocities of obstacles are smoothed, seconds. */
const SMOOTHING_SECONDS = 0.1;

/** People begin to walk round an obstacle from this far from its edge, metres. */
export const LOOK_AHEAD = 4;
/** Room left between body and obstacle in passing, metres. */
export const CLEARANCE = 0.2;
/** Who walks round an obstacle comes at least so near to where its edge with that room is nearest to their goal, metres. */
export const EDGE = 0.15;
/** How hard those who are closer than that turn away. */
export const OUTWARD = 0.5;
/** Contacts may have moved someone this far since the grid was sorted, metres. */
const STRAY = 1;

/** Turns the aims of those whose way an obstacle bars towards its tangent, on the side that is nearer to the aim. */
export function walkRound(
  obstacle: ObstacleDescription,
  people: Population,
  grid: NeighborGrid,
  arrays: StepArrays,
): void {
  const reach = obstacle.radius + LOOK_AHEAD;
  const { starts, columns, order } = grid;
  const lastRow = grid.rowOf(obstacle.z + reach);
  const firstColumn = grid.columnOf(obstacle.x - reach);
  const lastColumn = grid.columnOf(obstacle.x + reach);
  for (let row = grid.rowOf(obstacle.z - reach); row <= lastRow; row++) {
    const to = starts[row * columns + lastColumn + 1];
    for (let s = starts[row * columns + firstColumn]; s < to; s++) {
      const person = order[s];
      if (people.wishSpeed[person] > 0) bendAim(person, people, obstacle, arrays);
    }
  }
}

function bendAim(
  person: number,
  { x, z, radius }: Population,
  obstacle: ObstacleDescription,
  { aimX, aimZ, aimDistance }: StepArrays,
): void {
  const dx = obstacle.x - x[person];
  const dz = obstacle.z - z[person];
  const clear = obstacle.radius + radius[person] + CLEARANCE;
  const along = dx * aimX[person] + dz * aimZ[person];
  if (along <= 0 || along > clear + LOOK_AHEAD || along - clear > aimDistance[person]) return;
  // Positive where the obstacle's middle is to the left; straight ahead counts as left, so that people keep right.
  const left = dx * aimZ[person] - dz * aimX[person];
  if (left > clear || left < -clear) return;
  const side = left >= 0 ? 1 : -1;
  const distance = Math.sqrt(dx * dx + dz * dz);
  if (distance === 0) return;
  const towardsX = dx / distance;
  const towardsZ = dz / distance;
  const sideX = -towardsZ * side;
  const sideZ = towardsX * side;
  const sin = clear / distance;
  // Inside the clearance there is no tangent: along the rim and a little outwards.
  const forward = sin < 1 ? Math.sqrt(1 - sin * sin) : -OUTWARD;
  const sideways = Math.min(sin, 1);
  const bentX = forward * towardsX + sideways * sideX;
  const bentZ = forward * towardsZ + sideways * sideZ;
  const length = Math.sqrt(bentX * bentX + bentZ * bentZ);
  aimX[person] = bentX / length;
  aimZ[person] = bentZ / length;
}

/**
 * How near somebody can get to a point that an obstacle covers which stands, metres; 0 for a free point. Whoever goes on from
 * there walks round the obstacle for ever.
 *
 * @param radius of that one, metres
 */
export function coverOf(x: number, z: number, radius: number, obstacles: Iterable<Obstacle>): number {
  let cover = 0;
  for (const obstacle of obstacles) {
    const dx = obstacle.x - x;
    const dz = obstacle.z - z;
    const { velocityX, velocityZ } = obstacle;
    const clear = obstacle.radius + radius + CLEARANCE;
    const squared = dx * dx + dz * dz;
    if (squared >= clear * clear) continue;
    if (velocityX * velocityX + velocityZ * velocityZ >= STANDING_SPEED * STANDING_SPEED) continue;
    cover = Math.max(cover, clear - Math.sqrt(squared) + EDGE);
  }
  return cover;
}

/** Begins a step of an obstacle: it moves as it was moved since the step before. */
export function settle(obstacle: Obstacle): void {
  const x = (obstacle.x - obstacle.beforeX) / STEP_SECONDS;
  const z = (obstacle.z - obstacle.beforeZ) / STEP_SECONDS;
  const isSetDown = x * x + z * z > MAX_PLACED_SPEED * MAX_PLACED_SPEED;
  const share = STEP_SECONDS / (SMOOTHING_SECONDS + STEP_SECONDS);
  obstacle.velocityX = isSetDown ? 0 : obstacle.velocityX + (x - obstacle.velocityX) * share;
  obstacle.velocityZ = isSetDown ? 0 : obstacle.velocityZ + (z - obstacle.velocityZ) * share;
  obstacle.beforeX = obstacle.x;
  obstacle.beforeZ = obstacle.z;
  obstacle.stoodSteps += 1;
}

/** Moves those who overlap an obstacle out of it. */
export function pushOut(obstacle: ObstacleDescription, grid: NeighborGrid, { mobility }: StepArrays): void {
  const { starts, columns, x, z, radius } = grid;
  const reach = obstacle.radius + STRAY;
  const lastRow = grid.rowOf(obstacle.z + reach);
  const firstColumn = grid.columnOf(obstacle.x - reach);
  const lastColumn = grid.columnOf(obstacle.x + reach);
  for (let row = grid.rowOf(obstacle.z - reach); row <= lastRow; row++) {
    const to = starts[row * columns + lastColumn + 1];
    for (let s = starts[row * columns + firstColumn]; s < to; s++) {
      const dx = x[s] - obstacle.x;
      const dz = z[s] - obstacle.z;
      const touch = obstacle.radius + radius[s];
      const squared = dx * dx + dz * dz;
      if (squared >= touch * touch || mobility[s] === 0) continue;
      const distance = Math.sqrt(squared);
      const scale = distance > 0 ? touch / distance : 0;
      x[s] = distance > 0 ? obstacle.x + dx * scale : obstacle.x + touch;
      z[s] = obstacle.z + dz * scale;
    }
  }
}
