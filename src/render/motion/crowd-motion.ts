import { EventDispatcher } from 'three';
import { CrowdError } from '../../errors/index.js';
import { type Point, wrapAngle } from '../../math/index.js';
import {
  type FollowOptions,
  FRAME,
  FRAME_STATE,
  FRAME_STRIDE,
  type GoOptions,
  type MarchOptions,
  type ObstacleDescription,
  type RunningSimulation,
} from '../../simulate/index.js';
import type { CharacterSelection, Characters } from '../characters/index.js';
import type { FootPlanting } from './foot-planting.js';
import { WalkCycle } from './walk-cycle.js';

/** Someone who moved farther than this between two steps was set down elsewhere, metres. */
const JUMP_DISTANCE = 1;

/** What happens to characters who walk; `character` is the index. */
export interface CrowdMotionEvents {
  /** Somebody reached the point that they were sent to. */
  readonly arrived: { readonly character: number };
  /** Somebody is held up, and has been for seconds. */
  readonly blocked: { readonly character: number };
}

/** What moves the characters of a crowd. */
export interface CrowdMotionOptions {
  readonly characters: Characters;
  /** Its person i is the character with index i. Freed together with the crowd, where it can be. */
  readonly simulation: RunningSimulation & { dispose?(): void };
  /** Ground that a clip covers at playback speed 1, metres a second at scale 1; 0 for clips that stay in place. */
  groundSpeed(clip: number): number;
  /** Keeps feet on their places; undefined where the rig has no legs that can be found. */
  readonly feet: FootPlanting | undefined;
}

/**
 * Moves the characters of a crowd: position, heading, and the clip that goes with their speed. By itself everybody goes
 * where the recipe sends them; the methods send them elsewhere. Points are `[x, z]` in the crowd's space, metres.
 *
 * Characters that were added later stand where they were put, and nobody walks round them: {@link setObstacle} tells the
 * others about them.
 *
 * @example
 * crowd.motion.goTo(7, [3, 4]);
 * crowd.motion.addEventListener('arrived', ({ character }) => crowd.setClip(character, 'idle_scratch'));
 * crowd.motion.flee([0, 0], 5);
 */
export class CrowdMotion extends EventDispatcher<CrowdMotionEvents> {
  readonly #characters: Characters;
  readonly #simulation: CrowdMotionOptions['simulation'];
  readonly #walkCycle: WalkCycle;
  readonly #feet: FootPlanting | undefined;
  /** Time scale that the clips were last played with. */
  #playedTimeScale = 1;

  /** @internal */
  constructor({ characters, simulation, groundSpeed, feet }: CrowdMotionOptions) {
    super();
    this.#characters = characters;
    this.#simulation = simulation;
    this.#feet = feet;
    this.#walkCycle = new WalkCycle(characters, groundSpeed, simulation.size);
  }

  /** Seconds that have passed for those who walk. */
  get time(): number {
    return this.#simulation.time;
  }

  /**
   * Simulated seconds a second of the crowd's clock, 0 or more; 0 stops everybody in mid step.
   *
   * @default 1
   */
  get timeScale(): number {
    return this.#simulation.timeScale;
  }

  set timeScale(value: number) {
    if (!(value >= 0 && Number.isFinite(value))) {
      throw new CrowdError(`crowd.motion.timeScale cannot be ${value}; give a number of 0 or more.`);
    }
    this.#simulation.timeScale = value;
  }

  /**
   * Sends characters to a point, where they stand then. Several at once gather round it.
   *
   * @throws {CrowdError} for an index that nobody has, or one that was added later and does not walk
   */
  goTo(who: CharacterSelection, point: Point, options: GoOptions = {}): void {
    this.#simulation.controls.goTo(this.#walkers(who), point, options);
  }

  /**
   * Has characters walk along a path, and turn round at its ends where it is open.
   *
   * @param path points
   * @throws {CrowdError} as {@link goTo}
   */
  follow(who: CharacterSelection, path: readonly Point[], options: FollowOptions = {}): void {
    this.#simulation.controls.follow(this.#walkers(who), path, options);
  }

  /**
   * Has characters march in ranks along a path. The first of them is the right end of the first rank.
   *
   * @param path points
   * @throws {CrowdError} as {@link goTo}
   */
  march(
    who: readonly number[],
    path: readonly Point[],
    options: MarchOptions & { isClosed?: boolean } = {},
  ): void {
    this.#walkers(who);
    this.#simulation.controls.march(who, path, options);
  }

  /** Has everybody within `radius` metres of a point walk away from it; then they go on as before. */
  flee(point: Point, radius: number): void {
    this.#simulation.controls.flee(point, radius);
  }

  /**
   * Has characters stand where they are.
   *
   * @throws {CrowdError} as {@link goTo}
   */
  stop(who: CharacterSelection): void {
    this.#simulation.controls.stop(this.#walkers(who));
  }

  /**
   * Sets the speed that characters walk at on open ground.
   *
   * @param speed metres a second
   * @throws {CrowdError} as {@link goTo}
   */
  setSpeed(who: CharacterSelection, speed: number): void {
    this.#simulation.controls.setSpeed(this.#walkers(who), speed);
  }

  /**
   * Places everybody by a simulation of your own, each frame.
   *
   * @param positions x, z and heading (radians about Y) of each character, by index
   */
  setPositions(positions: Float32Array): void {
    if (positions.length !== 3 * this.#simulation.size) {
      throw new CrowdError(
        `crowd.motion.setPositions was given ${positions.length} numbers; give x, z and heading of each of the ` +
          `${this.#simulation.size} characters, ${3 * this.#simulation.size} numbers.`,
      );
    }
    this.#simulation.controls.setPlaces(positions);
  }

  /** Adds a round obstacle, such as a player or a cart, under a number of your choice, or moves the one that has it. */
  setObstacle(id: number, obstacle: ObstacleDescription): void {
    this.#simulation.controls.setObstacle(id, obstacle);
  }

  /** Removes the obstacle of a number; the recipe's own are numbered from 0. */
  removeObstacle(id: number): void {
    this.#simulation.controls.removeObstacle(id);
  }

  /**
   * Somebody was placed by hand, and is everybody else's obstacle from now on.
   *
   * @internal
   */
  place(i: number): void {
    if (i >= this.#simulation.size) return;
    const { table } = this.#characters;
    this.#simulation.controls.place(i, [table.x(i), table.z(i)], table.heading(i));
  }

  /**
   * Takes removed characters out of the way of the others.
   *
   * @internal
   */
  remove(indices: readonly number[]): void {
    const walkers = indices.filter((i) => i < this.#simulation.size);
    if (walkers.length > 0) this.#simulation.controls.remove(walkers);
  }

  /**
   * Advances the simulation and writes everybody's position into the character table.
   *
   * @param deltaSeconds since the last call
   * @param now crowd seconds
   * @internal
   */
  update(deltaSeconds: number, now: number): void {
    if (deltaSeconds <= 0) return;
    const simulation = this.#simulation;
    const hasStepped = simulation.advance(deltaSeconds) > 0;
    const { previous, current, fraction, timeScale } = simulation;
    const hasNewSpeeds = hasStepped || timeScale !== this.#playedTimeScale;
    this.#playedTimeScale = timeScale;
    const { table } = this.#characters;
    const count = Math.min(simulation.size, table.count);
    for (let i = 0; i < count; i++) {
      const o = i * FRAME_STRIDE;
      if (current[o + FRAME.state] === FRAME_STATE.gone || table.isFree(i)) continue;
      if (hasNewSpeeds) this.#walkCycle.follow(i, previous, current, fraction, now, timeScale);
      this.#writePosition(i, previous, current, fraction);
      this.#feet?.update(i, now, deltaSeconds * timeScale);
    }
    if (hasStepped) this.#reportEvents();
  }

  /** @internal */
  dispose(): void {
    this.#simulation.dispose?.();
  }

  /** Writes where a character is between two steps. Who has not moved costs no upload. */
  #writePosition(i: number, previous: Float32Array, current: Float32Array, fraction: number): void {
    const { table } = this.#characters;
    const o = i * FRAME_STRIDE;
    const x = previous[o + FRAME.x];
    const z = previous[o + FRAME.z];
    const heading = previous[o + FRAME.heading];
    const dx = current[o + FRAME.x] - x;
    const dz = current[o + FRAME.z] - z;
    const turn = wrapAngle(current[o + FRAME.heading] - heading);
    if (dx === 0 && dz === 0 && turn === 0 && table.x(i) === x && table.z(i) === z) return;
    // Nobody is drawn sliding across the ground to where they were set down.
    const t = dx * dx + dz * dz > JUMP_DISTANCE * JUMP_DISTANCE ? 1 : fraction;
    const y = previous[o + FRAME.y];
    const height = y + (current[o + FRAME.y] - y) * t;
    table.setTransform(i, x + dx * t, height, z + dz * t, wrapAngle(heading + turn * t), table.scale(i));
  }

  #reportEvents(): void {
    for (const { kind, person } of this.#simulation.takeEvents()) {
      this.dispatchEvent({ type: kind, character: person });
    }
  }

  /** A selection as the simulation takes it, checked. */
  #walkers(who: CharacterSelection): number | readonly number[] | 'all' {
    if (who === 'all') return who;
    const { size } = this.#simulation;
    const indices = this.#characters.indices(who);
    const stranger = indices.find((i) => i >= size);
    if (stranger === undefined) return who;
    throw new CrowdError(
      `Character ${stranger} was added after the crowd was made and does not walk; those with indices below ${size} do.`,
    );
  }
}
