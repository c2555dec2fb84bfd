import type { Heightmap, Point } from '../../math/index.js';
import type { Recipe } from '../../protocol/index.js';

/** Goal of an agent. */
export type Goal =
  /** Stays, and steps back to the same place when pushed away from it. */
  | { readonly kind: 'stand' }
  /** Walks to places inside the boundary, one after the other, drawn from the scenario's seed. */
  | { readonly kind: 'wander' }
  /** Walks along a path; turns round at the ends of an open one. */
  | { readonly kind: 'follow'; readonly path: number; readonly direction: 1 | -1 }
  /**
   * Walks to a point, metres, and stands there; with `removeOnArrival`, the agent is removed from the simulation then.
   * `within` is the distance that counts as arrived, metres, by default 0.3.
   */
  | {
      readonly kind: 'go';
      readonly x: number;
      readonly z: number;
      readonly removeOnArrival?: boolean;
      readonly within?: number;
    }
  /**
   * Walks up to a point, metres, and stops to look at it, behind agents that stand there already. `within` is the
   * distance at which the first ones stop, by default 1 and their radius.
   */
  | { readonly kind: 'gather'; readonly x: number; readonly z: number; readonly within?: number }
  /** Keeps a place beside another person: metres to the left and to the front of where that one heads. */
  | {
      readonly kind: 'accompany';
      readonly leader: number;
      readonly left: number;
      readonly ahead: number;
    }
  /** Leaves by the exit that takes the least time, its queue included. */
  | { readonly kind: 'exit' }
  /** Walks away from a point, metres, until farther from it than the radius; then goes on as before. */
  | { readonly kind: 'flee'; readonly x: number; readonly z: number; readonly radius: number }
  /** Moved by the page; the others walk round the agent. */
  | { readonly kind: 'manual' }
  /** Removed. */
  | { readonly kind: 'gone' };

/** An agent at the start. */
export interface Person {
  /** Metres. */
  readonly x: number;
  /** Metres. */
  readonly z: number;
  /** Radians about Y; 0 faces +Z. */
  readonly heading: number;
  /** Radius of the body, metres. */
  readonly radius: number;
  /** Speed on open ground, metres a second. */
  readonly speed: number;
  readonly goal: Goal;
}

/** A line of straight pieces to walk along. */
export interface PathDescription {
  /** At least two, metres. A closed path repeats its first corner as its last. */
  readonly corners: readonly Point[];
  readonly isClosed: boolean;
  /** Half the width of the path, metres; the pull towards the line is relative to it. */
  readonly halfWidth: number;
  /** Offset to the right of the line, as a share of `halfWidth`, so that the two directions separate. */
  readonly keepRight: number;
}

/** The area in which the centres of agents may be; lengths in metres. */
export type BoundaryDescription =
  | { readonly kind: 'disc'; readonly radius: number }
  | { readonly kind: 'ring'; readonly inner: number; readonly outer: number }
  | { readonly kind: 'rectangle'; readonly halfWidth: number; readonly halfLength: number }
  /** Along a path, as wide as the path says. */
  | { readonly kind: 'strip'; readonly path: number }
  /** |x| up to `halfWidth`. An agent that leaves at z = `length` comes in at z = 0, and the other way round. */
  | { readonly kind: 'endless'; readonly halfWidth: number; readonly length: number }
  /** The box that the simulation is laid out for. Its edge stops nobody. */
  | {
      readonly kind: 'open';
      readonly minX: number;
      readonly minZ: number;
      readonly maxX: number;
      readonly maxZ: number;
    };

/**
 * A round obstacle, metres. The centres of agents stay the radius of a body, 0.3 m by default, away from its edge. When
 * it moves, they react within a step or two, in which it may come nearer; it pushes standing agents.
 */
export interface ObstacleDescription {
  readonly x: number;
  readonly z: number;
  readonly radius: number;
}

/** A straight wall from one point to another, metres. */
export type Wall = readonly [fromX: number, fromZ: number, toX: number, toZ: number];

/** A way out of a scenario: a door, or a place at which agents disappear. */
export interface Exit {
  /** A point behind the door, metres. An agent within 0.8 m of it is out. */
  readonly x: number;
  readonly z: number;
  /** Width of the door, metres, which decides how long agents expect to wait. */
  readonly width: number;
}

/** Initial state of a simulation: plain data for a worker or a file. */
export interface Scenario {
  /** Any integer; used modulo 2^32. */
  readonly seed: number;
  readonly people: readonly Person[];
  readonly boundary: BoundaryDescription;
  readonly paths: readonly PathDescription[];
  readonly obstacles: readonly ObstacleDescription[];
  readonly walls: readonly Wall[];
  /** Exits for the goal `exit`. @default [] */
  readonly exits?: readonly Exit[];
  /** 0 = react on contact, 1 = steer early. */
  readonly anticipation: number;
  /** Strength of the pull to the middle of a path or region, 0 to 1. */
  readonly personalSpace: number;
  /** Hills: they set the height of frames, and people slow down on slopes. */
  readonly terrain?: Recipe['terrain'];
  /** Heights of a ground of the page's own, in place of `terrain`. */
  readonly heights?: Heightmap;
}
