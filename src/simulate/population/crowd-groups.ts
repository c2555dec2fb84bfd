import { groupsOf } from '../../generate/index.js';
import type { Recipe } from '../../protocol/index.js';
import type { Person } from './scenario.js';

/** Distance between neighbours in a group, metres (Moussaïd et al. 2010, PLoS ONE 5:e10047). */
const SPACING = 0.8;
/**
 * Distance by which the outer two of three walk ahead of the middle one, metres, so that each sees both others: a V
 * (Moussaïd et al. 2010, figure 4). Zanlungo and Kanda 2013 find it in pairs and threes alone, so that further members
 * walk in rows behind.
 */
const V_DEPTH = 0.15;
/** Most members side by side; the others walk behind. */
const MAX_ABREAST = 3;
/** Distance from the leader beyond which a member walks alone, metres. Services may group in other ways. */
const MAX_DISTANCE = 6;
/** Share by which each further member slows a group (Moussaïd et al. 2010: 0.04 m/s of 1.26). */
const SLOWING = 0.033;

/**
 * Makes the members of each group accompany its first member, at the pace of the slowest.
 *
 * @param characters in the order of `people`
 */
export function arrangeGroups(
  recipe: Recipe,
  characters: readonly { index: number }[],
  people: readonly Person[],
): readonly Person[] {
  const groups = groupsOf(recipe);
  if (groups.length === 0) return people;
  const placeOf = new Map(characters.map(({ index }, place) => [index, place]));
  const arranged = [...people];
  for (const { first, size } of groups) {
    const leader = placeOf.get(first);
    if (leader === undefined || !isOnTheMove(people[leader])) continue;
    const members: number[] = [];
    for (let index = first + 1; index < first + size; index++) {
      const member = placeOf.get(index);
      if (member !== undefined && belongs(people[leader], people[member])) members.push(member);
    }
    arrangeGroup(arranged, leader, members);
  }
  return arranged;
}

function isOnTheMove({ goal }: Person): boolean {
  return goal.kind === 'follow' || goal.kind === 'wander';
}

function belongs(leader: Person, member: Person): boolean {
  const dx = leader.x - member.x;
  const dz = leader.z - member.z;
  return isOnTheMove(member) && dx * dx + dz * dz < MAX_DISTANCE * MAX_DISTANCE;
}

/** Rows of three at most; the leader walks in the middle of the first. */
function arrangeGroup(people: Person[], leader: number, members: readonly number[]): void {
  const everyone = [leader, ...members];
  const slowest = Math.min(...everyone.map((person) => people[person].speed));
  const speed = slowest * (1 - SLOWING * members.length);
  const spacing = Math.max(SPACING, 2.3 * people[leader].radius);
  people[leader] = { ...people[leader], speed };
  members.forEach((member, k) => {
    const place = k + 1;
    const row = Math.floor(place / MAX_ABREAST);
    const inRow = Math.min(MAX_ABREAST, everyone.length - row * MAX_ABREAST);
    const column = place % MAX_ABREAST;
    // Middle, left, right: the leader's row puts the leader first.
    const side = inRow === 1 ? 0 : [0, 1, -1][column] + (inRow === 2 && row > 0 ? -0.5 : 0);
    const ahead = inRow === MAX_ABREAST && side !== 0 ? V_DEPTH : 0;
    people[member] = {
      ...people[member],
      speed,
      goal: { kind: 'accompany', leader, left: side * spacing, ahead: ahead - row * spacing },
    };
  });
}
