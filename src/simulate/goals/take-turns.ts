import { isGoing, type Population } from '../population/population.js';
import type { StepArrays } from '../step/step-arrays.js';
import type { Doors } from '../world/doors.js';
import type { World } from '../world/world.js';

/** Where people come to a door from both sides, has those wait whose turn it is not. They make way for those whose turn it is. */
export function takeTurns(people: Population, arrays: StepArrays, world: World): void {
  const { doors } = world.fields;
  if (!doors || doors.count === 0) return;
  const { doorWay } = arrays;
  doors.clear();
  for (let i = 0; i < people.size; i++) {
    doorWay[i] = wayThroughDoor(i, people, arrays, world, doors);
    if (doorWay[i] !== 0) doors.add(i, people, doorWay[i]);
  }
  for (let i = 0; i < people.size; i++) {
    if (doorWay[i] !== 0 && doors.isToWait(i, people, doorWay[i], world.steps)) people.wishSpeed[i] = 0;
  }
}

function wayThroughDoor(
  i: number,
  people: Population,
  arrays: StepArrays,
  { fields }: World,
  doors: Doors,
): number {
  if (!isGoing(people.intent[i]) || people.wishSpeed[i] === 0 || people.isSettled[i] === 1) return 0;
  const isAlongField = people.route[i] < 0 && people.field[i] >= 0;
  return doors.wayThrough(
    i,
    people,
    arrays,
    isAlongField ? fields.get(people.field[i]).distances : undefined,
  );
}
