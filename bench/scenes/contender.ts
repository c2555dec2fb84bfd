import type { BackendName } from 'three-crowd';
import type { PassTimes } from '../measure/pass-clock.js';
import type { SceneCharacters } from './characters.js';
import type { Stage } from './stage.js';

/** One way to draw the crowd. */
export interface Contender {
  /** Name in `?contenders=`. */
  readonly id: string;
  readonly title: string;
  readonly version: string;
  readonly documentation: string;
  /** Setup of the contender, so that readers can judge if it is fair. */
  readonly setup: string;
  readonly backends: readonly BackendName[];
  /** Builds the scene from files that are in memory already; it is drawn first by the caller. */
  create(people: SceneCharacters, stage: Stage): Promise<ContenderScene>;
}

/** A contender at work, on the canvas of its stage. */
export interface ContenderScene {
  /** GPU and driver, as its API names them. */
  readonly adapter: string;
  /** Triangles of a frame, where they are known without looking at the draw commands. */
  readonly triangles?: number;
  /** Poses everybody for a time of the clock and hands the frame to the GPU; all of its JavaScript. */
  draw(seconds: number): void;
  /** Ends when the GPU is done with the frame. */
  finish(): Promise<void>;
  /** Draws a frame under the GPU's own clock, milliseconds of each pass; absent where there is none. */
  timeOnGpu?(seconds: number): Promise<PassTimes | undefined>;
  dispose(): void;
}
