import type { Exit, Wall } from '../simulate/index.js';

/** Options of the simulation that moves a crowd. */
export interface MotionOptions {
  /**
   * Runs the simulation in a worker. Where the page cannot start one, the simulation runs on the main thread, with one
   * warning.
   *
   * @default true
   */
  readonly worker?: boolean;
  /**
   * Walls that characters walk round: `[fromX, fromZ, toX, toZ]` each, metres in the crowd's space.
   *
   * @default []
   */
  readonly walls?: readonly Wall[];
  /**
   * Exits for `crowd.motion.exit`: a point behind each door, within the recipe's boundary, and the width of the door, metres
   * in the crowd's space.
   *
   * @default []
   */
  readonly exits?: readonly Exit[];
  /**
   * Walking speed of the characters of a bucket, as a multiple of the recipe's: `{ elder: 0.7 }`.
   *
   * @default 1 for every bucket
   */
  readonly bucketSpeeds?: Readonly<Record<string, number>>;
  /**
   * Number of characters, the nearest to a camera, that are simulated in full in a larger crowd. The others walk to their goals as
   * well, round walls and obstacles, but through one another, and straight on for half a second at a time. Above 0;
   * `Infinity` simulates everybody in full.
   *
   * @default 5000
   */
  readonly nearest?: number;
}
