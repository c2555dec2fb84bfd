import { INTENT, type Population } from '../population/population.js';
import type { StepArrays } from '../step/step-arrays.js';
import type { World } from '../world/world.js';
import { aimNowhere } from './aim.js';
import { approachPlace } from './approach-place.js';

const edge = { distance: 0, normalX: 0, normalZ: 0 };

/** Intents that a companion takes over when its leader is removed. */
const GOES_ON: readonly number[] = [INTENT.wander, INTENT.follow, INTENT.go, INTENT.gather, INTENT.exit];

/** Keeps an agent at its place beside a leader. After the leader has been removed, the agent takes over its goal. */
export function accompany(person: number, people: Population, arrays: StepArrays, world: World): void {
  const leader = people.leader[person];
  if (people.intent[leader] === INTENT.gone) {
    goOnAlone(person, people);
    aimNowhere(person, people, arrays);
    return;
  }
  // The wanted direction of the leader turns evenly; contacts disturb its velocity.
  const aheadX = people.wishX[leader];
  const aheadZ = people.wishZ[leader];
  const left = people.slotLeft[person];
  const ahead = people.slotAhead[person];
  let x = people.x[leader] + aheadX * ahead + aheadZ * left;
  let z = people.z[leader] + aheadZ * ahead - aheadX * left;
  world.boundary.probe(x, z, person, edge);
  const outside = Math.min(0, edge.distance - people.radius[person]);
  x -= edge.normalX * outside;
  z -= edge.normalZ * outside;
  const speed = Math.min(people.wishSpeed[leader], people.shownSpeed[leader]);
  approachPlace(
    x - people.x[person],
    z - people.z[person],
    aheadX * speed,
    aheadZ * speed,
    person,
    people,
    arrays,
  );
}

/** Gives the companions of an agent its goal, before another agent takes its index. */
export function releaseCompanions(leader: number, people: Population): void {
  for (let i = 0; i < people.size; i++) {
    if (people.intent[i] === INTENT.accompany && people.leader[i] === leader) goOnAlone(i, people);
  }
}

/** Gives an agent the goal that its leader had before it was removed. */
function goOnAlone(person: number, people: Population): void {
  const leader = people.leader[person];
  const before = people.intentBefore[leader];
  const goesOn = GOES_ON.includes(before);
  people.intent[person] = goesOn ? before : INTENT.stand;
  people.targetX[person] = goesOn ? people.targetX[leader] : people.x[person];
  people.targetZ[person] = goesOn ? people.targetZ[leader] : people.z[person];
  people.path[person] = people.path[leader];
  people.route[person] = people.route[leader];
  people.direction[person] = people.direction[leader];
  people.piece[person] = -1;
  people.field[person] = -1;
  people.visits[person] = 0;
  people.exit[person] = -1;
  people.reach[person] = people.reach[leader];
  people.removesOnArrival[person] = people.removesOnArrival[leader];
  people.isSettled[person] = 0;
  people.isStopping[person] = goesOn ? 0 : 1;
}
