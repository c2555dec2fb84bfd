import { createFrame, writePerson } from '../population/frame.js';
import { INTENT, Population } from '../population/population.js';
import type { Person, Scenario } from '../population/scenario.js';
import type { SimulationEvent } from '../running-simulation.js';
import type { SimulationSnapshot } from '../simulation.js';
import { Ground } from '../world/ground.js';

/** Two consecutive states; see `FRAME`. */
export interface FramePair {
  previous: Float32Array<ArrayBuffer>;
  current: Float32Array<ArrayBuffer>;
  /** Steps from the start to the later state. */
  steps: number;
  /** Counter of the driver that `resume` increments. Frames with an older value are discarded. */
  epoch: number;
}

/** The saved part of a pair: plain data. */
type ShownFrames = Pick<FramePair, 'previous' | 'current' | 'steps'>;

/**
 * Saved state of a driver: plain data.
 *
 * @experimental
 */
export interface DriverState {
  readonly snapshot: SimulationSnapshot;
  /** Time, in steps. */
  readonly clock: number;
  readonly shown: ShownFrames;
  /** The state after the shown one, if it was known or under way. */
  next: ShownFrames | null;
  /** Events that `takeEvents` has not returned yet. */
  readonly events: SimulationEvent[];
}

/** @param size number of agents */
export function createPair(size: number): FramePair {
  return { previous: createFrame(size), current: createFrame(size), steps: 0, epoch: 0 };
}

export function copyFrames({ previous, current, steps }: ShownFrames): ShownFrames {
  return { previous: previous.slice(), current: current.slice(), steps };
}

/** Buffers that are transferred with a pair to another thread. */
export function buffersOf({ previous, current }: FramePair): ArrayBuffer[] {
  return [previous.buffer, current.buffer];
}

/** Writes the initial states of agents into a frame, from index `first` on. */
export function writeBeginners(
  beginners: readonly Person[],
  scenario: Pick<Scenario, 'seed' | 'terrain' | 'heights'>,
  frame: Float32Array,
  first = 0,
): void {
  const people = new Population(beginners);
  beginners.forEach(({ goal }, i) => {
    people.intent[i] = INTENT[goal.kind];
  });
  new Ground(scenario).measure(people, { list: Uint32Array.from(beginners.keys()), count: people.size });
  beginners.forEach((_, i) => {
    writePerson(people, i, frame, first + i);
  });
}
