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
   * A character reached its point, is out by an exit, or stands in its rank at the end of a march. Of several characters that
   * gather around a point, each stands as near as the others allow.
   */
  readonly arrived: { readonly character: number };
  /** A character has been held up for seconds. */
  readonly blocked: { readonly character: number };
}

/** Options of a walk to a point. */
export interface CrowdGoOptions extends GoOptions {
  /**
   * Finds the way of each, as `navMeshPathFinder` does with a navigation mesh.
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

/** Distance outside of the boundary up to which a goal causes no warning, metres: it counts as arrived. */
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
 * Moves the characters of a crowd: position, heading, and the clip that goes with their speed. By itself everybody goes
 * where the recipe sends them; the methods send them elsewhere, and {@link release} gives them back. Points are `[x, z]` in the
 * crowd's space, metres. Nobody leaves the recipe's boundary on foot; a goal outside of it is told to the crowd's `onWarning`,
 * once.
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
  /** Returns the distance of a point outside of the boundary, metres. Created for the first goal. */
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
   * Simulated seconds a second of the crowd's clock, 0 or more; 0 stops everybody in mid step.
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
   * Sends characters to a point, where they stay. Several at once gather round it: the first ones stop a metre from it,
   * or as near as `within` says, the others behind them; each emits `arrived`. Characters that are sent there one by
   * one gather as well; the first of them stands at the point itself. A character without a way there, by the option
   * `findPath`, does not move, and emits `blocked`.
   *
   * @throws {CrowdError} for an index without a character, or invalid numbers; nothing changes then
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
   * Sends characters along a path. They turn round at the ends of an open one.
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
   * Makes characters march in ranks along a path. The first of them is the right end of the first rank. At the end of
   * an open path they stand in their ranks, and each emits `arrived`.
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
   * Makes all characters within `radius` metres of a point walk away from it; then they go on as before.
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
   * Has characters leave by the exits of the option `motion`: each by the one that they expect to be out by first, the queue
   * before it included. Whoever is out has `arrived`, blocks nobody, and is still drawn: hide or remove them then.
   *
   * @throws {CrowdError} as {@link goTo}, and where there are no exits
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
   * Returns characters to their goals by the recipe, from where they are, after `goTo`, `follow`, `march`, `stop` or
   * `crowd.setTransform`. They wander, follow their path, walk with their group or go to the recipe's target again;
   * those that stand by the recipe stand where they are. The clips of their speeds play again, in place of those of
   * `crowd.setClip`. Speeds that were set stay.
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
   * Sets the speed that characters walk at on open ground.
   *
   * @param speed metres a second
   * @throws {CrowdError} as {@link goTo}
   */
  setWalkingSpeed(who: CharacterSelection, speed: number): void {
    this.#characters.indices(who);
    this.#mover.simulation.commands.setWalkingSpeed(who, speed);
  }

  /**
   * Places all characters by a simulation of your own, each frame.
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
   * Adds a round obstacle, such as a player or a cart, under a number of your choice, or moves the one that has it. The
   * centres of characters stay the radius of a body, 0.3 m by default, away from its edge; nearer for a moment if it
   * moves at them. It pushes characters that stand in its way.
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

/** Converts a path; what is no list is returned as it is, for an error that shows it. */
function toPath(points: readonly GroundPoint[]): readonly Point[] {
  return Array.isArray(points) ? points.map(toPoint) : (points as readonly Point[]);
}

/** @returns x and z; what is no point is returned as it is, for an error that shows it */
function toPoint(point: GroundPoint): Point {
  if (typeof point !== 'object' || point === null || 'length' in point) return point;
  if (!('x' in point && 'y' in point)) return point;
  return [point.x, 'z' in point ? point.z : point.y];
}
