import type { BackendName } from 'three-crowd';
import type { PassTimes } from '../measure/pass-clock.js';
import type { SceneCharacters } from './characters.js';
import type { Stage } from './stage.js';

/** One way to draw the crowd. */
export interface Contender {
  /** Id in `?contenders=`. */
  readonly id: string;
  readonly title: string;
  readonly version: string;
  readonly documentation: string;
  /** Setup of the contender, so that readers can judge if it is fair. */
  readonly setup: string;
  readonly backends: readonly BackendName[];
  /** Builds the scene from files in memory, without drawing it. */
  create(people: SceneCharacters, stage: Stage): Promise<ContenderScene>;
}

/** The scene of a contender, on the canvas of its stage. */
export interface ContenderScene {
  /** GPU and driver, as its API names them. */
  readonly adapter: string;
  /** Triangles of a frame, if known without counting draw commands. */
  readonly triangles?: number;
  /** Poses all characters for a time and submits the frame; includes all JavaScript of a frame. */
  draw(seconds: number): void;
  /** Resolves when the GPU has finished the frame. */
  finish(): Promise<void>;
  /** Draws a frame and returns the GPU time of each pass, milliseconds; absent if the GPU has no timer. */
  timeOnGpu?(seconds: number): Promise<PassTimes | undefined>;
  dispose(): void;
}
