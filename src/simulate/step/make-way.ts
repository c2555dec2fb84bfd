import { INTENT, type Population } from '../population/population.js';
import { CLEARANCE } from '../world/obstacles.js';
import type { World } from '../world/world.js';
import type { NeighborGrid } from './neighbor-grid.js';
import type { StepArrays } from './step-arrays.js';

/** Time to contact below which a standing agent steps aside, seconds. */
const WAY_SECONDS = 1.5;
/** Least speed of an approaching agent that others make way for, metres a second. */
const MIN_COMING_SPEED = 0.2;
/** Fastest side step, metres a second. */
export const SIDE_STEP_SPEED = 1;
/** Time for the rest of a side step, seconds: agents slow down towards its end. */
const SIDE_STEP_SECONDS = 0.4;
/** Distance from the middle of the way within which the parity of the index decides the side, metres. */
export const MIDDLE = 0.05;

/** Agent or obstacle that others make way for. */
interface Coming {
  /** Metres. */
  x: number;
  z: number;
  radius: number;
  /** Metres a second. */
  velocityX: number;
  velocityZ: number;
}

/** Approaching agent. */
const person: Coming = { x: 0, z: 0, radius: 0, velocityX: 0, velocityZ: 0 };

/**
 * Makes standing agents step aside for agents that the page moves, that march or that press, and for moving obstacles.
 * Later they step back.
 *
 * Notes: by contacts alone, a player of 1.9 m/s carries a standing agent along for 2.4 m; with it, not at all. Twenty
 * agents in ranks of four pass 10 m of standing ones, at 1, 3 and 4 a square metre, in 22, 30 and 37 s instead of 35,
 * 48 and 54 s. Of 1,000 gathered agents of which half set out, all 500 arrive instead of 497. Rejected: 0.75 s instead
 * of {@link WAY_SECONDS} (the player carries agents for 0.4 m), and 3 s (no better, and agents step aside too early).
 */
export function makeWay(people: Population, grid: NeighborGrid, arrays: StepArrays, world: World): void {
  if (!doesAnybodyStand(people, grid)) return;
  const { range } = world.foresight;
  const { count, order, x, z, velocityX, velocityZ, radius } = grid;
  const { presses, aimX, aimZ } = arrays;
  for (const obstacle of world.obstacles.values()) clearWay(obstacle, people, grid, arrays, range);
  for (let s = 0; s < count; s++) {
    const i = order[s];
    const isPlaced = people.intent[i] === INTENT.manual;
    if (!isPlaced && presses[s] === 0 && !marches(i, people)) continue;
    person.x = x[s];
    person.z = z[s];
    person.radius = radius[s];
    // A walking agent counts with its wanted velocity, since standing agents hold it up.
    person.velocityX = isPlaced ? velocityX[s] : aimX[i] * people.wishSpeed[i];
    person.velocityZ = isPlaced ? velocityZ[s] : aimZ[i] * people.wishSpeed[i];
    clearWay(person, people, grid, arrays, range);
  }
}

/** Adds velocities that take standing agents out of the way of an approaching one. */
function clearWay(
  coming: Coming,
  people: Population,
  grid: NeighborGrid,
  { wayX, wayZ }: StepArrays,
  range: number,
): void {
  const speed = Math.sqrt(coming.velocityX * coming.velocityX + coming.velocityZ * coming.velocityZ);
  if (speed < MIN_COMING_SPEED) return;
  const aheadX = coming.velocityX / speed;
  const aheadZ = coming.velocityZ / speed;
  const { starts, columns, order, x, z, radius } = grid;
  const reach = Math.min(range, speed * WAY_SECONDS) + coming.radius;
  const lastRow = grid.rowOf(coming.z + reach);
  const firstColumn = grid.columnOf(coming.x - reach);
  const lastColumn = grid.columnOf(coming.x + reach);
  for (let row = grid.rowOf(coming.z - reach); row <= lastRow; row++) {
    const to = starts[row * columns + lastColumn + 1];
    for (let s = starts[row * columns + firstColumn]; s < to; s++) {
      const i = order[s];
      if (!stands(i, people)) continue;
      const dx = x[s] - coming.x;
      const dz = z[s] - coming.z;
      const along = dx * aheadX + dz * aheadZ;
      if (along <= 0 || along > reach) continue;
      // With +Z ahead, +X is to the left.
      const left = dx * aheadZ - dz * aheadX;
      const missing = coming.radius + radius[s] + CLEARANCE - Math.abs(left);
      if (missing <= 0) continue;
      const goesLeft = Math.abs(left) < MIDDLE ? i % 2 === 1 : left > 0;
      const toLeft = (goesLeft ? 1 : -1) * Math.min(SIDE_STEP_SPEED, missing / SIDE_STEP_SECONDS);
      wayX[s] += toLeft * aheadZ;
      wayZ[s] -= toLeft * aheadX;
      people.wishSpeed[i] = 0;
    }
  }
}

function doesAnybodyStand(people: Population, { count, order }: NeighborGrid): boolean {
  for (let s = 0; s < count; s++) if (stands(order[s], people)) return true;
  return false;
}

/** True if an agent stands, or steps back to its place. */
function stands(i: number, people: Population): boolean {
  const { intent, wishSpeed, isStopping } = people;
  if (intent[i] === INTENT.manual || marches(i, people)) return false;
  return wishSpeed[i] === 0 || (intent[i] === INTENT.stand && isStopping[i] === 0);
}

/** True if an agent is in a formation that still moves. It makes way for nobody. */
function marches(i: number, { intent, isSettled }: Population): boolean {
  return intent[i] === INTENT.march && isSettled[i] === 0;
}
