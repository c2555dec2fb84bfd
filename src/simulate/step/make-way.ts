import { INTENT, type Population } from '../population.js';
import { CLEARANCE } from '../world/obstacles.js';
import type { World } from '../world/world.js';
import type { NeighborGrid } from './neighbor-grid.js';
import type { StepArrays } from './step-arrays.js';

/** People who stand make way for whoever is to be with them within this, seconds, … */
export const WAY_SECONDS = 1.5;
/** … and comes faster than this, metres a second. */
export const MIN_COMING_SPEED = 0.2;
/** They step aside at no more than this, metres a second, … */
export const SIDE_STEP_SPEED = 1;
/** … and what is missing within this, seconds, so that they slow down towards the end. */
export const SIDE_STEP_SECONDS = 0.4;
/** Nearer than this to the middle of the way, metres, those with odd numbers go left, the others right. */
export const MIDDLE = 0.05;

/** Whoever others make way for. */
interface Coming {
  /** Metres. */
  x: number;
  z: number;
  radius: number;
  /** Metres a second. */
  velocityX: number;
  velocityZ: number;
}

const coming: Coming = { x: 0, z: 0, radius: 0, velocityX: 0, velocityZ: 0 };

/**
 * Has those who stand step aside, out of the way of those who have the right of way: who is placed by hand, who marches, who
 * presses, and obstacles that move. Later they step back to where they stood.
 */
export function makeWay(
  people: Population,
  grid: NeighborGrid,
  arrays: StepArrays,
  { obstacles, foresight }: World,
): void {
  const { range } = foresight;
  const { count, order, x, z, velocityX, velocityZ, radius } = grid;
  const { presses, aimX, aimZ } = arrays;
  for (const obstacle of obstacles.values()) clearWay(obstacle, people, grid, arrays, range);
  for (let s = 0; s < count; s++) {
    const i = order[s];
    const isPlaced = people.intent[i] === INTENT.placed;
    if (!isPlaced && presses[s] === 0 && !marches(i, people)) continue;
    coming.x = x[s];
    coming.z = z[s];
    coming.radius = radius[s];
    // Who is held up by those who stand comes towards them all the same.
    coming.velocityX = isPlaced ? velocityX[s] : aimX[i] * people.wishSpeed[i];
    coming.velocityZ = isPlaced ? velocityZ[s] : aimZ[i] * people.wishSpeed[i];
    clearWay(coming, people, grid, arrays, range);
  }
}

function clearWay(
  { x: fromX, z: fromZ, radius: ownRadius, velocityX, velocityZ }: Coming,
  people: Population,
  grid: NeighborGrid,
  { wayX, wayZ }: StepArrays,
  range: number,
): void {
  const speed = Math.sqrt(velocityX * velocityX + velocityZ * velocityZ);
  if (speed < MIN_COMING_SPEED) return;
  const alongX = velocityX / speed;
  const alongZ = velocityZ / speed;
  const { starts, columns, order, x, z, radius } = grid;
  const reach = Math.min(range, speed * WAY_SECONDS) + ownRadius;
  const lastRow = grid.rowOf(fromZ + reach);
  const firstColumn = grid.columnOf(fromX - reach);
  const lastColumn = grid.columnOf(fromX + reach);
  for (let row = grid.rowOf(fromZ - reach); row <= lastRow; row++) {
    const to = starts[row * columns + lastColumn + 1];
    for (let s = starts[row * columns + firstColumn]; s < to; s++) {
      const i = order[s];
      if (!stands(i, people)) continue;
      const dx = x[s] - fromX;
      const dz = z[s] - fromZ;
      const along = dx * alongX + dz * alongZ;
      if (along <= 0 || along > reach) continue;
      // With +Z ahead, +X is to the left.
      const left = dx * alongZ - dz * alongX;
      const missing = ownRadius + radius[s] + CLEARANCE - Math.abs(left);
      if (missing <= 0) continue;
      const goesLeft = Math.abs(left) < MIDDLE ? i % 2 === 1 : left > 0;
      const toLeft = (goesLeft ? 1 : -1) * Math.min(SIDE_STEP_SPEED, missing / SIDE_STEP_SECONDS);
      wayX[s] += toLeft * alongZ;
      wayZ[s] -= toLeft * alongX;
      people.wishSpeed[i] = 0;
    }
  }
}

/** Whether someone stands, or steps back to where they stood. */
function stands(i: number, people: Population): boolean {
  const { intent, wishSpeed, isStopping } = people;
  if (intent[i] === INTENT.placed || marches(i, people)) return false;
  return wishSpeed[i] === 0 || (intent[i] === INTENT.stand && isStopping[i] === 0);
}

/** Whether someone is in a formation that has not come to its end: in it they make way for nobody. */
function marches(i: number, { intent, isSettled }: Population): boolean {
  return intent[i] === INTENT.march && isSettled[i] === 0;
}
