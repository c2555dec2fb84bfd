import type { Point } from '../../math/index.js';
import type { MarchOrder } from '../goals/march.js';
import type { Goal, ObstacleDescription, PathDescription, Person } from '../population/scenario.js';

/** One agent, several, or all that have not been removed. */
export type Who = number | readonly number[] | 'all';

/** Options of a walk to a point. */
export interface GoOptions {
  /**
   * Removes agents from the simulation when they arrive: they block nobody, and stand there until they get another goal. A
   * crowd still draws them; hide or fade them in `arrived`.
   *
   * @default false
   */
  readonly removeOnArrival?: boolean;
  /**
   * Distance from the point that counts as arrived, metres, above 0. Of several agents that gather, the first come that near, and
   * the others stop behind them.
   *
   * @default 0.3; for several agents that stay, 1 and the radius of their body
   */
  readonly within?: number;
  /**
   * Corners of the way, metres, such as a navigation mesh finds. They replace the straight line and the flow field around
   * walls.
   *
   * @default none
   */
  readonly via?: readonly Point[];
}

/** Options of a walk along a path. */
export interface FollowOptions {
  /**
   * 1 along the path, −1 against it.
   *
   * @default 1
   */
  readonly direction?: 1 | -1;
  /**
   * Connects the last point of a list with the first.
   *
   * @default false
   */
  readonly isClosed?: boolean;
}

/**
 * Command to a simulation: plain data that can be sent to a worker, logged and replayed.
 *
 * @experimental
 */
export type Command =
  | { readonly kind: 'add'; readonly person: number; readonly description: Person }
  | { readonly kind: 'goal'; readonly who: Who; readonly goal: Goal }
  /** A goal that is reached past corners, metres. The goal's own point is not one of them. */
  | { readonly kind: 'goalVia'; readonly person: number; readonly goal: Goal; readonly via: readonly Point[] }
  | {
      readonly kind: 'followLine';
      readonly who: Who;
      readonly line: PathDescription;
      readonly direction: 1 | -1;
    }
  | { readonly kind: 'flee'; readonly x: number; readonly z: number; readonly radius: number }
  | ({ readonly kind: 'march' } & MarchOrder)
  | { readonly kind: 'speed'; readonly who: Who; readonly speed: number }
  | {
      readonly kind: 'setPosition';
      readonly person: number;
      readonly x: number;
      readonly z: number;
      readonly heading?: number;
    }
  | { readonly kind: 'setPositions'; readonly positions: Float32Array }
  | { readonly kind: 'setObstacle'; readonly id: number; readonly obstacle: ObstacleDescription }
  | { readonly kind: 'removeObstacle'; readonly id: number }
  | { readonly kind: 'focus'; readonly points: readonly Point[]; readonly nearest: number };
