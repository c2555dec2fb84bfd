import type { Population } from '../population/population.js';
import type { Wall } from '../population/scenario.js';
import { crossesWall, nearestOnWall } from '../world/segment.js';
import { edgeAvoidance } from './keep-inside.js';
import type { NeighborGrid } from './neighbor-grid.js';
import type { StepArrays } from './step-arrays.js';

/** Distance within which walls count, metres. */
export const RANGE = 2;

/** Adds the forces that keep agents from walking into a wall. */
export function avoidWall(
  wall: Wall,
  people: Population,
  grid: NeighborGrid,
  { forceX, forceZ }: StepArrays,
  timeHorizon: number,
): void {
  const { order, x, z, radius, velocityX, velocityZ } = grid;
  forEachNear(wall, RANGE, grid, (s) => {
    if (people.wishSpeed[order[s]] === 0) return;
    const t = nearestOnWall(wall, x[s], z[s]);
    const dx = x[s] - (wall[0] + t * (wall[2] - wall[0]));
    const dz = z[s] - (wall[1] + t * (wall[3] - wall[1]));
    const distance = Math.sqrt(dx * dx + dz * dz);
    if (distance > RANGE || distance === 0) return;
    const approach = -(velocityX[s] * dx + velocityZ[s] * dz) / distance;
    if (approach <= 0) return;
    const force = edgeAvoidance(Math.max(0, distance - radius[s]), approach, timeHorizon) / distance;
    forceX[s] += force * dx;
    forceZ[s] += force * dz;
  });
}

/** Moves agents that overlap a wall off it, to the side where they were before the step. */
export function pushOffWall(
  wall: Wall,
  people: Population,
  grid: NeighborGrid,
  { mobility }: StepArrays,
): void {
  const { order, x, z, radius } = grid;
  forEachNear(wall, grid.stray, grid, (s) => {
    if (mobility[s] === 0) return;
    const beforeX = people.x[order[s]];
    const beforeZ = people.z[order[s]];
    if (crossesWall(wall, beforeX, beforeZ, x[s], z[s])) {
      x[s] = beforeX;
      z[s] = beforeZ;
    }
    const t = nearestOnWall(wall, x[s], z[s]);
    const nearX = wall[0] + t * (wall[2] - wall[0]);
    const nearZ = wall[1] + t * (wall[3] - wall[1]);
    const dx = x[s] - nearX;
    const dz = z[s] - nearZ;
    const squared = dx * dx + dz * dz;
    if (squared >= radius[s] * radius[s] || squared === 0) return;
    const scale = radius[s] / Math.sqrt(squared);
    x[s] = nearX + dx * scale;
    z[s] = nearZ + dz * scale;
  });
}

/** Visits the places of the grid's order within a box around a wall, `margin` metres wide. */
function forEachNear(
  [ax, az, bx, bz]: Wall,
  margin: number,
  grid: NeighborGrid,
  visit: (s: number) => void,
): void {
  const { starts, columns } = grid;
  const firstColumn = grid.columnOf(Math.min(ax, bx) - margin);
  const lastColumn = grid.columnOf(Math.max(ax, bx) + margin);
  const lastRow = grid.rowOf(Math.max(az, bz) + margin);
  for (let row = grid.rowOf(Math.min(az, bz) - margin); row <= lastRow; row++) {
    const to = starts[row * columns + lastColumn + 1];
    for (let s = starts[row * columns + firstColumn]; s < to; s++) visit(s);
  }
}
