import type { Population } from '../population.js';
import { meet } from './meet.js';
import { findNear, findStretches } from './near-people.js';
import type { NeighborGrid } from './neighbor-grid.js';
import {
  BODY_LOOK_X,
  BODY_LOOK_Z,
  BODY_RADIUS,
  BODY_STRIP,
  BODY_VELOCITY_X,
  BODY_VELOCITY_Z,
  BODY_X,
  BODY_Z,
  RECORD_SHIFT,
} from './sight-records.js';
import type { Foresight } from './steering-options.js';
import type { StepArrays } from './step-arrays.js';

/** Half the width of the strip ahead that must be clear, as a fraction of the two radii. */
export const STRIP_WIDTH = 0.8;
/** How much of that someone impatient gives up. */
export const IMPATIENT_NARROWING = 0.6;
/** Seconds of being held up after which someone is as impatient as can be. */
export const PATIENCE_SECONDS = 1.5;
/** Slower than this, metres a second, people look where they want to go instead of where they go. */
export const MIN_LOOK_SPEED = 0.2;

/**
 * What everyone sees of the others: the force that avoids coming collisions, the clear distance ahead, and where those
 * who go the same way walk.
 *
 * Each pair is looked at once, for both. People who stand look at nobody. The order of the sums is the order of the
 * grid, which depends on the state alone.
 */
export function seeNeighbors(
  people: Population,
  grid: NeighborGrid,
  arrays: StepArrays,
  foresight: Foresight,
): void {
  const { starts, columns, rows, period } = grid;
  const { range } = foresight;
  openEyes(people, grid, arrays);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const cell = row * columns + column;
      const end = starts[cell + 1];
      if (starts[cell] === end) continue;
      const stretches = findStretches(row, column, grid, range);
      // Round an endless ground the last ones begin anew at the first row.
      const beforeEnd = Math.min(stretches, rows - row);
      for (let s = starts[cell]; s < end; s++) {
        meet(s, findNear(s, 0, beforeEnd, 0, grid, arrays, range), 0, arrays, foresight);
        if (beforeEnd === stretches) continue;
        meet(s, findNear(s, beforeEnd, stretches, period, grid, arrays, range), period, arrays, foresight);
      }
    }
  }
  closeEyes(grid, arrays);
}

/** Writes what others read of everyone, and which way each one looks. */
function openEyes(
  people: Population,
  { count, order, x, z, velocityX, velocityZ, radius }: NeighborGrid,
  { bodies, sees }: StepArrays,
): void {
  for (let s = 0; s < count; s++) {
    const i = order[s];
    // Between where one goes and where one wants to go.
    let lookX = people.wishX[i];
    let lookZ = people.wishZ[i];
    const speed = Math.sqrt(velocityX[s] * velocityX[s] + velocityZ[s] * velocityZ[s]);
    if (speed > MIN_LOOK_SPEED) {
      const sumX = velocityX[s] / speed + lookX;
      const sumZ = velocityZ[s] / speed + lookZ;
      const length = Math.sqrt(sumX * sumX + sumZ * sumZ);
      if (length > MIN_LOOK_SPEED) {
        lookX = sumX / length;
        lookZ = sumZ / length;
      }
    }
    const impatience = Math.min(1, people.wait[i] / PATIENCE_SECONDS);
    const body = s << RECORD_SHIFT;
    bodies[body + BODY_X] = x[s];
    bodies[body + BODY_Z] = z[s];
    bodies[body + BODY_VELOCITY_X] = velocityX[s];
    bodies[body + BODY_VELOCITY_Z] = velocityZ[s];
    bodies[body + BODY_RADIUS] = radius[s];
    bodies[body + BODY_LOOK_X] = lookX;
    bodies[body + BODY_LOOK_Z] = lookZ;
    bodies[body + BODY_STRIP] = STRIP_WIDTH * (1 - IMPATIENT_NARROWING * impatience);
    sees[s] = people.wishSpeed[i] > 0 ? 1 : 0;
  }
}

/** Draws the conclusions from all meetings. */
function closeEyes({ count }: NeighborGrid, arrays: StepArrays): void {
  const { sees, lanes, lane, gap, ahead, forceX, forceZ, avoidX, avoidZ } = arrays;
  for (let s = 0; s < count; s++) {
    if (sees[s] === 0) {
      gap[s] = Number.POSITIVE_INFINITY;
      ahead[s] = -1;
      continue;
    }
    forceX[s] += avoidX[s];
    forceZ[s] += avoidZ[s];
    const sums = s << RECORD_SHIFT;
    const oppositeNear = lanes[sums + 2];
    const sameNear = lanes[sums + 6];
    const same = lanes[sums + 4] + sameNear;
    if (oppositeNear === 0 || same === 0) continue;
    const opposite = lanes[sums] + oppositeNear;
    const oppositeLeft = lanes[sums + 1] + lanes[sums + 3];
    const sameLeft = lanes[sums + 5] + lanes[sums + 7];
    // Who has their lane to themselves keeps to it. Where a quarter or more of those in it come the other way, people go
    // to the side of all whom they see go the same way. With the lane alone to judge by, 1.5 people a square metre lock.
    const crossing = Math.min(1, (4 * oppositeNear) / (sameNear + oppositeNear));
    const left = sameLeft / same - oppositeLeft / opposite;
    lane[s] = crossing * Math.min(1, Math.max(-1, left));
  }
}
