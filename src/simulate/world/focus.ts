import type { Point } from '../../math/index.js';
import { type Agents, firstDue, INTENT, nextDue, type Population } from '../population/population.js';
import { STEP_SECONDS } from '../population/steering-options.js';

/**
 * The part of the ground whose agents are stepped in full. Agents outside, the far ones, are updated at intervals, and their
 * state is that of their last update.
 */
export interface Focus {
  readonly points: readonly Point[];
  /** Distance from the nearest of the points, metres. */
  readonly radius: number;
}

/**
 * Steps in which the radius of an agent that was far grows from 0, so that contacts part it from others slowly. A few more, and
 * a second has passed, they overlap with nobody.
 */
export const JOIN_STEPS = 16;
/** Distance beyond the focus at which a near agent becomes a far one, metres. */
const MARGIN = 2;
/** Distance beyond which all agents count as equally far, metres. */
const FARTHEST = 10_000;

/** Lists the agents that are stepped in full. */
export function listNear({ size, intent, isFar }: Population, near: Agents): void {
  near.count = 0;
  for (let i = 0; i < size; i++) {
    near.list[near.count] = i;
    near.count += +(isFar[i] === 0 && intent[i] !== INTENT.gone);
  }
}

/** Sets the focus, whose radius in whole metres holds `nearest` agents or just more. Agents beyond it become far at once. */
export function startFocus(
  points: readonly Point[],
  nearest: number,
  people: Population,
  steps: number,
): Focus {
  const counts = new Uint32Array(FARTHEST + 1);
  for (let i = 0; i < people.size; i++) {
    if (people.intent[i] === INTENT.gone) continue;
    const distance = Math.sqrt(squaredDistance(points, people.x[i], people.z[i]));
    counts[Math.min(FARTHEST, Math.floor(distance))] += 1;
  }
  let radius = 0;
  for (let held = 0; held < nearest && radius < FARTHEST; radius++) held += counts[radius];
  const focus = { points, radius: radius < FARTHEST ? radius : Number.POSITIVE_INFINITY };
  for (let i = 0; i < people.size; i++) if (people.isFar[i] === 0) leaveFocus(people, i, focus, steps);
  return focus;
}

/** Makes all agents near. */
export function endFocus(people: Population, steps: number): void {
  for (let i = 0; i < people.size; i++) join(people, i, steps);
}

/** Makes far agents that have just been updated near, and others far, by their distance from the focus. */
export function applyFocus(people: Population, focus: Focus, steps: number): void {
  for (let i = firstDue(steps); i < people.size; i = nextDue(i)) {
    if (people.isFar[i] === 0) leaveFocus(people, i, focus, steps);
    else if (isWithin(focus, people, i, focus.radius)) join(people, i, steps);
  }
}

function leaveFocus(people: Population, person: number, focus: Focus, steps: number): void {
  const intent = people.intent[person];
  if (intent === INTENT.gone || intent === INTENT.manual) return;
  if (isWithin(focus, people, person, focus.radius + MARGIN)) return;
  people.isFar[person] = 1;
  people.updatedAt[person] = steps;
  // Frames have heading and speed, and no velocity.
  people.velocityX[person] = people.headingX[person] * people.shownSpeed[person];
  people.velocityZ[person] = people.headingZ[person] * people.shownSpeed[person];
}

/** Makes a far agent near. */
export function join(people: Population, person: number, steps: number): void {
  if (people.isFar[person] === 0) return;
  moveToNow(people, person, steps);
  people.isFar[person] = 0;
  people.joinSteps[person] = JOIN_STEPS;
}

/** Moves a far agent to where it has walked since its last update. */
export function moveToNow(people: Population, person: number, steps: number): void {
  const seconds = (steps - people.updatedAt[person]) * STEP_SECONDS;
  people.x[person] += people.velocityX[person] * seconds;
  people.z[person] += people.velocityZ[person] * seconds;
  people.distance[person] += people.shownSpeed[person] * seconds;
  people.updatedAt[person] = steps;
}

function isWithin({ points }: Focus, { x, z }: Population, person: number, radius: number): boolean {
  return squaredDistance(points, x[person], z[person]) < radius * radius;
}

function squaredDistance(points: readonly Point[], x: number, z: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k < points.length; k++) {
    const dx = points[k][0] - x;
    const dz = points[k][1] - z;
    least = Math.min(least, dx * dx + dz * dz);
  }
  return least;
}
