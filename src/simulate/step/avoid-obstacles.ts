import type { Population } from '../population/population.js';
import type { ObstacleDescription } from '../population/scenario.js';
import { CLEARANCE, LOOK_AHEAD } from '../world/obstacles.js';
import type { NeighborGrid } from './neighbor-grid.js';
import type { StepArrays } from './step-arrays.js';

/** Weight of the outward direction for agents inside an obstacle's clearance. */
const OUTWARD = 0.5;

/**
 * Turns the aims of agents that an obstacle is in the way of towards its tangent, on the side that is nearer to the
 * aim.
 */
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

/** Moves agents that overlap an obstacle out of it. */
export function pushOut(obstacle: ObstacleDescription, grid: NeighborGrid, { mobility }: StepArrays): void {
  const { starts, columns, x, z, radius } = grid;
  const reach = obstacle.radius + grid.stray;
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
