import type { BackendName } from 'three-crowd';
import type { View } from '../scenes/index.js';
import type { Measure } from './statistics.js';

/** Settings of a run. */
export interface Plan {
  readonly counts: readonly number[];
  /** Ids. */
  readonly contenders: readonly string[];
  readonly backends: readonly BackendName[];
  readonly view: View;
  readonly shadows: boolean;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Rounds in which the contenders take turns. */
  readonly rounds: number;
  /** Frames of a round at most. */
  readonly frames: number;
  /** Seconds for one contender at one count, about; slow frames make for fewer of them. */
  readonly budget: number;
  /** Frames to draw at the end to see whether the heap grows; 0 for none. */
  readonly soak: number;
}

/** One contender on one backend at one count. */
export interface Entry {
  readonly contender: string;
  readonly title: string;
  readonly version: string;
  readonly backend: BackendName;
  readonly count: number;
  /** Why there are no numbers. */
  readonly error?: string;
  readonly measured?: Measured;
}

export interface Measured {
  /** Milliseconds from the first line of JavaScript until the GPU is done. */
  readonly frame: Measure;
  /** Milliseconds of JavaScript in it. */
  readonly script: Measure;
  /** Milliseconds by the GPU's own clock, where it has one: the sum of the passes. */
  readonly gpu?: Measure;
  /** Milliseconds of each pass by the same clock. */
  readonly passes?: Readonly<Record<string, Measure>>;
  /** Draw commands of a frame in all of its passes, the ground's included. */
  readonly draws: number;
  /** Absent where only the GPU knows. */
  readonly triangles?: number;
  /** Milliseconds from files in memory to the first finished frame. */
  readonly load: number;
  /** Bytes of JavaScript objects that it holds, where the browser tells. */
  readonly heap?: number;
  /** Heap sizes during long drawing, if the browser reports them. */
  readonly soak?: Soak;
  /** Picture as a data address. */
  readonly picture?: string;
}

/** The heap over a long time. */
export interface Soak {
  /** From one reading to the next. */
  readonly frames: number;
  /** Bytes, each after a collection. */
  readonly heaps: readonly number[];
}

/** A run, or as much of it as was done. */
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
