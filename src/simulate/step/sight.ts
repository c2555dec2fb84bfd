import { INTENT, type Population } from '../population/population.js';
import type { Foresight } from '../population/steering-options.js';
import { avoidance, HORIZONS_SEEN } from './avoidance.js';
import type { NeighborGrid } from './neighbor-grid.js';
import type { StepArrays } from './step-arrays.js';

/** Half the width of the strip ahead that must be clear, as a fraction of the two radii. */
const STRIP_WIDTH = 0.8;
/** Share of that strip that an impatient agent gives up. */
const IMPATIENT_NARROWING = 0.6;
/** Seconds of being held up at which impatience is complete. */
export const PATIENCE_SECONDS = 1.5;
/**
 * Seconds that a standing agent holds up another one before that one pushes past. Lies between two steps.
 */
const PRESSING_SECONDS = 1.475;
/** Speed below which agents look in the wanted direction instead of their direction of movement, metres a second. */
const MIN_LOOK_SPEED = 0.2;
/** Seconds of the walk of the agent ahead that count as further clear distance, since it moves on. */
const FOLLOWING_SECONDS = 0.16;
/** Half the width of a lane, metres. An agent that comes the other way inside the lane counts as in the way. */
const LANE_WIDTH = 1.2;
/** Velocities and squared distances to a collision that are smaller than these come from rounding. */
const MIN_SQUARED_SPEED = 1e-6;
const MIN_DISCRIMINANT = 1e-9;

// The layout of records is known to this file alone, because engines compile constants of one file into the code, whereas
// they load and check exported ones at every use: with these in a file of their own a step took 8 % longer.

/** Records of both kinds have 8 numbers a person: the record of place s of the order begins at `s << RECORD_SHIFT`. */
const RECORD_SHIFT = 3;

// Layout of a record of one agent that the others read. With one array per quantity, or as properties of an object, the same loop
// takes a twentieth longer.

/** Metres. */
const BODY_X = 0;
const BODY_Z = 1;
/** Metres a second. */
const BODY_VELOCITY_X = 2;
const BODY_VELOCITY_Z = 3;
/** Metres. */
const BODY_RADIUS = 4;
/** Direction of view, length 1. */
const BODY_LOOK_X = 5;
const BODY_LOOK_Z = 6;
/** Half the width of the strip ahead that must be clear, as a fraction of the two radii. */
const BODY_STRIP = 7;

// Sums over the agents ahead of one, as four pairs: how many, and how far to the left, metres. Nearer agents count
// more. Bit 0 of the index of a sum is set for the second of a pair; two more bits tell the pairs apart.

/** Set for agents in the lane, clear for those beside it. */
const NEAR_BIT = 1;
/** Set for agents that go the same way, clear for those that come the other way. */
const SAME_BIT = 2;

/** Writes the records that other agents read, and decides who looks about and who presses on. */
export function openEyes(
  people: Population,
  { count, order, x, z, velocityX, velocityZ, radius }: NeighborGrid,
  { bodies, sees, presses }: StepArrays,
): void {
  for (let s = 0; s < count; s++) {
    const i = order[s];
    // Half way between the directions of movement and of the wish.
    let lookX = people.wishX[i];
    let lookZ = people.wishZ[i];
    const speed = Math.sqrt(velocityX[s] * velocityX[s] + velocityZ[s] * velocityZ[s]);
    if (speed > MIN_LOOK_SPEED) {
      const sumX = velocityX[s] / speed + lookX;
      const sumZ = velocityZ[s] / speed + lookZ;
      const length = Math.sqrt(sumX * sumX + sumZ * sumZ);
      if (length > MIN_LOOK_SPEED) {
        lookX = sumX / length;
        lookZ = sumZ / length;
      }
    }
    const impatience = Math.min(1, people.wait[i] / PATIENCE_SECONDS);
    const body = s << RECORD_SHIFT;
    bodies[body + BODY_X] = x[s];
    bodies[body + BODY_Z] = z[s];
    bodies[body + BODY_VELOCITY_X] = velocityX[s];
    bodies[body + BODY_VELOCITY_Z] = velocityZ[s];
    bodies[body + BODY_RADIUS] = radius[s];
    bodies[body + BODY_LOOK_X] = lookX;
    bodies[body + BODY_LOOK_Z] = lookZ;
    bodies[body + BODY_STRIP] = STRIP_WIDTH * (1 - IMPATIENT_NARROWING * impatience);
    sees[s] = people.wishSpeed[i] > 0 ? 1 : 0;
    presses[s] = sees[s] === 1 && people.wait[i] > PRESSING_SECONDS && isBarred(i, people) ? 1 : 0;
  }
}

/**
 * True if a standing agent, or one that waits, is in the way, or was when it was last seen. An agent that has waited
 * long enough then walks straight on. Standing agents make way (`make-way.ts`), or contacts move them aside
 * (`PRESSING_MOBILITY`).
 *
 * An agent that steps back to its place presses past nobody: two agents that want one place would never come to rest.
 *
 * Notes: of 20 people sent out of 200 who gathered (2.6 a square metre), all arrive, and of 100 out of 1,000, all;
 * without pressing, 6 of the 20. Rejected: standing agents that give way to contacts more readily (7 and 6 of 20),
 * walking on at 0.3 m/s (7), pressing only while a standing agent is in the strip ahead (18 to 20, and 94 of 100).
 * Rejected: strips that do not narrow (they hold up agents that meet), and pressing without anybody ahead (at walls,
 * agents push others round the end).
 */
function isBarred(i: number, { ahead, intent, wishSpeed }: Population): boolean {
  const other = ahead[i];
  if (other < 0 || intent[i] === INTENT.stand) return false;
  return wishSpeed[other] === 0 || intent[other] === INTENT.stand;
}

/**
 * Records what the agent at index `s` of the order and each of the `found` agents of `arrays.near` see of each other.
 *
 * One long function without unpredictable branches, because it runs twenty-five times per agent and step: a comparison
 * becomes 0 or 1, which is a weight in a sum or part of an index.
 *
 * Notes, for 5,000 agents at 1 a square metre, of 5.2 ms a step. Rejected: branches, and each agent looking at all
 * others (10.4 ms); the sums of `s` in variables (5.4 ms); looking every second step (3.5 ms, but two-way traffic at
 * 1.5 a square metre locks in three seeds of five); collisions in a loop of their own (the same); one loop for each of
 * the three parts (16 % more).
 *
 * @param shift how far the others lie beyond the end of the ground, metres
 */
export function meet(
  s: number,
  found: number,
  shift: number,
  { near, bodies, lanes, gap, ahead, following, avoidX, avoidZ }: StepArrays,
  { timeHorizon, range }: Foresight,
): void {
  const body = s << RECORD_SHIFT;
  const x = bodies[body + BODY_X];
  const z = bodies[body + BODY_Z] - shift;
  const ux = bodies[body + BODY_VELOCITY_X];
  const uz = bodies[body + BODY_VELOCITY_Z];
  const radius = bodies[body + BODY_RADIUS];
  const lookX = bodies[body + BODY_LOOK_X];
  const lookZ = bodies[body + BODY_LOOK_Z];
  const strip = bodies[body + BODY_STRIP];
  const perSquaredRange = 1 / (range * range);
  const farthestTime = HORIZONS_SEEN * timeHorizon;
  let forceX = 0;
  let forceZ = 0;

  for (let n = 0; n < found; n++) {
    const t = near[n];
    const other = t << RECORD_SHIFT;
    const dx = x - bodies[other + BODY_X];
    const dz = z - bodies[other + BODY_Z];
    const otherUx = bodies[other + BODY_VELOCITY_X];
    const otherUz = bodies[other + BODY_VELOCITY_Z];
    const otherLookX = bodies[other + BODY_LOOK_X];
    const otherLookZ = bodies[other + BODY_LOOK_Z];
    const squared = dx * dx + dz * dz;
    const touch = radius + bodies[other + BODY_RADIUS];
    const weight = 1 - squared * perSquaredRange;
    const same = +(lookX * otherLookX + lookZ * otherLookZ > 0) << SAME_BIT;

    // Agent s sees agent t; `across` is positive if t is to the right.
    const along = -(dx * lookX + dz * lookZ);
    const across = dx * lookZ - dz * lookX;
    const sum = body | same | (+(Math.abs(across) < LANE_WIDTH) << NEAR_BIT);
    const seen = weight * (+(along > 0) | 0);
    lanes[sum] += seen;
    lanes[sum + 1] -= seen * across;
    // Clear distance to agents inside the strip.
    if (Math.abs(across) < touch * strip && along > 0) {
      const forward = otherUx * lookX + otherUz * lookZ;
      const clear = clearDistance(along, across, touch, forward);
      if (clear < gap[s]) {
        gap[s] = clear;
        ahead[s] = t;
        following[s] = forward;
      }
    }

    // Agent t sees agent s.
    const otherAlong = dx * otherLookX + dz * otherLookZ;
    const otherAcross = dz * otherLookX - dx * otherLookZ;
    const otherSum = other | same | (+(Math.abs(otherAcross) < LANE_WIDTH) << NEAR_BIT);
    const otherSeen = weight * (+(otherAlong > 0) | 0);
    lanes[otherSum] += otherSeen;
    lanes[otherSum + 1] -= otherSeen * otherAcross;
    if (Math.abs(otherAcross) < touch * bodies[other + BODY_STRIP] && otherAlong > 0) {
      const forward = ux * otherLookX + uz * otherLookZ;
      const clear = clearDistance(otherAlong, otherAcross, touch, forward);
      if (clear < gap[t]) {
        gap[t] = clear;
        ahead[t] = s;
        following[t] = forward;
      }
    }

    // The time until two discs that keep their velocities touch: the smaller root of a τ² + 2 b τ + c = 0.
    const vx = ux - otherUx;
    const vz = uz - otherUz;
    const a = vx * vx + vz * vz;
    const b = dx * vx + dz * vz;
    const c = squared - touch * touch;
    // Few pairs collide, so that this branch, which takes the sign of b with the discriminant, is foreseen.
    if (-b * Math.abs(b) <= a * c + MIN_DISCRIMINANT) continue;
    if (b >= 0 || c <= 0 || a < MIN_SQUARED_SPEED) continue;
    const root = Math.sqrt(b * b - a * c);
    const time = (-b - root) / a;
    if (time > farthestTime) continue;
    const strength = avoidance(time, timeHorizon) / a;
    const pushX = strength * (vx - (a * dx - b * vx) / root);
    const pushZ = strength * (vz - (a * dz - b * vz) / root);
    forceX -= pushX;
    forceZ -= pushZ;
    avoidX[t] += pushX;
    avoidZ[t] += pushZ;
  }
  avoidX[s] += forceX;
  avoidZ[s] += forceZ;
}

/** Clear distance to an agent ahead, metres, plus the room that it leaves when it moves on. */
function clearDistance(along: number, across: number, touch: number, forward: number): number {
  return along - Math.sqrt(touch * touch - across * across) + FOLLOWING_SECONDS * Math.max(0, forward);
}

/** Turns the sums of all meetings into forces and sides. */
export function closeEyes({ count }: NeighborGrid, arrays: StepArrays): void {
  const { sees, presses, lanes, lane, gap, ahead, forceX, forceZ, avoidX, avoidZ } = arrays;
  for (let s = 0; s < count; s++) {
    if (sees[s] === 0) {
      gap[s] = Number.POSITIVE_INFINITY;
      ahead[s] = -1;
      continue;
    }
    if (presses[s] === 1) {
      gap[s] = Number.POSITIVE_INFINITY;
      continue;
    }
    forceX[s] += avoidX[s];
    forceZ[s] += avoidZ[s];
    const sums = s << RECORD_SHIFT;
    const oppositeNear = lanes[sums + 2];
    const sameNear = lanes[sums + 6];
    const same = lanes[sums + 4] + sameNear;
    if (oppositeNear === 0 || same === 0) continue;
    const opposite = lanes[sums] + oppositeNear;
    const oppositeLeft = lanes[sums + 1] + lanes[sums + 3];
    const sameLeft = lanes[sums + 5] + lanes[sums + 7];
    // An agent keeps its lane if that is free. If a quarter or more of the agents in it come the other way, it moves to the side of
    // all agents that go its way. Judged by the lane alone, 1.5 agents a square metre lock.
    const crossing = Math.min(1, (4 * oppositeNear) / (sameNear + oppositeNear));
    const left = sameLeft / same - oppositeLeft / opposite;
    lane[s] = crossing * Math.min(1, Math.max(-1, left));
  }
}
