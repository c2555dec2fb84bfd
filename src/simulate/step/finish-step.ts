import { sinCos } from '../../math/index.js';
import { type Agents, INTENT, type Population } from '../population/population.js';
import { MAX_MANUAL_SPEED, STEP_SECONDS } from '../population/steering-options.js';
import type { World } from '../world/world.js';
import type { NeighborGrid } from './neighbor-grid.js';
import type { StepArrays } from './step-arrays.js';
import { turn } from './turn.js';

/** Limit of the speed after contacts, as a multiple of the preferred speed. */
const MAX_REALISED_RATIO = 1.5;
/** Time over which the shown speed is smoothed, seconds. */
export const SMOOTHING_SECONDS = 0.2;
/** Share of the wanted speed below which an agent is held up. */
const HELD_UP_SHARE = 0.25;
/** Speed at which the wait falls, as a multiple of that at which it rises. */
const RECOVERY = 2;
const MAX_WAIT_SECONDS = 3;
/** Speeds above which legs begin to walk, and below which they stop, metres a second. */
export const START_SPEED = 0.3;
export const STOP_SPEED = 0.15;
/** Fastest turn of a body, radians a second … */
const BODY_TURN_RATE = Math.PI;
/** … and of a standing one that turns to look at something. */
const STANDING_BODY_TURN_RATE = Math.PI / 3;

const [TURN_SIN, TURN_COS] = sinCos(BODY_TURN_RATE * STEP_SECONDS);
const [STANDING_SIN, STANDING_COS] = sinCos(STANDING_BODY_TURN_RATE * STEP_SECONDS);

/** Copies the positions from the grid. Velocities become those of the real movement; bodies turn, distances grow. */
export function finishStep(
  people: Population,
  agents: Agents,
  grid: NeighborGrid,
  arrays: StepArrays,
  report: World['report'],
): void {
  // Loops run by person, since most data lie in the population, and are separate, since V8 allocates numbers that are
  // passed to functions as long as these.
  takePlaces(people, agents, grid, arrays);
  updateWaits(people, agents, report);
  updateLegs(people, agents, arrays);
  turnBodies(people, agents, arrays);
}

function takePlaces(
  people: Population,
  { list, count }: Agents,
  grid: NeighborGrid,
  { gap, ahead, speed }: StepArrays,
): void {
  const { order, placeOf, x, z } = grid;
  for (let n = 0; n < count; n++) {
    const i = list[n];
    if (people.intent[i] === INTENT.gone) continue;
    const s = placeOf[i];
    people.gap[i] = gap[s];
    if (ahead[s] >= 0) people.ahead[i] = order[ahead[s]];
    else if (people.wait[i] === 0) people.ahead[i] = -1;
    let velocityX = (x[s] - people.x[i]) / STEP_SECONDS;
    let velocityZ = (z[s] - people.z[i]) / STEP_SECONDS;
    const moved = Math.sqrt(velocityX * velocityX + velocityZ * velocityZ);
    people.x[i] = x[s];
    people.z[i] = grid.wrapZ(z[s]);
    const isPlaced = people.intent[i] === INTENT.manual;
    const wanted = Math.max(people.preferredSpeed[i], people.wishSpeed[i]);
    const fastestPlaced = moved > MAX_MANUAL_SPEED ? 0 : MAX_MANUAL_SPEED;
    const fastest = isPlaced ? fastestPlaced : MAX_REALISED_RATIO * wanted;
    if (moved > fastest) {
      velocityX *= fastest / moved;
      velocityZ *= fastest / moved;
    }
    people.velocityX[i] = velocityX;
    people.velocityZ[i] = velocityZ;
    speed[i] = Math.min(moved, fastest);
    if (people.joinSteps[i] > 0) people.joinSteps[i] -= 1;
  }
}

function updateWaits(people: Population, { list, count }: Agents, report: World['report']): void {
  for (let n = 0; n < count; n++) {
    const i = list[n];
    if (people.intent[i] === INTENT.gone) continue;
    const forward = people.velocityX[i] * people.wishX[i] + people.velocityZ[i] * people.wishZ[i];
    const wishSpeed = people.wishSpeed[i];
    const isHeldUp = wishSpeed > 0 && forward < HELD_UP_SHARE * wishSpeed;
    const change = isHeldUp ? STEP_SECONDS : -RECOVERY * STEP_SECONDS;
    const wait = Math.min(MAX_WAIT_SECONDS, Math.max(0, people.wait[i] + change));
    people.wait[i] = wait;
    if (wait === MAX_WAIT_SECONDS && people.isReported[i] === 0) report('blocked', i);
    if (wait === MAX_WAIT_SECONDS || wait === 0) people.isReported[i] = wait > 0 ? 1 : 0;
  }
}

function updateLegs(people: Population, { list, count }: Agents, { speed }: StepArrays): void {
  const { intent, shownSpeed, isWalking, distance } = people;
  for (let n = 0; n < count; n++) {
    const i = list[n];
    if (intent[i] === INTENT.gone) continue;
    const change = (speed[i] - shownSpeed[i]) * (STEP_SECONDS / (SMOOTHING_SECONDS + STEP_SECONDS));
    shownSpeed[i] += change;
    isWalking[i] = shownSpeed[i] > (isWalking[i] === 1 ? STOP_SPEED : START_SPEED) ? 1 : 0;
    if (isWalking[i] === 1) distance[i] += speed[i] * STEP_SECONDS;
  }
}

/**
 * Walking agents face their direction, agents that have gathered face the point, and standing agents turn back to the heading with
 * which they stopped. All others keep their heading.
 */
function turnBodies(people: Population, { list, count }: Agents, { speed }: StepArrays): void {
  const { intent, isWalking, isSettled, headingX, headingZ, velocityX, velocityZ } = people;
  const { wishX, wishZ, standingX, standingZ } = people;
  for (let n = 0; n < count; n++) {
    const i = list[n];
    if (intent[i] === INTENT.gone || (intent[i] === INTENT.manual && isSettled[i] === 1)) continue;
    if (isWalking[i] === 1 && speed[i] > STOP_SPEED) {
      turn(headingX, headingZ, i, velocityX[i] / speed[i], velocityZ[i] / speed[i], TURN_SIN, TURN_COS);
    } else if (intent[i] === INTENT.gather && isSettled[i] === 1) {
      turn(headingX, headingZ, i, wishX[i], wishZ[i], STANDING_SIN, STANDING_COS);
    } else if (intent[i] === INTENT.stand && isSettled[i] === 1) {
      turn(headingX, headingZ, i, standingX[i], standingZ[i], STANDING_SIN, STANDING_COS);
    }
  }
}
