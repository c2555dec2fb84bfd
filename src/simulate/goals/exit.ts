import { INTENT, type Population } from '../population/population.js';
import type { StepArrays } from '../step/step-arrays.js';
import type { World } from '../world/world.js';
import { aimAtTarget, aimNowhere, walkTo, walkToTarget } from './aim.js';

/** Steps between two choices of an exit: a second. */
const STEPS_BETWEEN_LOOKS = 20;
/** Advantage of another exit for which an agent changes its choice, seconds, so that nobody walks to and fro. */
const WORTH_SECONDS = 3;
/** Distance to the middle of an exit at which an agent is out, metres. */
export const ARRIVAL_DISTANCE = 0.8;

/** Leaves by the exit that takes the least time, its queue included. Without exits, an agent stays. */
export function exit(person: number, people: Population, arrays: StepArrays, world: World): void {
  if (people.visits[person] === 0) {
    // Choices are spread over the steps: agents that all see a short queue at once would all join it.
    people.visits[person] =
      people.exit[person] < 0 ? 1 + (person % STEPS_BETWEEN_LOOKS) : STEPS_BETWEEN_LOOKS;
    lookRound(person, people, world);
  }
  people.visits[person] -= 1;
  if (people.exit[person] < 0) {
    aimNowhere(person, people, arrays);
    return;
  }
  const left = walkToTarget(person, people, world);
  people.exitDistance[person] = left;
  if (left <= ARRIVAL_DISTANCE) {
    people.intentBefore[person] = INTENT.exit;
    people.intent[person] = INTENT.gone;
    people.wishSpeed[person] = 0;
    world.report('arrived', person);
    return;
  }
  aimAtTarget(people.preferredSpeed[person], person, people, arrays, world);
}

function lookRound(person: number, people: Population, world: World): void {
  const { exits } = world;
  let best = people.exit[person];
  let least =
    best < 0
      ? Number.POSITIVE_INFINITY
      : exits.secondsBy(best, people.exitDistance[person], people.preferredSpeed[person]) - WORTH_SECONDS;
  exits.all.forEach(({ x, z }, exit) => {
    if (exit === people.exit[person]) return;
    const seconds = exits.secondsBy(exit, walkTo(x, z, person, people, world), people.preferredSpeed[person]);
    if (seconds >= least) return;
    best = exit;
    least = seconds;
  });
  if (best === people.exit[person]) return;
  people.exit[person] = best;
  people.targetX[person] = exits.all[best].x;
  people.targetZ[person] = exits.all[best].z;
  people.field[person] = -1;
}
