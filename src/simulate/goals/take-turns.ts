import { type Agents, isGoing, type Population } from '../population/population.js';
import type { StepArrays } from '../step/step-arrays.js';
import type { Door } from '../world/doors.js';
import type { World } from '../world/world.js';

/** Steps of a turn: 12 s. A turn begins with about 4 s until the door is free; in turns of 8 s, 60 people hardly get through. */
const TURN_STEPS = 240;
/** Distance along the axis of a door beyond its ends within which an agent counts as in it, metres. */
const BEYOND_END = 0.6;
/** Distance from the middle of a door beyond half its length within which an agent can count as in it, metres. */
const AROUND_DOOR = 1.2;
/** Least cosine of the angle between the aim of an agent and the direction to a door that the agent is going to pass. */
const MIN_COSINE = 0.7;

/** At doors that agents come to from both sides, stops the agents of one direction until it is their turn. */
export function takeTurns(
  people: Population,
  { list, count }: Agents,
  arrays: StepArrays,
  { fields, steps }: World,
): void {
  if (!fields.areNeeded) return;
  const { intent, wishSpeed, isSettled } = people;
  const isOnItsWay = (i: number): boolean => isGoing(intent[i]) && wishSpeed[i] > 0 && isSettled[i] === 0;
  let first = 0;
  while (first < count && !isOnItsWay(list[first])) first += 1;
  // Doors are found when an agent is first on its way, and not before.
  if (first === count) return;
  const { doors } = fields;
  if (!doors.all.some(({ isContested }) => isContested)) return;
  doors.all.forEach(clear);
  for (let n = first; n < count; n++) {
    const i = list[n];
    const door = doors.near(people.x[i], people.z[i]);
    if (door?.isContested && isOnItsWay(i)) approach(door, i, people, arrays);
  }
  const turn = Math.floor(steps / TURN_STEPS) % 2;
  for (const { queues, inside } of doors.all) {
    // A direction waits while agents of the other one are in the door, and during their turn.
    if (inside[1] > 0 || (turn === 1 && queues[1].length > 0)) stop(queues[0], people);
    if (inside[0] > 0 || (turn === 0 && queues[0].length > 0)) stop(queues[1], people);
  }
}

function clear({ queues, inside }: Door): void {
  for (const direction of [0, 1]) {
    queues[direction].length = 0;
    inside[direction] = 0;
  }
}

/** Counts an agent that is in a door, and adds an agent that walks to it to its queue. */
function approach(
  { x, z, axisX, axisZ, halfLength, queues, inside }: Door,
  person: number,
  people: Population,
  arrays: StepArrays,
): void {
  const dx = x - people.x[person];
  const dz = z - people.z[person];
  const along = dx * axisX + dz * axisZ;
  const distance = Math.sqrt(dx * dx + dz * dz);
  const aimX = arrays.aimX[person];
  const aimZ = arrays.aimZ[person];
  const closing = aimX * dx + aimZ * dz;
  if (Math.abs(along) < halfLength + BEYOND_END && distance < halfLength + AROUND_DOOR) {
    // At a wall beside the door, the aim along the axis can have either sign.
    const isOutside = Math.abs(along) > halfLength;
    const isAlongAxis = isOutside ? closing > 0 === along > 0 : aimX * axisX + aimZ * axisZ > 0;
    inside[isAlongAxis ? 0 : 1] += 1;
  } else if (closing > MIN_COSINE * distance) {
    queues[along > 0 ? 0 : 1].push(person);
  }
}

function stop(queue: readonly number[], people: Population): void {
  for (const person of queue) people.wishSpeed[person] = 0;
}
