import type { Camera, Object3D } from 'three';
import { CrowdError } from '../../errors/index.js';
import type { Character } from '../../protocol/index.js';
import type { DriverState, Person, SimulationDriver, TimedSimulation } from '../../simulate/index.js';
import type { Characters } from '../characters/index.js';
import { CrowdMotion } from './crowd-motion.js';
import type { FootPlanting } from './foot-planting.js';
import type { FollowerState, StepFollower } from './step-follower.js';

/** What the motion of a crowd goes on from: plain data. */
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

/** What moves the characters of a crowd. */
export interface CharacterMoverOptions {
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
 * Moves the characters of a crowd as a simulation says: position, heading, and the clip that goes with their speed. Who is
 * to go where is told to {@link CharacterMover.motion}.
 */
export class CharacterMover {
  /** What pages tell characters to do, and are told of. */
  readonly motion: CrowdMotion;
  readonly #options: CharacterMoverOptions;
  /** Who is moved by hand. */
  readonly #placed = new Set<number>();

  constructor(options: CharacterMoverOptions) {
    const { characters, simulation, follower } = options;
    this.#options = options;
    this.motion = new CrowdMotion({
      characters,
      simulation,
      placed: this.#placed,
      isOnGpu: follower === undefined,
    });
  }

  /** Keeps feet on their places; undefined where the rig has no legs that can be found. */
  get feet(): FootPlanting | undefined {
    return this.#options.follower?.feet;
  }

  /** Has characters who were added walk with the others. */
  add(indices: readonly number[], characters: readonly Character[]): void {
    const { simulation, follower, personOf } = this.#options;
    indices.forEach((i, k) => {
      this.#placed.delete(i);
      follower?.begin(i);
      simulation.controls.add(i, personOf(characters[k]));
    });
  }

  /** Somebody was placed by hand, and is everybody else's obstacle from now on. */
  place(i: number): void {
    const { characters, simulation } = this.#options;
    const { table } = characters;
    this.#placed.add(i);
    simulation.controls.place(i, [table.x(i), table.z(i)], table.heading(i));
  }

  /** Takes removed characters out of the way of the others. */
  remove(indices: readonly number[]): void {
    for (const i of indices) this.#placed.delete(i);
    if (indices.length > 0) this.#options.simulation.controls.remove(indices);
  }

  /**
   * Advances the simulation and writes everybody's position into the character table.
   *
   * @param deltaSeconds since the last call
   * @param now crowd seconds
   * @param camera the feet of those whom it does not see, or sees far away, are left to their clips; without one, nobody's
   *   are. Further cameras of a frame come with 0 seconds
   * @param crowd the object whose space positions are in
   */
  update(deltaSeconds: number, now: number, camera?: Camera, crowd?: Object3D): void {
    const { characters, simulation, follower } = this.#options;
    if (deltaSeconds <= 0) {
      if (camera && crowd) follower?.addCamera(camera, crowd);
      return;
    }
    const hasStepped = simulation.advance(deltaSeconds) > 0;
    characters.table.stepLeft = 1 - simulation.fraction;
    follower?.follow(hasStepped, deltaSeconds, now, this.#placed, camera, crowd);
    if (hasStepped) this.#reportEvents();
  }

  /** @throws {CrowdError} where the simulation cannot be saved */
  async takeState(): Promise<MotionState> {
    const { simulation, follower } = this.#options;
    if (!simulation.takeState || !follower) throw this.#cannotBeSaved();
    const state = await simulation.takeState();
    return {
      simulation: state,
      timeScale: simulation.timeScale,
      placed: [...this.#placed],
      ...follower.takeState(),
    };
  }

  /** @throws {CrowdError} where the simulation cannot be saved */
  restoreState(state: MotionState): void {
    const { simulation, follower } = this.#options;
    if (!simulation.restoreState || !follower) throw this.#cannotBeSaved();
    simulation.restoreState(state.simulation);
    simulation.timeScale = state.timeScale;
    this.#placed.clear();
    for (const i of state.placed) this.#placed.add(i);
    follower.restoreState(state);
  }

  dispose(): void {
    this.#options.simulation.dispose?.();
  }

  #cannotBeSaved(): CrowdError {
    return new CrowdError(this.motion.isOnGpu ? CANNOT_BE_SAVED_ON_GPU : CANNOT_BE_SAVED);
  }

  #reportEvents(): void {
    for (const { kind, person } of this.#options.simulation.takeEvents()) {
      this.motion.dispatchEvent({ type: kind, character: person });
    }
  }
}
