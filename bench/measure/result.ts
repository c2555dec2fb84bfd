import type { BackendName } from 'three-crowd';
import type { View } from '../scenes/index.js';
import type { Measure } from './statistics.js';

/** Settings of a run. */
export interface Plan {
  readonly counts: readonly number[];
  /** Ids of the contenders. */
  readonly contenders: readonly string[];
  readonly backends: readonly BackendName[];
  readonly view: View;
  readonly shadows: boolean;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Rounds in which the contenders take turns. */
  readonly rounds: number;
  /** Maximum number of frames in a round. */
  readonly frames: number;
  /** Approximate time for one contender at one count, seconds. Slow contenders draw fewer frames. */
  readonly budget: number;
  /** Number of frames over which heap growth is measured at the end; 0 for none. */
  readonly soak: number;
}

/** One contender on one backend at one count. */
export interface Entry {
  readonly contender: string;
  readonly title: string;
  readonly version: string;
  readonly backend: BackendName;
  readonly count: number;
  /** Reason why there are no numbers. */
  readonly error?: string;
  readonly measured?: Measured;
}

export interface Measured {
  /** Milliseconds from the first line of JavaScript until the GPU is done. */
  readonly frame: Measure;
  /** Milliseconds of JavaScript in the frame. */
  readonly script: Measure;
  /** GPU time of all passes, milliseconds, if the GPU has a timer. */
  readonly gpu?: Measure;
  /** GPU time of each pass, milliseconds. */
  readonly passes?: Readonly<Record<string, Measure>>;
  /** Draw commands of a frame, in all passes and with the ground. */
  readonly draws: number;
  /** Absent if only the GPU knows the count. */
  readonly triangles?: number;
  /** Milliseconds from files in memory to the first finished frame. */
  readonly load: number;
  /** Bytes of JavaScript objects, if the browser reports them. */
  readonly heap?: number;
  /** Heap sizes during long drawing, if the browser reports them. */
  readonly soak?: Soak;
  /** Picture as a data address. */
  readonly picture?: string;
}

/** Heap sizes while many frames are drawn. */
export interface Soak {
  /** Number of frames between readings. */
  readonly frames: number;
  /** Bytes, each after a collection. */
  readonly heaps: readonly number[];
}

/** A complete or interrupted run. */
export interface Result {
  readonly format: 1;
  /** RFC 3339. */
  readonly date: string;
  readonly browser: string;
  readonly adapters: Partial<Record<BackendName, string>>;
  /** Logical processors. */
  readonly processors: number;
  readonly plan: Plan;
  readonly entries: readonly Entry[];
  readonly isComplete: boolean;
}
