import type { Population } from '../population.js';
import { avoidance, HORIZONS_SEEN } from './avoidance.js';
import type { NeighborGrid } from './neighbor-grid.js';
import type { Foresight } from './steering-options.js';
import type { StepArrays } from './step-arrays.js';

/** Half the width of the strip ahead that must be clear, as a fraction of the two radii. */
export const STRIP_WIDTH = 0.8;
/** How much of that someone impatient gives up. */
export const IMPATIENT_NARROWING = 0.6;
/** Seconds of being held up after which someone is as impatient as can be. */
export const PATIENCE_SECONDS = 1.5;
/** Someone ahead who moves on leaves this many seconds of their own walk as further room. */
export const FOLLOWING_SECONDS = 0.16;
/** Half the width of the strip ahead that is one's lane, metres: who comes the other way in it is in the way. */
export const LANE_WIDTH = 1.2;
/** Slower than this, metres a second, people look where they want to go instead of where they go. */
export const MIN_LOOK_SPEED = 0.2;
/** Velocities and squared distances to a collision that are smaller than these come from rounding. */
export const MIN_SQUARED_SPEED = 1e-6;
export const MIN_DISCRIMINANT = 1e-9;

/** Most rows of cells that a range can span. */
const MAX_ROWS = 64;
/** Stretches of the grid's order that are within range of a cell, and how far to shift each along Z. */
const rangeFrom = new Uint32Array(MAX_ROWS);
const rangeTo = new Uint32Array(MAX_ROWS);
const rangeShift = new Float64Array(MAX_ROWS);

/**
 * What everyone sees of the others: the force that avoids coming collisions, the clear distance ahead, and where those
 * who go the same way walk.
 *
 * People who stand look at nobody. The order of the sums is the order of the grid, which depends on the state alone.
 */
export function seeNeighbors(
  people: Population,
  grid: NeighborGrid,
  arrays: StepArrays,
  foresight: Foresight,
): void {
  const { starts, columns, rows, order } = grid;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const cell = row * columns + column;
      if (starts[cell] === starts[cell + 1]) continue;
      const ranges = findRanges(row, column, grid, foresight.range);
      for (let s = starts[cell]; s < starts[cell + 1]; s++) {
        if (people.wishSpeed[order[s]] > 0) see(s, ranges, people, grid, arrays, foresight);
      }
    }
  }
}

/** Lists the stretches of the order that are within range of a cell: one a row. @returns how many */
function findRanges(row: number, column: number, grid: NeighborGrid, range: number): number {
  const { starts, columns, rows, period } = grid;
  const reachColumns = Math.ceil(range / grid.cellWidth);
  // Round an endless ground nobody is seen twice.
  const mostRows = period > 0 ? (rows - 1) >> 1 : rows;
  const reachRows = Math.min(Math.ceil(range / grid.cellLength), mostRows, (MAX_ROWS - 1) >> 1);
  const firstColumn = Math.max(0, column - reachColumns);
  const lastColumn = Math.min(columns - 1, column + reachColumns);
  let ranges = 0;
  for (let r = row - reachRows; r <= row + reachRows; r++) {
    const wrapped = r < 0 ? r + rows : r >= rows ? r - rows : r;
    if (wrapped !== r && period === 0) continue;
    rangeFrom[ranges] = starts[wrapped * columns + firstColumn];
    rangeTo[ranges] = starts[wrapped * columns + lastColumn + 1];
    rangeShift[ranges] = r < 0 ? -period : r >= rows ? period : 0;
    ranges += 1;
  }
  return ranges;
}

/**
 * What the one at place `s` of the order sees. One long function, because it runs a hundred times a person and step:
 * parts of it as functions of their own would have to hand their many results over in memory.
 *
 * Most of its time goes into branches that no processor foresees. What was tried for 5,000 people at 1 a square metre,
 * 9.9 ms a step: neighbours as records side by side (10.6), the power law from a table in place of the exponential
 * (10.3), and looking every second step only (6.2), with which two-way traffic at 1.5 a square metre locks in three
 * seeds of five.
 */
function see(
  s: number,
  ranges: number,
  people: Population,
  grid: NeighborGrid,
  arrays: StepArrays,
  { timeHorizon, range }: Foresight,
): void {
  const { x: allX, z: allZ, velocityX, velocityZ, radius, faceX, faceZ } = grid;
  const i = grid.order[s];
  const x = allX[s];
  const z = allZ[s];
  const ux = velocityX[s];
  const uz = velocityZ[s];
  const ownRadius = radius[s];
  const squaredRange = range * range;
  const farthestTime = HORIZONS_SEEN * timeHorizon;

  // The way one looks: between where one goes and where one wants to go.
  let lookX = people.wishX[i];
  let lookZ = people.wishZ[i];
  const speed = Math.sqrt(ux * ux + uz * uz);
  if (speed > MIN_LOOK_SPEED) {
    const sumX = ux / speed + lookX;
    const sumZ = uz / speed + lookZ;
    const length = Math.sqrt(sumX * sumX + sumZ * sumZ);
    if (length > MIN_LOOK_SPEED) {
      lookX = sumX / length;
      lookZ = sumZ / length;
    }
  }
  const impatience = Math.min(1, people.wait[i] / PATIENCE_SECONDS);
  const strip = STRIP_WIDTH * (1 - IMPATIENT_NARROWING * impatience);
  let forceX = 0;
  let forceZ = 0;
  let gap = arrays.gap[s];
  let ahead = -1;
  let followed = 0;
  let same = 0;
  let sameNear = 0;
  let sameLeft = 0;
  let opposite = 0;
  let oppositeNear = 0;
  let oppositeLeft = 0;

  for (let n = 0; n < ranges; n++) {
    const end = rangeTo[n];
    const shifted = z - rangeShift[n];
    for (let t = rangeFrom[n]; t < end; t++) {
      const dx = x - allX[t];
      const dz = shifted - allZ[t];
      const squared = dx * dx + dz * dz;
      if (squared > squaredRange || t === s) continue;
      const touch = ownRadius + radius[t];

      const along = -(dx * lookX + dz * lookZ);
      if (along > 0) {
        // Positive where the other is to the right.
        const across = dx * lookZ - dz * lookX;
        const aside = Math.abs(across);
        const weight = 1 - squared / squaredRange;
        const near = aside < LANE_WIDTH ? weight : 0;
        if (faceX[t] * lookX + faceZ[t] * lookZ > 0) {
          same += weight;
          sameNear += near;
          sameLeft -= weight * across;
        } else {
          opposite += weight;
          oppositeNear += near;
          oppositeLeft -= weight * across;
        }
        // The clear distance to who is inside the strip.
        if (aside < touch * strip) {
          const following = velocityX[t] * lookX + velocityZ[t] * lookZ;
          const clear =
            along - Math.sqrt(touch * touch - across * across) + FOLLOWING_SECONDS * Math.max(0, following);
          if (clear < gap) {
            gap = clear;
            ahead = t;
            followed = following;
          }
        }
      }

      // The time until two discs that keep their velocities touch: the smaller root of a τ² + 2 b τ + c = 0.
      const vx = ux - velocityX[t];
      const vz = uz - velocityZ[t];
      const b = dx * vx + dz * vz;
      if (b >= 0) continue;
      const c = squared - touch * touch;
      if (c <= 0) continue;
      const a = vx * vx + vz * vz;
      const discriminant = b * b - a * c;
      if (discriminant <= MIN_DISCRIMINANT || a < MIN_SQUARED_SPEED) continue;
      const root = Math.sqrt(discriminant);
      const time = (-b - root) / a;
      if (time > farthestTime) continue;
      const strength = avoidance(time, timeHorizon) / a;
      forceX -= strength * (vx - (a * dx - b * vx) / root);
      forceZ -= strength * (vz - (a * dz - b * vz) / root);
    }
  }
  arrays.forceX[s] += forceX;
  arrays.forceZ[s] += forceZ;
  arrays.gap[s] = gap;
  arrays.ahead[s] = ahead;
  arrays.following[s] = followed;
  if (oppositeNear === 0 || same === 0) return;
  // Who has their lane to themselves keeps to it. Where a quarter or more of those in it come the other way, people go
  // to the side of all whom they see go the same way. With the lane alone to judge by, 1.5 people a square metre lock.
  const crossing = Math.min(1, (4 * oppositeNear) / (sameNear + oppositeNear));
  const left = sameLeft / same - oppositeLeft / opposite;
  arrays.lane[s] = crossing * Math.min(1, Math.max(-1, left));
}
