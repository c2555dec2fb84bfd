import { INTENT, type Population } from '../population/population.js';
import type { Goal } from '../population/scenario.js';
import { nearestInside } from '../world/boundary.js';
import { join, moveToNow } from '../world/focus.js';
import type { World } from '../world/world.js';
import { STAND_OFF } from './gather.js';
import { turnBackToHeading } from './stand.js';

/** Distance from a point at which an agent has arrived by default, metres. */
const ARRIVAL_DISTANCE = 0.3;

/**
 * Sets the goal of an agent. For a point outside of the boundary, the place at its edge that is nearest to the point
 * becomes the target.
 *
 * @param hasRoute true if the caller adds a route, past corners, to the target
 */
export function assignGoal(
  people: Population,
  person: number,
  goal: Goal,
  world: World,
  hasRoute = false,
): void {
  beginHere(people, person, world);
  if (goal.kind === 'flee') {
    startFleeing(people, person, goal);
    return;
  }
  if (goal.kind === 'gone') {
    remove(people, person);
    return;
  }
  if (goal.kind === 'manual') join(people, person, world.steps);
  people.intent[person] = INTENT[goal.kind];
  people.isSettled[person] = 0;
  people.isStopping[person] = 0;
  people.wait[person] = 0;
  people.field[person] = -1;
  people.route[person] = -1;
  people.targetX[person] = people.x[person];
  people.targetZ[person] = people.z[person];
  people.reachedX[person] = Number.POSITIVE_INFINITY;
  people.reachedZ[person] = Number.POSITIVE_INFINITY;
  switch (goal.kind) {
    case 'stand':
      setTarget(person, { x: people.x[person], z: people.z[person] }, 0, people, world);
      // A walking agent slows down first.
      people.isStopping[person] = people.velocityX[person] !== 0 || people.velocityZ[person] !== 0 ? 1 : 0;
      people.isSettled[person] = 1 - people.isStopping[person];
      turnBackToHeading(person, people);
      break;
    case 'wander':
      people.visits[person] = 0;
      break;
    case 'follow':
      people.path[person] = goal.path;
      people.direction[person] = goal.direction;
      people.piece[person] = -1;
      break;
    case 'go':
      people.removesOnArrival[person] = goal.removeOnArrival ? 1 : 0;
      setTarget(person, goal, goal.within ?? ARRIVAL_DISTANCE, people, world);
      break;
    case 'gather': {
      const within = goal.within ?? people.radius[person] + STAND_OFF;
      const outside = setTarget(person, goal, within, people, world);
      if (outside === 0 || hasRoute) break;
      // Looks at the point itself. Flow fields lead to the edge nearest to it, straight lines to the point.
      people.targetX[person] = goal.x;
      people.targetZ[person] = goal.z;
      if (!world.fields.areNeeded) people.reach[person] += outside;
      break;
    }
    case 'exit':
      people.exit[person] = -1;
      people.visits[person] = 0;
      break;
    case 'accompany':
      people.leader[person] = goal.leader;
      people.slotLeft[person] = goal.left;
      people.slotAhead[person] = goal.ahead;
      break;
  }
}

/**
 * Sets an agent's target to the place inside the boundary that is nearest to a point, and its reach so that it arrives
 * within `within` metres of the point itself. Where no place inside is that near, it arrives right before the edge.
 *
 * @returns metres from the point to the target
 */
function setTarget(
  person: number,
  { x, z }: { readonly x: number; readonly z: number },
  within: number,
  people: Population,
  { boundary }: World,
): number {
  const [insideX, insideZ] = nearestInside(boundary, [x, z]);
  const outside = Math.sqrt((insideX - x) * (insideX - x) + (insideZ - z) * (insideZ - z));
  people.targetX[person] = insideX;
  people.targetZ[person] = insideZ;
  people.reach[person] = Math.max(within - outside, Math.min(within, ARRIVAL_DISTANCE));
  return outside;
}

/** Moves an agent to where the page has placed it since the last step, or to where a far agent is by now. */
export function beginHere(people: Population, person: number, { steps }: World): void {
  if (people.isFar[person] === 1) moveToNow(people, person, steps);
  if (people.intent[person] !== INTENT.manual) return;
  people.x[person] = people.targetX[person];
  people.z[person] = people.targetZ[person];
}

/** Removes an agent. Its companions return to their previous goals. */
function remove(people: Population, person: number): void {
  const intent = people.intent[person];
  if (intent !== INTENT.flee && intent !== INTENT.gone) people.intentBefore[person] = intent;
  people.intent[person] = INTENT.gone;
  people.isFar[person] = 0;
}

function startFleeing(
  people: Population,
  person: number,
  { x, z, radius }: Extract<Goal, { kind: 'flee' }>,
): void {
  if (people.intent[person] !== INTENT.flee) people.intentBefore[person] = people.intent[person];
  // An agent that was about to stop returns to its stop afterwards.
  if (people.isStopping[person] === 1) turnBackToHeading(person, people);
  people.intent[person] = INTENT.flee;
  people.isSettled[person] = 0;
  people.isStopping[person] = 0;
  people.dangerX[person] = x;
  people.dangerZ[person] = z;
  people.dangerRadius[person] = radius;
}
