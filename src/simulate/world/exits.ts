import { INTENT, type Population } from '../population/population.js';
import type { Exit } from '../population/scenario.js';

/** People a second and metre of width that pass a door (Weidmann 1993, table 4: 1.1 to 1.6). */
const FLOW = 1.3;
/** Queues are counted by distance in steps of a metre, and no farther than this. */
export const MAX_DISTANCE = 255;

/** The exits of a scenario, and how many people are before each at present. */
export class Exits {
  readonly all: readonly Exit[];
  /** For each exit and metre: how many who want to leave by it are nearer. */
  readonly #nearer: Uint32Array;

  constructor(all: readonly Exit[]) {
    this.all = all;
    this.#nearer = new Uint32Array(all.length * (MAX_DISTANCE + 1));
  }

  /** Counts the queues anew. */
  count({ size, intent, exit, exitDistance }: Population): void {
    if (this.all.length === 0) return;
    const nearer = this.#nearer;
    nearer.fill(0);
    for (let i = 0; i < size; i++) {
      if (intent[i] === INTENT.exit && exit[i] >= 0) nearer[placeOf(exit[i], exitDistance[i]) + 1] += 1;
    }
    for (let place = 1; place < nearer.length; place++) {
      if (place % (MAX_DISTANCE + 1) !== 0) nearer[place] += nearer[place - 1];
    }
  }

  /** Seconds until someone is out by an exit: to walk there, or until those who are nearer have left. */
  secondsBy(exit: number, distance: number, speed: number): number {
    const waiting = this.#nearer[placeOf(exit, distance)] / (FLOW * this.all[exit].width);
    return Math.max(distance / speed, waiting);
  }
}

/** The last metre of an exit is where all who are still farther count, so that its place and the one after are its own. */
function placeOf(exit: number, distance: number): number {
  return exit * (MAX_DISTANCE + 1) + Math.min(MAX_DISTANCE - 1, Math.max(0, Math.floor(distance)));
}
