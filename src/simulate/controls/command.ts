import type { Point } from '../../math/index.js';
import type { Goal, ObstacleDescription, PathDescription, Person } from '../scenario.js';

/** One person, several, or everybody who is there. */
export type Who = number | readonly number[] | 'all';

/** How a formation marches. */
export interface MarchOptions {
  /**
   * How many walk side by side.
   *
   * @default 4
   */
  readonly abreast?: number;
  /**
   * Metres between neighbours, both ways.
   *
   * @default 1
   */
  readonly spacing?: number;
  /**
   * Metres a second; no faster than the slowest.
   *
   * @default the slowest's speed
   */
  readonly speed?: number;
}

/** What a simulation can be told: plain data, so that it can be sent to a worker, logged and replayed. */
export type Command =
  | { readonly kind: 'add'; readonly person: number; readonly description: Person }
  | { readonly kind: 'goal'; readonly who: Who; readonly goal: Goal }
  /** Gives somebody a goal that is reached past some corners, metres; the goal's own point is not one of them. */
  | { readonly kind: 'goalVia'; readonly person: number; readonly goal: Goal; readonly via: readonly Point[] }
  | {
      readonly kind: 'followLine';
      readonly who: Who;
      readonly line: PathDescription;
      readonly direction: 1 | -1;
    }
  | { readonly kind: 'flee'; readonly x: number; readonly z: number; readonly radius: number }
  | {
      readonly kind: 'march';
      readonly who: readonly number[];
      readonly corners: readonly Point[];
      readonly isClosed: boolean;
      readonly options: MarchOptions;
    }
  | { readonly kind: 'speed'; readonly who: Who; readonly speed: number }
  | {
      readonly kind: 'place';
      readonly person: number;
      readonly x: number;
      readonly z: number;
      readonly heading?: number;
    }
  | { readonly kind: 'places'; readonly places: Float32Array }
  | { readonly kind: 'setObstacle'; readonly id: number; readonly obstacle: ObstacleDescription }
  | { readonly kind: 'removeObstacle'; readonly id: number };
