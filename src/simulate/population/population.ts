import { atan2, resized, sinCos } from '../../math/index.js';
import type { Person } from './scenario.js';
import { FAR_STEPS } from './steering-options.js';

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
  manual: 8,
  march: 9,
  exit: 10,
} as const;

/**
 * State of all agents: one array per quantity, one entry per agent. A step reads nothing else of earlier steps, so that copies of
 * these arrays are a snapshot.
 *
 * Places are kept in double precision: a velocity is the difference of two places over a twentieth of a second, and
 * single precision would make it jitter by a millimetre a second a kilometre from the origin.
 */
export class Population {
  /** Metres. */
  readonly x = new Float64Array();
  readonly z = new Float64Array();
  /** Metres a second. */
  readonly velocityX = new Float64Array();
  readonly velocityZ = new Float64Array();
  /** Direction of the body, length 1. */
  readonly headingX = new Float64Array();
  readonly headingZ = new Float64Array();
  /** Direction that a standing agent turns back to, length 1, after it has stepped aside or was pushed. */
  readonly standingX = new Float64Array();
  readonly standingZ = new Float64Array();
  /** Wanted direction, length 1. It turns towards the aim at a human rate. */
  readonly wishX = new Float64Array();
  readonly wishZ = new Float64Array();
  /** Wanted speed, metres a second. */
  readonly wishSpeed = new Float64Array();
  /** Metres. */
  readonly radius = new Float64Array();
  /** Speed on open ground, metres a second. */
  readonly preferredSpeed = new Float64Array();
  /** Length of the way walked so far, metres. */
  readonly distance = new Float64Array();
  /** Speed as frames show it: the realised one, smoothed, metres a second. */
  readonly shownSpeed = new Float64Array();
  /** Rise over run of the way walked last, smoothed. */
  readonly slope = new Float64Array();
  /** Height of the ground, metres. */
  readonly height = new Float64Array();
  /** Seconds of being held up. */
  readonly wait = new Float64Array();
  /** Clear distance to the agent or obstacle ahead, metres. */
  readonly gap = new Float64Array();
  /** Agent that is in the way, or the last one while this agent is held up; −1 for none. */
  readonly ahead = new Int32Array();
  /** 1 for an agent whose legs move. */
  readonly isWalking = new Uint8Array();
  /** 1 for an agent that has reached its goal and stopped, or that the page has placed with a heading. */
  readonly isSettled = new Uint8Array();
  /** 1 for an agent that slows down to stand. */
  readonly isStopping = new Uint8Array();
  /** 1 for an agent that was reported as blocked, until it moves on. */
  readonly isReported = new Uint8Array();
  /** 1 for an agent that is updated at intervals; see `focus.ts`. */
  readonly isFar = new Uint8Array();
  /** Number of the step after which a far agent was at its place; it has walked on at its velocity since. */
  readonly updatedAt = new Uint32Array();
  /** Steps until an agent that was far before has its full radius. */
  readonly joinSteps = new Uint8Array();

  /** Intent, one of {@link INTENT}. Its parameters follow below. */
  readonly intent = new Uint8Array();
  /** A point on the ground, metres: goal, or place to return to. */
  readonly targetX = new Float64Array();
  readonly targetZ = new Float64Array();
  /** The point that a standing agent was sent to and has reached, metres; infinite for none. */
  readonly reachedX = new Float64Array();
  readonly reachedZ = new Float64Array();
  /** Distance to the target that counts as arrived, metres. */
  readonly reach = new Float64Array();
  /** 1 for an agent that is removed on arrival. */
  readonly removesOnArrival = new Uint8Array();
  /** Places that a wanderer has visited; for an exiting agent, steps until it looks for a better exit. */
  readonly visits = new Uint32Array();
  readonly path = new Int32Array();
  /** The path that leads to the target; −1 for the straight line or the flow field. */
  readonly route = new Int32Array();
  readonly direction = new Int8Array();
  /** The piece of the path that an agent is beside. */
  readonly piece = new Int32Array();
  /** The piece of the path of the boundary that an agent is beside. */
  readonly edgePiece = new Int32Array();
  /** Leader of a companion, or number of the formation that an agent marches in. */
  readonly leader = new Int32Array();
  /** Place relative to the leader, or to the first rank of the formation: metres to the left and ahead. */
  readonly slotLeft = new Float64Array();
  readonly slotAhead = new Float64Array();
  /** The intent to go back to after fleeing. */
  readonly intentBefore = new Uint8Array();
  /** The point to flee from, and how far, metres. */
  readonly dangerX = new Float64Array();
  readonly dangerZ = new Float64Array();
  readonly dangerRadius = new Float64Array();
  /** The exit that an agent leaves by, −1 for none yet, and metres to it. */
  readonly exit = new Int32Array();
  readonly exitDistance = new Float64Array();
  /**
   * The flow field that leads to the target; −1 for a straight line, or one that is looked up again. Not part of a copy, since
   * each simulation numbers its fields in the order in which it makes them.
   */
  readonly field = new Int32Array();

  constructor(people: readonly Person[]) {
    this.resize(people.length);
    people.forEach((description, person) => {
      this.#fill(person, description);
    });
  }

  /** Number of places for agents, removed ones included. */
  get size(): number {
    return this.x.length;
  }

  /** Sets the number of places. New ones are empty. */
  resize(size: number): void {
    const before = this.size;
    const arrays = stateArrays(this).map(([name, array]) => [name, resized(array, size)]);
    Object.assign(this, Object.fromEntries(arrays));
    // Directions have length 1, those of empty places included.
    for (const ahead of [this.headingZ, this.standingZ, this.wishZ]) ahead.fill(1, Math.min(before, size));
  }

  /** Sets up an agent at an index, without a goal yet. Nothing of an earlier agent remains. */
  set(person: number, description: Person): void {
    for (const [, array] of stateArrays(this)) array[person] = 0;
    this.#fill(person, description);
  }

  #fill(person: number, { x, z, heading, radius, speed }: Person): void {
    const [sin, cos] = sinCos(heading);
    this.x[person] = x;
    this.z[person] = z;
    this.headingX[person] = sin;
    this.headingZ[person] = cos;
    this.standingX[person] = sin;
    this.standingZ[person] = cos;
    this.wishX[person] = sin;
    this.wishZ[person] = cos;
    this.radius[person] = radius;
    this.preferredSpeed[person] = speed;
    this.gap[person] = Number.POSITIVE_INFINITY;
    this.reachedX[person] = Number.POSITIVE_INFINITY;
    this.reachedZ[person] = Number.POSITIVE_INFINITY;
    this.direction[person] = 1;
    this.ahead[person] = -1;
    this.path[person] = -1;
    this.edgePiece[person] = -1;
    this.leader[person] = -1;
    this.route[person] = -1;
    this.exit[person] = -1;
    this.field[person] = -1;
    this.targetX[person] = x;
    this.targetZ[person] = z;
  }

  /** Heading, radians about Y in (−π, π]. */
  headingOf(person: number): number {
    return atan2(this.headingX[person], this.headingZ[person]);
  }
}

/** Indices of agents, ascending, in the first `count` places of `list`. */
export interface Agents {
  readonly list: Uint32Array;
  count: number;
}

/** Consecutive agents that are updated in the same step, so that their rows are read and uploaded together. */
const BLOCK = 64;

/** Index of the first agent that is updated in a step if it is far; {@link nextDue} has the others. */
export function firstDue(steps: number): number {
  return (steps % FAR_STEPS) * BLOCK;
}

export function nextDue(person: number): number {
  const next = person + 1;
  return next % BLOCK === 0 ? next + (FAR_STEPS - 1) * BLOCK : next;
}

/** An array with one entry per agent. */
export type StateArray = Float64Array | Int32Array | Uint32Array | Uint8Array | Int8Array;

/** The arrays of a population by name: all of its state. */
function stateArrays(people: Population): [name: string, array: StateArray][] {
  return Object.entries(people).filter((entry): entry is [string, StateArray] =>
    ArrayBuffer.isView(entry[1]),
  );
}

export function copyPopulation(people: Population): Record<string, StateArray> {
  const { field, ...arrays } = Object.fromEntries(stateArrays(people));
  return Object.fromEntries(Object.entries(arrays).map(([name, array]) => [name, array.slice()]));
}

/** Restores a copy of {@link copyPopulation}. */
export function restorePopulation(people: Population, copy: Readonly<Record<string, StateArray>>): void {
  people.resize(copy['x'].length);
  for (const [name, array] of stateArrays(people)) array.set(copy[name] ?? []);
  people.field.fill(-1);
}

/** True for the intents of agents that walk to a place on their own. */
export function isGoing(intent: number): boolean {
  return (
    intent === INTENT.go || intent === INTENT.gather || intent === INTENT.exit || intent === INTENT.wander
  );
}
