import { type Camera, EventDispatcher, type Object3D } from 'three';
import { CrowdError } from '../../errors/index.js';
import type { Point } from '../../math/index.js';
import type { Character } from '../../protocol/index.js';
import type {
  DriverState,
  FollowOptions,
  GoOptions,
  MarchOptions,
  ObstacleDescription,
  PathFinder,
  Person,
  SimulationDriver,
  TimedSimulation,
} from '../../simulate/index.js';
import type { CharacterSelection, Characters } from '../characters/index.js';
import type { FootPlanting } from './foot-planting.js';
import type { FollowerState, StepFollower } from './step-follower.js';

/** What happens to characters who walk; `character` is the index. */
export interface CrowdMotionEvents {
  /** Somebody reached the point that they were sent to. */
  readonly arrived: { readonly character: number };
  /** Somebody is held up, and has been for seconds. */
  readonly blocked: { readonly character: number };
}

/** What motion goes on from: plain data. */
export interface MotionState extends FollowerState {
  readonly simulation: DriverState;
  readonly timeScale: number;
  readonly placed: readonly number[];
}

const CANNOT_BE_SAVED_ON_GPU =
  'This crowd moves on the GPU, which alone knows its state. Make it with motion: { gpu: false } to save and restore it.';

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
  readonly simulation: TimedSimulation &
    Partial<Pick<SimulationDriver, 'dispose' | 'takeState' | 'restoreState'>>;
  /** A character who is added later, as somebody of the simulation. */
  personOf(character: Character): Person;
  /** Writes what the simulation does into the character table; undefined where the GPU itself does. */
  readonly follower: StepFollower | undefined;
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
  readonly #follower: StepFollower | undefined;
  /** Who is moved by hand. */
  readonly #placed = new Set<number>();

  /** @internal */
  constructor({ characters, simulation, personOf, follower }: CrowdMotionOptions) {
    super();
    this.#personOf = personOf;
    this.#characters = characters;
    this.#simulation = simulation;
    this.#follower = follower;
  }

  /**
   * Whether people move on the GPU (option `motion: { gpu: true }`), so that nobody else knows where they are. Then there are
   * no events, and what asks for positions throws a `CrowdError`.
   */
  get isOnGpu(): boolean {
    return this.#follower === undefined;
  }

  /** @internal */
  get feet(): FootPlanting | undefined {
    return this.#follower?.feet;
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
      this.#follower?.begin(i);
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
      if (camera && crowd) this.#follower?.addCamera(camera, crowd);
      return;
    }
    const simulation = this.#simulation;
    const hasStepped = simulation.advance(deltaSeconds) > 0;
    this.#characters.table.stepLeft = 1 - simulation.fraction;
    this.#follower?.follow(hasStepped, deltaSeconds, now, this.#placed, camera, crowd);
    if (hasStepped) this.#reportEvents();
  }

  /**
   * @throws {CrowdError} where the simulation cannot be saved
   * @internal
   */
  async takeState(): Promise<MotionState> {
    const { takeState } = this.#simulation;
    if (!takeState || !this.#follower) throw new CrowdError(this.#cannotBeSaved);
    const simulation = await takeState.call(this.#simulation);
    return {
      simulation,
      timeScale: this.timeScale,
      placed: [...this.#placed],
      ...this.#follower.takeState(),
    };
  }

  /**
   * @throws {CrowdError} where the simulation cannot be saved
   * @internal
   */
  restoreState(state: MotionState): void {
    if (!this.#simulation.restoreState || !this.#follower) throw new CrowdError(this.#cannotBeSaved);
    this.#simulation.restoreState(state.simulation);
    this.#simulation.timeScale = state.timeScale;
    this.#placed.clear();
    for (const i of state.placed) this.#placed.add(i);
    this.#follower.restoreState(state);
  }

  /** @internal */
  dispose(): void {
    this.#simulation.dispose?.();
  }

  get #cannotBeSaved(): string {
    return this.isOnGpu ? CANNOT_BE_SAVED_ON_GPU : CANNOT_BE_SAVED;
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
