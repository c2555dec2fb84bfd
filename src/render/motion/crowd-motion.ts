import { type Camera, EventDispatcher, type Object3D } from 'three';
import { CrowdError } from '../../errors/index.js';
import type { Point } from '../../math/index.js';
import type { Character } from '../../protocol/index.js';
import {
  type DriverState,
  type FollowOptions,
  FRAME,
  FRAME_STATE,
  FRAME_STRIDE,
  type GoOptions,
  type MarchOptions,
  type ObstacleDescription,
  type PathFinder,
  type Person,
  type RunningSimulation,
  type SimulationDriver,
} from '../../simulate/index.js';
import type { CharacterSelection, Characters } from '../characters/index.js';
import type { FeetState, FootPlanting } from './foot-planting.js';
import { FootRange } from './foot-range.js';
import { StepMoves } from './step-moves.js';
import { WalkCycle, type WalkState } from './walk-cycle.js';

/** What happens to characters who walk; `character` is the index. */
export interface CrowdMotionEvents {
  /** Somebody reached the point that they were sent to. */
  readonly arrived: { readonly character: number };
  /** Somebody is held up, and has been for seconds. */
  readonly blocked: { readonly character: number };
}

/** What motion goes on from: plain data. */
export interface MotionState {
  readonly simulation: DriverState;
  readonly timeScale: number;
  readonly playedTimeScale: number;
  readonly placed: readonly number[];
  readonly walkCycle: WalkState;
  readonly hasMoved: Uint8Array;
  /** Null for a rig without legs. */
  readonly feet: FeetState | null;
}

const CANNOT_BE_SAVED =
  'This crowd is moved by a simulation that cannot be saved: what `createSimulation` returned has no `takeState` and ' +
  '`restoreState`, as a `SimulationDriver` has.';

/** How characters go to a point. */
export interface CrowdGoOptions extends GoOptions {
  /**
   * Finds the way of each, as `navMeshPathFinder` does with a navigation mesh.
   *
   * @default the straight line, round the walls of the option `motion`
   */
  readonly findPath?: PathFinder;
}

/** What moves the characters of a crowd. */
export interface CrowdMotionOptions {
  readonly characters: Characters;
  /** Its person i is the character with index i. Freed together with the crowd, where it can be. */
  readonly simulation: RunningSimulation &
    Partial<Pick<SimulationDriver, 'dispose' | 'takeState' | 'restoreState'>>;
  /** A character who is added later, as somebody of the simulation. */
  personOf(character: Character): Person;
  /** Ground that a clip covers at playback speed 1, metres a second at scale 1; 0 for clips that stay in place. */
  groundSpeed(clip: number): number;
  /** Keeps feet on their places; undefined where the rig has no legs that can be found. */
  readonly feet: FootPlanting | undefined;
}

/**
 * Moves the characters of a crowd: position, heading, and the clip that goes with their speed. By itself everybody goes
 * where the recipe sends them; the methods send them elsewhere. Points are `[x, z]` in the crowd's space, metres.
 *
 * @example
 * crowd.motion.goTo(7, [3, 4]);
 * crowd.motion.addEventListener('arrived', ({ character }) => crowd.setClip(character, 'idle_scratch'));
 * crowd.motion.flee([0, 0], 5);
 */
export class CrowdMotion extends EventDispatcher<CrowdMotionEvents> {
  readonly #characters: Characters;
  readonly #simulation: CrowdMotionOptions['simulation'];
  readonly #personOf: CrowdMotionOptions['personOf'];
  readonly #walkCycle: WalkCycle;
  /** @internal */
  readonly feet: FootPlanting | undefined;
  readonly #footRange = new FootRange();
  readonly #moves: StepMoves;
  /** Who is moved by hand. */
  readonly #placed = new Set<number>();
  /** Time scale that the clips were last played with. */
  #playedTimeScale = 1;

  /** @internal */
  constructor({ characters, simulation, personOf, groundSpeed, feet }: CrowdMotionOptions) {
    super();
    this.#personOf = personOf;
    this.#characters = characters;
    this.#simulation = simulation;
    this.feet = feet;
    this.#moves = new StepMoves(characters.table);
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
   * Sends characters to a point, where they stand then. Several at once gather round it. Who has no way there, by the
   * option `findPath`, stays as they are, and is `blocked`.
   *
   * @throws {CrowdError} for an index that nobody has
   */
  goTo(who: CharacterSelection, point: Point, { findPath, ...options }: CrowdGoOptions = {}): void {
    const { controls } = this.#simulation;
    this.#sendOff(who);
    if (!findPath) {
      controls.goTo(who, point, options);
      return;
    }
    const { table } = this.#characters;
    for (const i of this.#characters.indices(who)) {
      const via = findPath([table.x(i), table.z(i)], point);
      if (via) controls.goTo(typeof who === 'number' ? i : [i], point, { ...options, via });
      else this.dispatchEvent({ type: 'blocked', character: i });
    }
  }

  /**
   * Has characters walk along a path, and turn round at its ends where it is open.
   *
   * @param path points
   * @throws {CrowdError} as {@link goTo}
   */
  follow(who: CharacterSelection, path: readonly Point[], options: FollowOptions = {}): void {
    this.#simulation.controls.follow(this.#sendOff(who), path, options);
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
    this.#sendOff(who);
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
    this.#simulation.controls.stop(this.#sendOff(who));
  }

  /**
   * Sets the speed that characters walk at on open ground.
   *
   * @param speed metres a second
   * @throws {CrowdError} as {@link goTo}
   */
  setSpeed(who: CharacterSelection, speed: number): void {
    this.#characters.indices(who);
    this.#simulation.controls.setSpeed(who, speed);
  }

  /**
   * Places everybody by a simulation of your own, each frame.
   *
   * @param positions x, z and heading (radians about Y) by index; numbers at the indices of removed characters are not
   *   read
   * @throws {CrowdError} for another number of numbers
   */
  setPositions(positions: Float32Array): void {
    const places = (this.#characters.indices('all').at(-1) ?? -1) + 1;
    if (positions.length !== 3 * places) {
      throw new CrowdError(
        `crowd.motion.setPositions was given ${positions.length} numbers; give x, z and heading for each of the ` +
          `${places} indices of characters, ${3 * places} numbers.`,
      );
    }
    this.#placed.clear();
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
   * Has characters who were added walk with the others.
   *
   * @internal
   */
  add(indices: readonly number[], characters: readonly Character[]): void {
    indices.forEach((i, k) => {
      this.#placed.delete(i);
      this.#walkCycle.begin(i);
      this.#simulation.controls.add(i, this.#personOf(characters[k]));
    });
  }

  /**
   * Somebody was placed by hand, and is everybody else's obstacle from now on.
   *
   * @internal
   */
  place(i: number): void {
    const { table } = this.#characters;
    this.#placed.add(i);
    this.#simulation.controls.place(i, [table.x(i), table.z(i)], table.heading(i));
  }

  /**
   * Takes removed characters out of the way of the others.
   *
   * @internal
   */
  remove(indices: readonly number[]): void {
    for (const i of indices) this.#placed.delete(i);
    if (indices.length > 0) this.#simulation.controls.remove(indices);
  }

  /**
   * Advances the simulation and writes everybody's position into the character table.
   *
   * @param deltaSeconds since the last call
   * @param now crowd seconds
   * @param camera the feet of those whom it does not see, or sees far away, are left to their clips; without one, nobody's
   *   are. Further cameras of a frame come with 0 seconds
   * @param crowd the object whose space positions are in
   * @internal
   */
  update(deltaSeconds: number, now: number, camera?: Camera, crowd?: Object3D): void {
    if (deltaSeconds <= 0) {
      if (camera && crowd) this.#footRange.add(camera, crowd);
      return;
    }
    const simulation = this.#simulation;
    const hasStepped = simulation.advance(deltaSeconds) > 0;
    const { previous, current, fraction, timeScale } = simulation;
    const hasNewSpeeds = hasStepped || timeScale !== this.#playedTimeScale;
    this.#playedTimeScale = timeScale;
    if (hasNewSpeeds) {
      const { table } = this.#characters;
      const count = Math.min(simulation.size, table.count);
      for (let i = 0; i < count; i++) {
        if (current[i * FRAME_STRIDE + FRAME.state] === FRAME_STATE.gone || table.isFree(i)) continue;
        this.#walkCycle.follow(i, previous, current, fraction, now, timeScale);
      }
    }
    if (hasStepped) this.#moves.take(previous, current, (i) => this.#placed.has(i));
    this.#characters.table.stepLeft = 1 - fraction;
    this.#footRange.begin(camera, crowd);
    if (hasStepped) this.feet?.choose(current, this.#footRange);
    this.feet?.follow(now, deltaSeconds * timeScale);
    if (hasStepped) this.#reportEvents();
  }

  /**
   * @throws {CrowdError} where the simulation cannot be saved
   * @internal
   */
  async takeState(): Promise<MotionState> {
    const { takeState } = this.#simulation;
    if (!takeState) throw new CrowdError(CANNOT_BE_SAVED);
    const simulation = await takeState.call(this.#simulation);
    return {
      simulation,
      timeScale: this.timeScale,
      playedTimeScale: this.#playedTimeScale,
      placed: [...this.#placed],
      walkCycle: this.#walkCycle.takeState(),
      hasMoved: this.#moves.takeState(),
      feet: this.feet?.takeState() ?? null,
    };
  }

  /**
   * @throws {CrowdError} where the simulation cannot be saved
   * @internal
   */
  restoreState(state: MotionState): void {
    if (!this.#simulation.restoreState) throw new CrowdError(CANNOT_BE_SAVED);
    this.#simulation.restoreState(state.simulation);
    this.#simulation.timeScale = state.timeScale;
    this.#playedTimeScale = state.playedTimeScale;
    this.#placed.clear();
    for (const i of state.placed) this.#placed.add(i);
    this.#walkCycle.restoreState(state.walkCycle);
    this.#moves.restoreState(state.hasMoved);
    if (state.feet) this.feet?.restoreState(state.feet);
  }

  /** @internal */
  dispose(): void {
    this.#simulation.dispose?.();
  }

  #reportEvents(): void {
    for (const { kind, person } of this.#simulation.takeEvents()) {
      this.dispatchEvent({ type: kind, character: person });
    }
  }

  /** Checks a selection of characters who get a goal of their own again: nobody moves them by hand any more. */
  #sendOff(who: CharacterSelection): CharacterSelection {
    for (const i of this.#characters.indices(who)) this.#placed.delete(i);
    return who;
  }
}
