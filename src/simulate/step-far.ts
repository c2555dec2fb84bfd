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
  const { steps } = world;
  listDue(people, steps, due);
  if (due.count === 0) return;
  const grid = farGrid();
  grid.sort(people, due);
  for (let s = 0; s < grid.count; s++) {
    const seconds = (steps - people.updatedAt[grid.order[s]]) * STEP_SECONDS;
    grid.x[s] += grid.velocityX[s] * seconds;
    grid.z[s] += grid.velocityZ[s] * seconds;
    arrays.mobility[s] = 1;
  }
  keepClear(grid);
  for (let s = 0; s < grid.count; s++) {
    const i = grid.order[s];
    moveToNow(people, i, steps);
    people.x[i] = grid.x[s];
    people.z[i] = grid.wrapZ(grid.z[s]);
  }
  aimAtGoals(people, due, arrays, world);
  ground.slowDown(people, due);
  for (const obstacle of world.obstacles.values()) walkRound(obstacle, people, grid, arrays);
  walkOn(people, due, arrays);
  ground.lookAhead(people, due, FAR_SECONDS);
}

function listDue({ size, intent, isFar }: Population, steps: number, due: Agents): void {
  due.count = 0;
  for (let i = firstDue(steps); i < size; i = nextDue(i)) {
    due.list[due.count] = i;
    due.count += +(isFar[i] === 1 && intent[i] !== INTENT.gone);
  }
}

/** Sets the velocities of far agents for the time until their next update. */
function walkOn(people: Population, { list, count }: Agents, { aimX, aimZ, aimDistance }: StepArrays): void {
  const { intent, isWalking, isSettled, isStopping } = people;
  for (let n = 0; n < count; n++) {
    const i = list[n];
    // Near agents slow down step by step before they stand.
    const stands = intent[i] === INTENT.gone || isStopping[i] === 1;
    const wanted = stands ? 0 : people.wishSpeed[i];
    const speed = Math.min(wanted, aimDistance[i] / FAR_SECONDS);
    people.wishX[i] = aimX[i];
    people.wishZ[i] = aimZ[i];
    people.velocityX[i] = aimX[i] * speed;
    people.velocityZ[i] = aimZ[i] * speed;
    people.shownSpeed[i] = speed;
    people.wait[i] = 0;
    people.gap[i] = Number.POSITIVE_INFINITY;
    people.ahead[i] = -1;
    isWalking[i] = speed > (isWalking[i] === 1 ? STOP_SPEED : START_SPEED) ? 1 : 0;
    if (speed === 0 && !(intent[i] === INTENT.gather && isSettled[i] === 1)) continue;
    people.headingX[i] = aimX[i];
    people.headingZ[i] = aimZ[i];
  }
}
