import { EventDispatcher, type Vector2Like, type Vector3Like } from 'three';
import { CrowdError } from '../errors/index.js';
import type { Point } from '../math/index.js';
import type { CharacterSelection, Characters } from '../render/characters/index.js';
import {
  checkGo,
  describeBoundary,
  type FollowOptions,
  type Goal,
  type GoOptions,
  type MarchOptions,
  measureOutside,
  type ObstacleDescription,
  type PathFinder,
  type TimedSimulation,
} from '../simulate/index.js';

/** A point on the ground, metres in the crowd's space: `[x, z]`, a `Vector3`, or a `Vector2` whose y is z. */
export type GroundPoint = Point | Vector2Like | Vector3Like;

/** Events of characters that walk; `character` is the index. */
export interface CrowdMotionEvents {
  /**
   * A character reached its point, left by an exit, or stands in its rank at the end of a march. Characters that gather around
   * a point arrive as near to it as the others allow.
   */
  readonly arrived: { readonly character: number };
  /** A character could not move on for several seconds, or has no way to its point. */
  readonly blocked: { readonly character: number };
}

/** Options of a walk to a point. */
export interface CrowdGoOptions extends GoOptions {
  /**
   * Finds the path of each character, as `navMeshPathFinder` does with a navigation mesh.
   *
   * @default the straight line, round the walls of the option `motion`
   */
  readonly findPath?: PathFinder;
}

export interface CrowdMotionOptions {
  readonly characters: Characters;
  /** Characters that the page moves. A goal removes them. */
  readonly manual: Set<number>;
  readonly mover: SteeredMover;
  onWarning(message: string): void;
}

/** Maximum distance outside of the boundary, metres, of a goal that gives no warning. */
const NEAR_ENOUGH = 0.3;

/** The part of a mover that {@link CrowdMotion} uses. */
export interface SteeredMover {
  /** Its agent i is the character with index i. */
  readonly simulation: TimedSimulation;
  /** The goal that the recipe gives a character. */
  goalOf(i: number): Goal;
  /** Plays the clips that fit the characters' speeds again. */
  unpinClips(indices: readonly number[]): void;
}

/**
 * Moves the characters of a crowd: sets their positions, their headings and the clips that fit their speeds. Characters follow
 * the goals of the recipe until a method gives them another one; {@link release} returns them to the recipe's. Points are
 * `[x, z]` in the crowd's space, metres. No character walks out of the recipe's boundary; the first goal outside of it gives a
 * warning.
 *
 * @example
 * crowd.motion?.goTo(7, [3, 4]);
 * crowd.motion?.addEventListener('arrived', ({ character }) => crowd.setClip(character, 'idle_scratch'));
 * crowd.motion?.flee([0, 0], 5);
 */
export class CrowdMotion extends EventDispatcher<CrowdMotionEvents> {
  readonly #characters: Characters;
  readonly #manual: Set<number>;
  readonly #mover: SteeredMover;
  readonly #onWarning: (message: string) => void;
  /** Returns how far outside of the boundary a point is, metres. Created for the first goal. */
  #outside: ((point: Point) => number) | undefined;
  #hasWarned = false;

  /** @internal */
  constructor({ characters, manual, mover, onWarning }: CrowdMotionOptions) {
    super();
    this.#onWarning = onWarning;
    this.#characters = characters;
    this.#manual = manual;
    this.#mover = mover;
  }

  /** Simulated seconds since the start. */
  get time(): number {
    return this.#mover.simulation.time;
  }

  /**
   * Simulated seconds for each second of the crowd's clock, 0 or more; 0 freezes all characters.
   *
   * @default 1
   */
  get timeScale(): number {
    return this.#mover.simulation.timeScale;
  }

  set timeScale(value: number) {
    if (!(value >= 0 && Number.isFinite(value))) {
      throw new CrowdError(`crowd.motion.timeScale cannot be ${value}; give a number of 0 or more.`);
    }
    this.#mover.simulation.timeScale = value;
  }

  /**
   * Sends characters to a point, where they stay. Several characters in one call gather around it: the first ones stop a metre
   * from it, or within the distance `within`, and the others stop behind them; each emits `arrived`. If each has a call of its
   * own, they gather too, and the first one stands at the point itself. A character for which `findPath` finds no path does not
   * move, and emits `blocked`.
   *
   * @throws {CrowdError} for an index without a character, or invalid numbers; nothing is changed then
   */
  goTo(who: CharacterSelection, to: GroundPoint, { findPath, ...options }: CrowdGoOptions = {}): void {
    const point = toPoint(to);
    const { commands } = this.#mover.simulation;
    if (!findPath) {
      this.#send(who, () => commands.goTo(who, point, options));
      this.#warnIfOutside('goTo', [point], options.within);
      return;
    }
    checkGo(point, options);
    this.#warnIfOutside('goTo', [point], options.within);
    const indices = this.#characters.indices(who);
    const { table } = this.#characters;
    for (const i of indices) {
      const via = findPath([table.x(i), table.z(i)], point);
      const one = typeof who === 'number' ? i : [i];
      if (via) this.#send(one, () => commands.goTo(one, point, { ...options, via }));
      else this.dispatchEvent({ type: 'blocked', character: i });
    }
  }

  /**
   * Sends characters along a path. At the ends of an open path they turn back.
   *
   * @param points of the path
   * @throws {CrowdError} as {@link goTo}
   */
  follow(who: CharacterSelection, points: readonly GroundPoint[], options: FollowOptions = {}): void {
    const path = toPath(points);
    this.#send(who, () => this.#mover.simulation.commands.follow(who, path, options));
    this.#warnIfOutside('follow', path);
  }

  /**
   * Makes characters march in ranks along a path. The first character is the right end of the first rank. At the end of an
   * open path they stand in their ranks, and each emits `arrived`.
   *
   * @param points of the path
   * @throws {CrowdError} as {@link goTo}
   */
  march(
    who: CharacterSelection,
    points: readonly GroundPoint[],
    options: MarchOptions & { isClosed?: boolean } = {},
  ): void {
    const path = toPath(points);
    const indices = this.#characters.indices(who);
    this.#send(who, () => this.#mover.simulation.commands.march(indices, path, options));
    this.#warnIfOutside('march', path);
  }

  /**
   * Makes all characters within `radius` metres of a point walk away from it. Afterwards they continue to their goals.
   *
   * @throws {CrowdError} for an invalid point or radius
   */
  flee(from: GroundPoint, radius: number): void {
    const point = toPoint(from);
    this.#mover.simulation.commands.flee(point, radius);
    const { table } = this.#characters;
    const isNear = (i: number): boolean =>
      !this.#manual.has(i) && Math.hypot(table.x(i) - point[0], table.z(i) - point[1]) < radius;
    this.#mover.unpinClips(this.#characters.indices('all').filter(isNear));
  }

  /**
   * Makes characters leave by the exits of the option `motion`. Each takes the exit with the shortest expected time, queues
   * included. A character that is out emits `arrived` and no longer blocks others. It is still drawn: hide or remove it.
   *
   * @throws {CrowdError} as {@link goTo}, and if there are no exits
   *
   * @example
   * crowd.motion?.addEventListener('arrived', ({ character }) => crowd.removeCharacters([character]));
   * crowd.motion?.exit('all');
   */
  exit(who: CharacterSelection): void {
    const { scenario, commands } = this.#mover.simulation;
    if (!scenario.exits?.length) {
      throw new CrowdError(
        'crowd.motion.exit needs exits. Make the crowd with motion: { exits: [{ x: 0, z: 12, width: 1 }] }: a point behind the ' +
          'door, and how wide that is.',
      );
    }
    this.#send(who, () => commands.exit(who));
    const points = scenario.exits.map(({ x, z }): Point => [x, z]);
    this.#warnIfOutside('exit', points);
  }

  /**
   * Stops characters where they are.
   *
   * @throws {CrowdError} as {@link goTo}
   */
  stop(who: CharacterSelection): void {
    this.#send(who, () => this.#mover.simulation.commands.stop(who));
  }

  /**
   * Returns characters to the recipe's goals, from their present positions, after `goTo`, `follow`, `march`, `stop` or
   * `crowd.setTransform`. They wander, follow their path, walk with their group or go to the recipe's target again; characters
   * that stand by the recipe stay where they are. Clips follow their speeds again, in place of clips set by `crowd.setClip`.
   * Speeds set by {@link setWalkingSpeed} are kept.
   *
   * @throws {CrowdError} for an index without a character
   *
   * @example
   * crowd.motion?.goTo(7, [3, 4]);
   * crowd.motion?.addEventListener('arrived', () => setTimeout(() => crowd.motion?.release(7), 5000));
   */
  release(who: CharacterSelection): void {
    const indices = this.#characters.indices(who);
    // One command for all characters that share a goal, since each takes a worker some time.
    const groups = new Map<string, { goal: Goal; people: number[] }>();
    for (const i of indices) {
      const goal = this.#mover.goalOf(i);
      const key = JSON.stringify(goal);
      const group = groups.get(key);
      if (group) group.people.push(i);
      else groups.set(key, { goal, people: [i] });
    }
    this.#send(who, () => {
      for (const { goal, people } of groups.values()) this.#mover.simulation.commands.setGoal(people, goal);
    });
  }

  /**
   * Sets the speed at which characters walk where nothing slows them.
   *
   * @param speed metres a second
   * @throws {CrowdError} as {@link goTo}
   */
  setWalkingSpeed(who: CharacterSelection, speed: number): void {
    this.#characters.indices(who);
    this.#mover.simulation.commands.setWalkingSpeed(who, speed);
  }

  /**
   * Sets the positions of all characters. Call it each frame to use a simulation of your own.
   *
   * @param positions x, z and heading (radians about Y) by index; the numbers of removed characters are not read
   * @throws {CrowdError} for another length, or a number of a present character that is not finite
   */
  setPositions(positions: Float32Array): void {
    const indices = this.#characters.indices('all');
    const places = (indices.at(-1) ?? -1) + 1;
    if (positions.length !== 3 * places) {
      throw new CrowdError(
        `crowd.motion.setPositions was given ${positions.length} numbers; give x, z and heading for each of the ` +
          `${places} indices of characters, ${3 * places} numbers.`,
      );
    }
    const astray = indices.find(
      (i) => !Number.isFinite(positions[3 * i] + positions[3 * i + 1] + positions[3 * i + 2]),
    );
    if (astray !== undefined) {
      throw new CrowdError(
        `crowd.motion.setPositions was given x, z and heading ${positions.slice(3 * astray, 3 * astray + 3).join(', ')} for ` +
          `character ${astray}; give finite numbers.`,
      );
    }
    this.#manual.clear();
    this.#mover.simulation.commands.setPositions(positions);
  }

  /**
   * Adds a round obstacle, such as a player or a cart, under a number of your choice, or moves the obstacle of that number. The
   * centres of characters stay the radius of a body, 0.3 m by default, away from its edge, or come nearer for a moment if it
   * moves towards them. It pushes standing characters out of its way.
   *
   * @throws {CrowdError} for numbers that are not finite, or a radius below 0
   */
  setObstacle(id: number, obstacle: ObstacleDescription): void {
    this.#mover.simulation.commands.setObstacle(id, obstacle);
  }

  /** Removes the obstacle of a number; the recipe's own are numbered from 0. */
  removeObstacle(id: number): void {
    this.#mover.simulation.commands.removeObstacle(id);
  }

  /** Warns once about a point outside of the boundary. */
  #warnIfOutside(method: string, points: readonly Point[], within = NEAR_ENOUGH): void {
    if (this.#hasWarned) return;
    const { scenario } = this.#mover.simulation;
    this.#outside ??= measureOutside(scenario);
    const unreachable = points.find((point) => (this.#outside?.(point) ?? 0) > within);
    if (!unreachable) return;
    this.#hasWarned = true;
    this.#onWarning(
      `three-crowd: crowd.motion.${method} leads to [${unreachable.join(', ')}], ${this.#outside(unreachable).toFixed(1)} m outside ` +
        `of the recipe's boundary (${describeBoundary(scenario)}), which nobody leaves: people arrive where its edge is ` +
        'nearest. Choose a point inside, make boundaryRadius or spawnRadius of the recipe larger (`response.recipe`), or use ' +
        '`crowd.setTransform`.',
    );
  }

  /** Sends a command, after which the page no longer moves the characters by hand. */
  #send(who: CharacterSelection, send: () => void): void {
    const indices = this.#characters.indices(who);
    send();
    for (const i of indices) this.#manual.delete(i);
    this.#mover.unpinClips(indices);
  }
}

/** Converts a path. Returns other values than lists unchanged, so that the error shows them. */
function toPath(points: readonly GroundPoint[]): readonly Point[] {
  return Array.isArray(points) ? points.map(toPoint) : (points as readonly Point[]);
}

/** @returns x and z; other values than points unchanged, so that the error shows them */
function toPoint(point: GroundPoint): Point {
  if (typeof point !== 'object' || point === null || 'length' in point) return point;
  if (!('x' in point && 'y' in point)) return point;
  return [point.x, 'z' in point ? point.z : point.y];
}
