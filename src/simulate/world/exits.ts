import { INTENT, type Population } from '../population/population.js';
import type { Exit } from '../population/scenario.js';

/** Agents that pass a metre of door each second (Weidmann 1993, table 4: 1.1 to 1.6). */
const FLOW = 1.3;
/** Farthest distance at which queues are counted, metres. */
export const MAX_DISTANCE = 255;

/** The exits of a scenario, and the lengths of their queues. */
export class Exits {
  readonly all: readonly Exit[];
  /** For each exit and metre: the number of agents that leave by it and are nearer. */
  readonly #nearer: Uint32Array;

  constructor(all: readonly Exit[]) {
    this.all = all;
    this.#nearer = new Uint32Array(all.length * (MAX_DISTANCE + 1));
  }

  /** Counts the queues. */
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

  /** Seconds that an agent takes to leave by an exit: to walk there, or until the agents before it have left. */
  secondsBy(exit: number, distance: number, speed: number): number {
    const waiting = this.#nearer[placeOf(exit, distance)] / (FLOW * this.all[exit].width);
    return Math.max(distance / speed, waiting);
  }
}

/**
 * Index of a metre of an exit. Agents farther than {@link MAX_DISTANCE} count in its last metre; one more entry holds
 * the sum.
 */
function placeOf(exit: number, distance: number): number {
  return exit * (MAX_DISTANCE + 1) + Math.min(MAX_DISTANCE - 1, Math.max(0, Math.floor(distance)));
}
