import { INTENT, isGoing, type Population } from '../population/population.js';
import type { Foresight } from '../population/steering-options.js';
import { avoidance, HORIZONS_SEEN } from './avoidance.js';
import type { NeighborGrid } from './neighbor-grid.js';
import type { StepArrays } from './step-arrays.js';

/** Half the width of the strip ahead that must be clear, as a fraction of the two radii. */
const STRIP_WIDTH = 0.8;
/** Share of that strip that an impatient agent gives up. */
const IMPATIENT_NARROWING = 0.6;
/** Seconds of being held up after which someone is as impatient as can be. */
export const PATIENCE_SECONDS = 1.5;
/**
 * Seconds that a standing agent holds up another one before that one pushes past. Lies between two steps.
 */
const PRESSING_SECONDS = 1.475;
/** Slower than this, metres a second, people look where they want to go instead of where they go. */
const MIN_LOOK_SPEED = 0.2;
/** Someone ahead who moves on leaves this many seconds of their own walk as further room. */
const FOLLOWING_SECONDS = 0.16;
/** Half the width of the strip ahead that is one's lane, metres: who comes the other way in it is in the way. */
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
/** The way someone looks, length 1. */
const BODY_LOOK_X = 5;
const BODY_LOOK_Z = 6;
/** Half the width of the strip ahead that must be clear, as a fraction of the two radii. */
const BODY_STRIP = 7;

// Whom one person sees ahead, as four pairs of sums: how many, and how far to the left they are, metres. The nearer someone
// is, the more they count. Bit 0 of a sum's number within the record is set for the second of a pair; further bits tell whom
// the pair is about.

/** Set for those in one's own lane, not set for those beside it. */
const NEAR_BIT = 1;
/** Set for those who go the same way, not set for those who come the other way. */
const SAME_BIT = 2;

/** Writes what others read of everyone, and which way each one looks. */
export function openEyes(
  people: Population,
  { count, order, x, z, velocityX, velocityZ, radius }: NeighborGrid,
  { bodies, sees, presses }: StepArrays,
): void {
  for (let s = 0; s < count; s++) {
    const i = order[s];
    // Between where one goes and where one wants to go.
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
 * True if an agent that stands, or steps back to its place, is in the way, or was when it was last seen. An agent that has waited
 * long enough then walks straight on. Standing agents make way (`make-way.ts`), or contacts move them aside
 * (`PRESSING_MOBILITY`).
 *
 * An agent that steps back to its place pushes past nobody: two agents that want one place would never come to rest.
 *
 * Without it, of 20 people sent out of 200 who gathered (2.6 a square metre) 6 arrive within three times as long as they walk
 * freely and 20 s, with it 20; of 100 sent out of 1,000, all. What was tried, of those 20 and of those 100: all who stand give
 * way to contacts as readily as who walks, or four times as readily (7, 6); who waits goes on at 0.3 m/s and avoids others as
 * before (7), which throws them back as fast as they press, or avoids nobody (7), and contacts move those who stand more (16);
 * and pressing only while one who stands is in the strip ahead (18 to 20, and 94), or nearer than a metre there (16 to 20, and
 * 65), where who is between two of them and sees neither stops. Strips that are not narrowed before those who stand (17, and
 * 100) hold up those who meet. Whoever has waited and has nobody in the strip presses (20, and 100): in front of walls, too,
 * where the hindmost then push those before them 0.1 mm round a wall's end.
 */
function isBarred(i: number, { ahead, intent, wishSpeed, isSettled, wishX, wishZ }: Population): boolean {
  const other = ahead[i];
  if (other < 0 || intent[i] === INTENT.stand) return false;
  // Who waits at a door is not pressed on from behind.
  const isWaiting = wishSpeed[other] === 0 && isSettled[other] === 0 && isGoing(intent[other]);
  if (isWaiting && wishX[i] * wishX[other] + wishZ[i] * wishZ[other] > 0) return false;
  return wishSpeed[other] === 0 || intent[other] === INTENT.stand;
}

/**
 * Records what the agent at index `s` of the order and each of the `found` agents of `arrays.near` see of each other.
 *
 * One long function without branches that are taken half the time, because it runs twenty-five times a person and step
 * and most of its time would go into branches that no processor foresees: a comparison becomes 0 or 1, which weighs a
 * sum or chooses its place. What was tried for 5,000 people at 1 a square metre, of 5.2 ms a step: each person looking
 * at all others with such branches (10.4), the sums of `s` in variables (5.4, too many for the registers), and looking
 * every second step only (a third less), with which two-way traffic at 1.5 a square metre locks in three seeds of five.
 * Then of 4.8 ms: collisions in a loop of their own (the same), so that engines check arrays once a person and not once a
 * pair, and each of the three parts in a loop of its own (16 % more). And in one process with what it was before: how hard a
 * collision is avoided handed over through memory, so that no number is allocated, with arrays in variables where frames are
 * written and velocities turned, and an arctangent of one polynomial (0.6 % less to 2.6 % more).
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
    // The clear distance to who is inside the strip.
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

/** Metres that are free before someone ahead, with the room that they leave when they move on. */
function clearDistance(along: number, across: number, touch: number, forward: number): number {
  return along - Math.sqrt(touch * touch - across * across) + FOLLOWING_SECONDS * Math.max(0, forward);
}

/** Draws the conclusions from all meetings. */
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
