import { atan2, sinCos } from '../math/index.js';
import type { Person } from './scenario.js';

/** Codes of `Population.intent`. */
export const INTENT = {
  gone: 0,
  stand: 1,
  wander: 2,
  follow: 3,
  go: 4,
  gather: 5,
  accompany: 6,
  flee: 7,
  placed: 8,
  march: 9,
} as const;

/**
 * Everybody's state: one array a quantity, one entry a person. All that a step reads of the steps before it is here,
 * so that copying these arrays takes a snapshot.
 *
 * Places are kept in double precision: a velocity is the difference of two places over a twentieth of a second, and
 * single precision would make it jitter by a millimetre a second a kilometre from the origin.
 */
export class Population {
  readonly size: number;
  /** Metres. */
  readonly x: Float64Array;
  readonly z: Float64Array;
  /** Metres a second. */
  readonly velocityX: Float64Array;
  readonly velocityZ: Float64Array;
  /** The way the body faces, length 1. */
  readonly headingX: Float64Array;
  readonly headingZ: Float64Array;
  /** The way someone wants to go, length 1; turns towards what the goal says at a human rate. */
  readonly wishX: Float64Array;
  readonly wishZ: Float64Array;
  /** The speed wanted at present, metres a second. */
  readonly wishSpeed: Float64Array;
  /** Metres. */
  readonly radius: Float64Array;
  /** Speed on open ground, metres a second. */
  readonly preferredSpeed: Float64Array;
  /** Length of the way walked so far, metres. */
  readonly distance: Float64Array;
  /** Speed as frames show it: the realised one, smoothed, metres a second. */
  readonly shownSpeed: Float64Array;
  /** Rise over run of the way walked last, smoothed. */
  readonly slope: Float64Array;
  /** Height of the ground, metres. */
  readonly height: Float64Array;
  /** For how long someone has been held up, seconds. */
  readonly wait: Float64Array;
  /** Clear distance to who or what is in the way, metres. */
  readonly gap: Float64Array;
  /** Who is in the way; −1 for nobody. */
  readonly ahead: Int32Array;
  /** 1 for someone whose legs move. */
  readonly isWalking: Uint8Array;
  /** 1 for someone who reached what they were going to and stopped, or who is placed with a heading. */
  readonly isSettled: Uint8Array;
  /** 1 once someone was reported to be blocked, until they move on. */
  readonly isReported: Uint8Array;

  /** What someone is about: one of {@link INTENT}, and its particulars below. */
  readonly intent: Uint8Array;
  /** A point on the ground, metres: goal, or place to return to. */
  readonly targetX: Float64Array;
  readonly targetZ: Float64Array;
  /** How near to the target counts as there, or how far from it to flee, metres. */
  readonly reach: Float64Array;
  /** 1 for someone who leaves on arrival. */
  readonly leaves: Uint8Array;
  /** How many places a wanderer has been to. */
  readonly visits: Uint32Array;
  readonly path: Int32Array;
  readonly direction: Int8Array;
  /** The piece of the path that someone is beside. */
  readonly piece: Int32Array;
  /** The piece of the boundary's path that someone is beside. */
  readonly edgePiece: Int32Array;
  /** Whom someone accompanies, or the number of the formation that they march in. */
  readonly leader: Int32Array;
  /** Metres to the left and to the front of that one, or of the formation's first rank. */
  readonly slotLeft: Float64Array;
  readonly slotAhead: Float64Array;
  /** The intent to go back to after fleeing. */
  readonly intentBefore: Uint8Array;
  /** The point to flee from, metres. */
  readonly dangerX: Float64Array;
  readonly dangerZ: Float64Array;
  /** The flow field that leads to the target; −1 for a straight line. */
  readonly field: Int32Array;

  constructor(people: readonly Person[]) {
    const size = people.length;
    const numbers = (): Float64Array => new Float64Array(size);
    const whole = (): Int32Array => new Int32Array(size);
    const flags = (): Uint8Array => new Uint8Array(size);
    this.size = size;
    this.x = Float64Array.from(people, ({ x }) => x);
    this.z = Float64Array.from(people, ({ z }) => z);
    this.velocityX = numbers();
    this.velocityZ = numbers();
    this.headingX = Float64Array.from(people, ({ heading }) => sinCos(heading)[0]);
    this.headingZ = Float64Array.from(people, ({ heading }) => sinCos(heading)[1]);
    this.wishX = this.headingX.slice();
    this.wishZ = this.headingZ.slice();
    this.wishSpeed = numbers();
    this.radius = Float64Array.from(people, ({ radius }) => radius);
    this.preferredSpeed = Float64Array.from(people, ({ speed }) => speed);
    this.distance = numbers();
    this.shownSpeed = numbers();
    this.slope = numbers();
    this.height = numbers();
    this.wait = numbers();
    this.gap = numbers().fill(Number.POSITIVE_INFINITY);
    this.ahead = whole().fill(-1);
    this.isWalking = flags();
    this.isSettled = flags();
    this.isReported = flags();
    this.intent = flags();
    this.targetX = this.x.slice();
    this.targetZ = this.z.slice();
    this.reach = numbers();
    this.leaves = flags();
    this.visits = new Uint32Array(size);
    this.path = whole().fill(-1);
    this.direction = new Int8Array(size).fill(1);
    this.piece = whole();
    this.edgePiece = whole();
    this.leader = whole().fill(-1);
    this.slotLeft = numbers();
    this.slotAhead = numbers();
    this.intentBefore = flags();
    this.dangerX = numbers();
    this.dangerZ = numbers();
    this.field = whole().fill(-1);
  }

  /** The way someone faces, radians about Y in (−π, π]. */
  headingOf(person: number): number {
    return atan2(this.headingX[person], this.headingZ[person]);
  }
}
