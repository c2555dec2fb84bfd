import { INTENT, type Population } from '../population.js';
import type { Goal } from '../scenario.js';
import { STAND_OFF } from './gather.js';
import { turnBackToHeading } from './stand.js';

/** From how near a point counts as reached, metres. */
const ARRIVAL_DISTANCE = 0.3;

/** Gives someone a goal. */
export function assignGoal(people: Population, person: number, goal: Goal): void {
  beginWherePlaced(people, person);
  if (goal.kind === 'flee') {
    startFleeing(people, person, goal);
    return;
  }
  if (goal.kind === 'gone') {
    leave(people, person);
    return;
  }
  people.intent[person] = INTENT[goal.kind];
  people.isSettled[person] = 0;
  people.isStopping[person] = 0;
  people.wait[person] = 0;
  people.field[person] = -1;
  people.route[person] = -1;
  people.targetX[person] = people.x[person];
  people.targetZ[person] = people.z[person];
  switch (goal.kind) {
    case 'stand':
      // Whoever walks slows down first.
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
      people.leaves[person] = goal.leaves ? 1 : 0;
      people.reach[person] = goal.within ?? ARRIVAL_DISTANCE;
      people.targetX[person] = goal.x;
      people.targetZ[person] = goal.z;
      break;
    case 'gather':
      people.reach[person] = goal.within ?? people.radius[person] + STAND_OFF;
      people.targetX[person] = goal.x;
      people.targetZ[person] = goal.z;
      break;
    case 'leave':
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

/** Has someone who was placed since the last step, by hand, go on from there. */
export function beginWherePlaced(people: Population, person: number): void {
  if (people.intent[person] !== INTENT.placed) return;
  people.x[person] = people.targetX[person];
  people.z[person] = people.targetZ[person];
}

/** Takes someone out. Those who accompany them go on with what they were about. */
function leave(people: Population, person: number): void {
  const intent = people.intent[person];
  if (intent !== INTENT.flee && intent !== INTENT.gone) people.intentBefore[person] = intent;
  people.intent[person] = INTENT.gone;
}

function startFleeing(
  people: Population,
  person: number,
  { x, z, radius }: Extract<Goal, { kind: 'flee' }>,
): void {
  if (people.intent[person] !== INTENT.flee) people.intentBefore[person] = people.intent[person];
  // Who was coming to a stand comes back to that.
  if (people.isStopping[person] === 1) turnBackToHeading(person, people);
  people.intent[person] = INTENT.flee;
  people.isSettled[person] = 0;
  people.isStopping[person] = 0;
  people.dangerX[person] = x;
  people.dangerZ[person] = z;
  people.dangerRadius[person] = radius;
}
