import { aimAtGoals } from './goals/decide.js';
import { type Agents, firstDue, INTENT, nextDue, type Population } from './population/population.js';
import { FAR_STEPS, STEP_SECONDS } from './population/steering-options.js';
import { walkRound } from './step/avoid-obstacles.js';
import { START_SPEED, STOP_SPEED } from './step/finish-step.js';
import type { NeighborGrid } from './step/neighbor-grid.js';
import type { StepArrays } from './step/step-arrays.js';
import type { StepBuffers } from './step/step-buffers.js';
import { moveToNow } from './world/focus.js';
import type { Ground } from './world/ground.js';
import type { World } from './world/world.js';

const FAR_SECONDS = FAR_STEPS * STEP_SECONDS;

/**
 * Updates one in {@link FAR_STEPS} of the far agents. They walk to their goals as near agents do, round walls and obstacles, but
 * through one another, and straight on between two updates.
 *
 * @param keepClear moves sorted agents out of obstacles and walls
 */
export function stepFar(
  people: Population,
  { due, farGrid, arrays }: StepBuffers,
  world: World,
  ground: Ground,
  keepClear: (grid: NeighborGrid) => void,
): void {
  listDue(people, world.steps, due);
  if (due.count === 0) return;
  const grid = farGrid();
  for (let n = 0; n < due.count; n++) {
    const i = due.list[n];
    moveToNow(people, i, world.steps);
    people.z[i] = grid.wrapZ(people.z[i]);
  }
  grid.sort(people, due);
  aimAtGoals(people, due, arrays, world);
  ground.slowDown(people, due);
  for (const obstacle of world.obstacles.values()) walkRound(obstacle, people, grid, arrays);
  setVelocities(people, due, arrays);
  for (let s = 0; s < grid.count; s++) {
    const i = grid.order[s];
    grid.x[s] = people.x[i] + people.velocityX[i] * FAR_SECONDS;
    grid.z[s] = people.z[i] + people.velocityZ[i] * FAR_SECONDS;
    arrays.mobility[s] = 1;
  }
  keepClear(grid);
  for (let s = 0; s < grid.count; s++) walkTo(people, grid.order[s], grid.x[s], grid.z[s], arrays);
  ground.lookAhead(people, due, FAR_SECONDS);
}

function listDue({ size, intent, isFar }: Population, steps: number, due: Agents): void {
  due.count = 0;
  for (let i = firstDue(steps); i < size; i = nextDue(i)) {
    due.list[due.count] = i;
    due.count += +(isFar[i] === 1 && intent[i] !== INTENT.gone);
  }
}

/** Sets the velocities that agents wish for the time until their next update. */
function setVelocities(
  people: Population,
  { list, count }: Agents,
  { aimX, aimZ, aimDistance }: StepArrays,
): void {
  for (let n = 0; n < count; n++) {
    const i = list[n];
    // Near agents slow down step by step before they stand.
    const stands = people.intent[i] === INTENT.gone || people.isStopping[i] === 1;
    const speed = stands ? 0 : Math.min(people.wishSpeed[i], aimDistance[i] / FAR_SECONDS);
    people.wishX[i] = aimX[i];
    people.wishZ[i] = aimZ[i];
    people.velocityX[i] = aimX[i] * speed;
    people.velocityZ[i] = aimZ[i] * speed;
    people.wait[i] = 0;
    people.gap[i] = Number.POSITIVE_INFINITY;
    people.ahead[i] = -1;
  }
}

/** Lets an agent walk to a place until its next update. */
function walkTo(people: Population, i: number, x: number, z: number, { aimX, aimZ }: StepArrays): void {
  const velocityX = (x - people.x[i]) / FAR_SECONDS;
  const velocityZ = (z - people.z[i]) / FAR_SECONDS;
  const speed = Math.sqrt(velocityX * velocityX + velocityZ * velocityZ);
  people.velocityX[i] = velocityX;
  people.velocityZ[i] = velocityZ;
  people.shownSpeed[i] = speed;
  people.isWalking[i] = speed > (people.isWalking[i] === 1 ? STOP_SPEED : START_SPEED) ? 1 : 0;
  if (speed > 0) {
    people.headingX[i] = velocityX / speed;
    people.headingZ[i] = velocityZ / speed;
  } else if (people.intent[i] === INTENT.gather && people.isSettled[i] === 1) {
    people.headingX[i] = aimX[i];
    people.headingZ[i] = aimZ[i];
  }
}
