import type { Population } from '../population/population.js';
import type { StepArrays } from '../step/step-arrays.js';
import type { FlowFields } from '../world/flow-fields.js';
import { emptyPlace } from '../world/path.js';
import type { World } from '../world/world.js';

/**
 * Distance to the target within which agents walk in a straight line, metres: a flow field is no finer than its cells.
 */
const STRAIGHT_DISTANCE = 0.75;

/** Distance ahead on a route that an agent aims at, metres. It cuts corners by a third of it. */
const ROUTE_AHEAD = 0.6;

const way = { x: 0, z: 0, distance: 0 };
const place = emptyPlace();

/** Aims an agent at its target, round walls, at a speed in metres a second. */
export function aimAtTarget(
  speed: number,
  person: number,
  people: Population,
  arrays: StepArrays,
  world: World,
): void {
  const x = people.targetX[person];
  const z = people.targetZ[person];
  if (people.route[person] >= 0) {
    aimAlongRoute(speed, person, people, arrays, world);
    return;
  }
  aimAt(x, z, speed, person, people, arrays);
  if (!findWay(person, people, world)) return;
  if (arrays.aimDistance[person] < STRAIGHT_DISTANCE && way.distance < 2 * STRAIGHT_DISTANCE) return;
  arrays.aimX[person] = way.x;
  arrays.aimZ[person] = way.z;
  arrays.aimDistance[person] = way.distance;
}

/** Length of the way to an agent's target, round walls, metres. */
export function walkToTarget(person: number, people: Population, world: World): number {
  if (people.route[person] >= 0) return locateOnRoute(person, people, world);
  if (findWay(person, people, world)) return way.distance;
  return distanceTo(people.targetX[person], people.targetZ[person], person, people);
}

/** Length of the way from an agent to a point, round walls, metres. */
export function walkTo(x: number, z: number, person: number, people: Population, { fields }: World): number {
  const field = fields.areNeeded ? fields.get(fields.numberOf(x, z)) : undefined;
  if (field?.sample(people.x[person], people.z[person], way)) return way.distance;
  return distanceTo(x, z, person, people);
}

/** Aims an agent at a point of its route, {@link ROUTE_AHEAD} ahead. */
function aimAlongRoute(
  speed: number,
  person: number,
  people: Population,
  arrays: StepArrays,
  world: World,
): void {
  const left = locateOnRoute(person, people, world);
  const path = world.paths[people.route[person]];
  path.at(Math.min(path.length, place.arc + ROUTE_AHEAD), place);
  aimAt(place.x, place.z, speed, person, people, arrays);
  arrays.aimDistance[person] = left;
}

/**
 * Writes the place on its route that is nearest to an agent into `place`. @returns metres from there to the end of the
 * route
 */
function locateOnRoute(person: number, people: Population, { paths }: World): number {
  const path = paths[people.route[person]];
  path.locate(people.x[person], people.z[person], people.piece[person], place);
  people.piece[person] = place.piece;
  return path.length - place.arc + place.distance;
}

function findWay(person: number, people: Population, { fields }: World): boolean {
  if (!fields.areNeeded) return false;
  return fields.get(fieldOf(person, people, fields)).sample(people.x[person], people.z[person], way);
}

/** Number of the flow field that leads to an agent's target. */
export function fieldOf(person: number, people: Population, fields: FlowFields): number {
  if (people.field[person] < 0) {
    people.field[person] = fields.numberOf(people.targetX[person], people.targetZ[person]);
  }
  return people.field[person];
}

/** Aims an agent at a point, metres, at a speed in metres a second. */
export function aimAt(
  x: number,
  z: number,
  speed: number,
  person: number,
  people: Population,
  { aimX, aimZ, aimDistance }: StepArrays,
): void {
  const dx = x - people.x[person];
  const dz = z - people.z[person];
  const distance = Math.sqrt(dx * dx + dz * dz);
  people.wishSpeed[person] = distance > 0 ? speed : 0;
  aimDistance[person] = distance;
  if (distance === 0) return;
  aimX[person] = dx / distance;
  aimZ[person] = dz / distance;
}

/** Makes an agent stand still, facing as before. */
export function aimNowhere(
  person: number,
  people: Population,
  { aimX, aimZ, aimDistance }: StepArrays,
): void {
  people.wishSpeed[person] = 0;
  aimX[person] = people.wishX[person];
  aimZ[person] = people.wishZ[person];
  aimDistance[person] = 0;
}

export function distanceTo(x: number, z: number, person: number, people: Population): number {
  const dx = x - people.x[person];
  const dz = z - people.z[person];
  return Math.sqrt(dx * dx + dz * dz);
}
