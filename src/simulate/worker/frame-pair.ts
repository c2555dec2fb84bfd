import { createFrame } from '../frame.js';
import type { SimulationSnapshot } from '../snapshot.js';

/** Two states that follow one another; see `FRAME`. */
export interface FramePair {
  previous: Float32Array<ArrayBuffer>;
  current: Float32Array<ArrayBuffer>;
  /** How many steps the later one is after the start. */
  steps: number;
  /** How many times the one who asks had gone elsewhere in time. */
  epoch: number;
}

/** What of a pair is shown: plain data, which can be kept. */
export type ShownFrames = Pick<FramePair, 'previous' | 'current' | 'steps'>;

/** What a driver goes on from, in the middle of a step: plain data. */
export interface DriverState {
  readonly snapshot: SimulationSnapshot;
  /** Time, in steps. */
  readonly clock: number;
  readonly shown: ShownFrames;
  /** The state after that, where it was known. */
  readonly next: ShownFrames | null;
}

/** @param size number of people */
export function createPair(size: number): FramePair {
  return { previous: createFrame(size), current: createFrame(size), steps: 0, epoch: 0 };
}

export function copyFrames({ previous, current, steps }: ShownFrames): ShownFrames {
  return { previous: previous.slice(), current: current.slice(), steps };
}

/** What is handed over with a pair, when it is sent to another thread. */
export function buffersOf({ previous, current }: FramePair): ArrayBuffer[] {
  return [previous.buffer, current.buffer];
}
