import type { Point } from '../../math/index.js';
import type { Goal, ObstacleDescription, Person } from '../scenario.js';
import {
  checkDirection,
  checkFrom0,
  checkGo,
  checkMarch,
  checkNumbers,
  checkPath,
  checkPoint,
} from './check-input.js';
import type { Command, MarchOptions, Who } from './command.js';

/** Half the width of a path that is given by its points, metres. */
const LINE_HALF_WIDTH = 2;

/** How someone goes to a point. */
export interface GoOptions {
  /**
   * Takes those who arrive out of the simulation: they block nobody and stand where they are until they get another goal. A
   * crowd still draws them; hide or fade them in `arrived`.
   *
   * @default false
   */
  readonly leaves?: boolean;
  /**
   * How near counts as there, metres, above 0. Of several who gather, the first go so near, and the others stop behind them.
   *
   * @default 0.3; for several who stay, 1 and the radius of their body
   */
  readonly within?: number;
  /**
   * Corners on the way, metres, in place of the straight line or what leads round walls: as a navigation mesh finds them.
   *
   * @default none
   */
  readonly via?: readonly Point[];
}

/** How someone follows a path. */
export interface FollowOptions {
  /**
   * 1 along the path, −1 back.
   *
   * @default 1
   */
  readonly direction?: 1 | -1;
  /**
   * Whether the last point of a list leads on to the first.
   *
   * @default false
   */
  readonly isClosed?: boolean;
}

/**
 * Tells people where to go, while they walk. Everything takes effect with the next step. Numbers and points that make no sense
 * are refused with a `CrowdError`, before anything is changed. Nobody leaves the scenario's boundary: a point outside of it is
 * reached, and a corner of a path passed, where the edge is nearest to it.
 *
 * @example
 * simulation.controls.goTo(7, [3, 4]);
 * simulation.controls.flee([0, 0], 5);
 * simulation.controls.setObstacle(1, { x: player.x, z: player.z, radius: 0.4 });
 */
export class Controls {
  readonly #send: (command: Command) => void;

  constructor(send: (command: Command) => void) {
    this.#send = send;
  }

  /**
   * Adds someone while the others walk.
   *
   * @param person where in frames they are: the place of somebody who is gone, or any number from `size` on, which makes
   *   room for at least as many more
   */
  add(person: number, description: Person): void {
    checkNumbers('add', description);
    checkNumbers('add', description.goal);
    this.#send({ kind: 'add', person, description });
  }

  /** Gives people a goal. */
  setGoal(who: Who, goal: Goal): void {
    checkNumbers('setGoal', goal);
    this.#send({ kind: 'goal', who, goal });
  }

  /**
   * Sends people to a point, metres, where they stand then. Several at once gather round it: each has `arrived` who stands as
   * near as `within` says, or as those before them let them. So do those who are sent there one by one, of whom the first
   * stands at the point itself.
   */
  goTo(who: Who, point: Point, { via, ...options }: GoOptions = {}): void {
    checkGo(point, { ...options, ...(via && { via }) });
    const [x, z] = point;
    const isAlone = typeof who === 'number' || options.leaves === true;
    const { within } = options;
    const goal: Goal = isAlone
      ? { kind: 'go', x, z, ...options }
      : { kind: 'gather', x, z, ...(within === undefined ? {} : { within }) };
    if (via && who !== 'all') {
      for (const person of typeof who === 'number' ? [who] : who) {
        this.#send({ kind: 'goalVia', person, goal, via });
      }
    } else {
      this.setGoal(who, goal);
    }
  }

  /**
   * Has people walk along a path.
   *
   * @param path number of one of the scenario's paths, or points, metres
   */
  follow(
    who: Who,
    path: number | readonly Point[],
    { direction = 1, isClosed = false }: FollowOptions = {},
  ): void {
    checkDirection(direction);
    if (typeof path === 'number') {
      this.setGoal(who, { kind: 'follow', path, direction });
      return;
    }
    checkPath('follow', path);
    const corners = isClosed ? [...path, path[0]] : path;
    const line = { corners, isClosed, halfWidth: LINE_HALF_WIDTH, keepRight: 0 };
    this.#send({ kind: 'followLine', who, line, direction });
  }

  /** Has everybody within `radius` metres of a point walk away from it. They go on as before when they are out. */
  flee(point: Point, radius: number): void {
    checkPoint('flee', 'the point', point);
    checkFrom0('flee', 'radius', radius);
    const [x, z] = point;
    this.#send({ kind: 'flee', x, z, radius });
  }

  /** Has people stand where they are. */
  stop(who: Who): void {
    this.setGoal(who, { kind: 'stand' });
  }

  /** Has people leave by the scenario's exits; they stay where there are none. */
  leave(who: Who): void {
    this.setGoal(who, { kind: 'leave' });
  }

  /** Takes people out of the simulation. A new goal brings them back, to where they were. */
  remove(who: Who): void {
    this.setGoal(who, { kind: 'gone' });
  }

  /**
   * Has people march in ranks along a path, turning with it. Each keeps a place: the first of them the right end of
   * the first rank.
   *
   * @param path points, metres
   */
  march(
    who: readonly number[],
    path: readonly Point[],
    options: MarchOptions & { isClosed?: boolean } = {},
  ): void {
    const { isClosed = false, ...march } = options;
    checkPath('march', path);
    checkMarch(march);
    const corners = isClosed ? [...path, path[0]] : path;
    this.#send({ kind: 'march', who, corners, isClosed, options: march });
  }

  /** Sets the speed that people walk at on open ground, metres a second. */
  setSpeed(who: Who, speed: number): void {
    checkFrom0('setSpeed', 'speed', speed);
    this.#send({ kind: 'speed', who, speed });
  }

  /**
   * Puts someone in a place, metres, whom the caller moves from now on. The others walk round.
   *
   * @param heading radians about Y; by default the way of the movement
   */
  place(person: number, point: Point, heading?: number): void {
    checkPoint('place', 'the point', point);
    const turned = heading === undefined ? {} : { heading };
    checkNumbers('place', turned);
    const [x, z] = point;
    this.#send({ kind: 'place', person, x, z, ...turned });
  }

  /** {@link place} for everybody who is there: x, z and heading of each, for those who bring a simulation of their own. */
  setPlaces(places: Float32Array): void {
    this.#send({ kind: 'places', places: places.slice() });
  }

  /** Adds a round obstacle under a number of the caller's choice, or moves the one that has it. */
  setObstacle(id: number, obstacle: ObstacleDescription): void {
    const { x, z, radius } = obstacle;
    checkPoint('setObstacle', 'its place', [x, z]);
    checkFrom0('setObstacle', 'radius', radius);
    this.#send({ kind: 'setObstacle', id, obstacle });
  }

  /** Removes the obstacle of a number. The recipe's own are numbered from 0. */
  removeObstacle(id: number): void {
    this.#send({ kind: 'removeObstacle', id });
  }
}
