import type { Population } from '../population.js';
import type { StepArrays } from '../step/step-arrays.js';
import type { World } from '../world/world.js';
import { approachPlace } from './approach-place.js';

const edge = { distance: 0, normalX: 0, normalZ: 0 };

/** Keeps a place beside a leader. */
export function accompany(person: number, people: Population, arrays: StepArrays, world: World): void {
  const leader = people.leader[person];
  // The way the leader wants to go turns evenly; the velocity is jostled.
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
