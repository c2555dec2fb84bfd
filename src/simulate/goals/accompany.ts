import type { Population } from '../population.js';
import type { StepArrays } from '../step/step-arrays.js';
import type { World } from '../world/world.js';
import { aimNowhere } from './aim.js';

/** Time in which the distance to one's place in the group is made good, seconds. */
const CATCH_UP_SECONDS = 1.2;
/** Those who lag walk this much faster than they like to. */
const HURRY = 1.25;
/** Slower than this, metres a second, a group stands. */
const STANDING_SPEED = 0.05;
/** In a group that stands, this far from one's place is near enough, metres. */
const NEAR_ENOUGH = 0.25;

const edge = { distance: 0, normalX: 0, normalZ: 0 };

/** Keeps a place beside a leader: at the leader's velocity, and a little more or less to make good what is missing. */
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

  const dx = x - people.x[person];
  const dz = z - people.z[person];
  const walking = Math.min(people.wishSpeed[leader], people.shownSpeed[leader] + STANDING_SPEED);
  const isNear = dx * dx + dz * dz < NEAR_ENOUGH * NEAR_ENOUGH;
  if (isNear && (people.wishSpeed[leader] === 0 || people.shownSpeed[leader] < STANDING_SPEED)) {
    aimNowhere(person, people, arrays);
    return;
  }
  const wantedX = aheadX * walking + dx / CATCH_UP_SECONDS;
  const wantedZ = aheadZ * walking + dz / CATCH_UP_SECONDS;
  const wanted = Math.sqrt(wantedX * wantedX + wantedZ * wantedZ);
  if (wanted === 0) {
    aimNowhere(person, people, arrays);
    return;
  }
  arrays.aimX[person] = wantedX / wanted;
  arrays.aimZ[person] = wantedZ / wanted;
  arrays.aimDistance[person] = Number.POSITIVE_INFINITY;
  people.wishSpeed[person] = Math.min(wanted, HURRY * people.preferredSpeed[person]);
}
