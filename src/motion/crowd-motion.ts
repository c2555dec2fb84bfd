import { EventDispatcher } from 'three';
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
import { type GroundPoint, toPoint } from './ground-point.js';

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
  /** Metres that a point is outside of where people may be. Made for the first goal. */
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

  /** Seconds that have passed for those who walk. */
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
   * Sends characters to a point, where they stand then. Several at once gather round it: the first a metre from it or as near
   * as `within` says, the others behind them, and each has `arrived` then. So do those who are sent there one by one, of
   * whom the first stands at the point itself. Who has no way there, by the option `findPath`, stays as they are, and is
   * `blocked`.
   *
   * @throws {CrowdError} for an index that nobody has, or numbers that make no sense; nothing is changed then
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
   * Has characters walk along a path, and turn round at its ends where it is open.
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
   * Has characters march in ranks along a path. The first of them is the right end of the first rank. At the end of an open
   * path they stand in their ranks, and each who does so has `arrived`.
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
   * Has everybody within `radius` metres of a point walk away from it; then they go on as before.
   *
   * @throws {CrowdError} for a point or a radius that makes no sense
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
   * Has characters stand where they are.
   *
   * @throws {CrowdError} as {@link goTo}
   */
  stop(who: CharacterSelection): void {
    this.#send(who, () => this.#mover.simulation.commands.stop(who));
  }

  /**
   * Gives characters back to what the recipe has them do, from where they are, whatever they were told: `goTo`, `follow`,
   * `march`, `stop`, or a place by `crowd.setTransform`. They wander, follow their path, walk with their group or go to the
   * recipe's target again; who stands by the recipe stands where they are. Their clips go with their speed again, whatever
   * `crowd.setClip` has set. Speeds that were set stay.
   *
   * @throws {CrowdError} for an index that nobody has
   *
   * @example
   * crowd.motion?.goTo(7, [3, 4]);
   * crowd.motion?.addEventListener('arrived', () => setTimeout(() => crowd.motion?.release(7), 5000));
   */
  release(who: CharacterSelection): void {
    const indices = this.#characters.indices(who);
    // One command for all who share a goal, since a worker takes a while for each.
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
   * Places everybody by a simulation of your own, each frame.
   *
   * @param positions x, z and heading (radians about Y) by index; numbers at the indices of removed characters are not
   *   read
   * @throws {CrowdError} for another number of numbers, or one of somebody who is there that is not finite
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
   * Adds a round obstacle, such as a player or a cart, under a number of your choice, or moves the one that has it. `radius`
   * is its own: people's middles stay the radius of a body, 0.3 m by default, farther off; less for a moment where it moves
   * at them. Who stands in its way is pushed.
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

  /** Says once that nobody reaches a point outside of the boundary. */
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

  /** Gives characters a goal of their own again, unless that throws: nobody moves them by hand any more. */
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
