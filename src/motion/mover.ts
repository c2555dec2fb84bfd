import { type Camera, type Object3D, Vector3 } from 'three';
import { CrowdError } from '../errors/index.js';
import type { Point } from '../math/index.js';
import type { Character } from '../protocol/index.js';
import type { Characters, ClipRequest } from '../render/characters/index.js';
import { type DriverState, type Goal, STEP_SECONDS } from '../simulate/index.js';
import type { CreatedSimulation } from './create-simulation.js';
import { CrowdMotion } from './crowd-motion.js';
import type { FootPlanting } from './feet/foot-planting.js';
import type { FollowerState, StepFollower } from './follower/step-follower.js';

/** Saved motion of a crowd: plain data. */
export interface MotionState extends FollowerState {
  readonly simulation: DriverState;
  readonly timeScale: number;
  /** Characters that the page moves. */
  readonly manual: readonly number[];
  /** Characters that were added later. */
  readonly added: readonly number[];
}

export interface MoverOptions extends CreatedSimulation {
  readonly characters: Characters;
  /** Writes the states of the simulation into the character table. */
  readonly follower: StepFollower;
  /** @default console.warn */
  readonly onWarning?: ((message: string) => void) | undefined;
}

/** Interval at which the simulation is told where cameras are, seconds. */
const FOCUS_SECONDS = 1;
const STEP_MASK = 0xffff;
const eye = new Vector3();

/** Moves the characters of a crowd by a simulation: position, heading, and the clip that fits their speed. */
export class Mover {
  /** The public interface: goals, and events. */
  readonly motion: CrowdMotion;
  readonly simulation: CreatedSimulation['simulation'];
  readonly #characters: Characters;
  readonly #personOf: CreatedSimulation['personOf'];
  readonly #follower: StepFollower;
  /** Characters that the page moves. */
  readonly #manual = new Set<number>();
  /** Characters that were added later, some of them at indices of the scenario's agents. */
  readonly #added = new Set<number>();
  readonly #nearest: number;
  /** Where the cameras of the latest frame are, in the crowd's space. */
  readonly #eyes: Point[] = [];
  #secondsSinceFocus = FOCUS_SECONDS;

  constructor({
    characters,
    simulation,
    personOf,
    nearest = Number.POSITIVE_INFINITY,
    follower,
    onWarning = console.warn,
  }: MoverOptions) {
    this.#nearest = nearest;
    this.#characters = characters;
    this.simulation = simulation;
    this.#personOf = personOf;
    this.#follower = follower;
    this.motion = new CrowdMotion({ characters, manual: this.#manual, mover: this, onWarning });
  }

  /** Undefined for a rig without legs that can be found. */
  get feet(): FootPlanting | undefined {
    return this.#follower.feet;
  }

  /** Adds characters to the simulation. */
  add(indices: readonly number[], characters: readonly Character[]): void {
    indices.forEach((i, k) => {
      this.#manual.delete(i);
      this.#added.add(i);
      this.#follower.walkCycle.begin(i);
      this.simulation.commands.add(i, this.#personOf(characters[k]));
    });
  }

  /** Removes characters from the simulation. */
  remove(indices: readonly number[]): void {
    for (const i of indices) this.#manual.delete(i);
    if (indices.length > 0) this.simulation.commands.remove(indices);
  }

  /** The goal that the recipe gives a character. */
  goalOf(i: number): Goal {
    const goal = this.#added.has(i) ? undefined : this.simulation.scenario.people[i]?.goal;
    // A companion whose leader was removed goes alone.
    if (goal && !(goal.kind === 'accompany' && !this.#isOfScenario(goal.leader))) return goal;
    return this.#personOf(this.#characters.source(i)).goal;
  }

  /** Lets the page move a character, from its present place in the table. The others walk around it. */
  setManual(i: number): void {
    const { table } = this.#characters;
    this.#manual.add(i);
    this.feet?.invalidate(i);
    this.simulation.commands.setPosition(i, [table.x(i), table.z(i)], table.heading(i));
  }

  /** Keeps the clips that the page has set, until they end or the characters get a goal. */
  pinClips(indices: readonly number[], request: ClipRequest): void {
    for (const i of indices) this.#follower.walkCycle.pinClip(i, request);
  }

  /** Plays the clips that fit the characters' speeds again. */
  unpinClips(indices: readonly number[]): void {
    for (const i of indices) this.#follower.walkCycle.unpinClip(i);
  }

  /** Called when a character's clip has ended. */
  endClip(i: number, clip: number): void {
    this.#follower.walkCycle.end(i, clip);
  }

  /**
   * Advances the simulation, writes all positions into the character table, and dispatches events.
   *
   * @param deltaSeconds since the last call; 0 for each further camera of a frame
   * @param now crowd seconds
   * @param camera feet are planted near it, and where it sees them; without a camera, none are
   * @param crowd the object whose space positions are in
   */
  update(deltaSeconds: number, now: number, camera?: Camera, crowd?: Object3D): void {
    const { simulation } = this;
    const { table } = this.#characters;
    if (deltaSeconds > 0) this.#focus(deltaSeconds);
    if (camera && crowd && table.count > this.#nearest) {
      crowd.worldToLocal(camera.getWorldPosition(eye));
      // A camera or crowd whose matrix is not finite, or a crowd of scale 0, has no place in the crowd's space.
      if (Number.isFinite(eye.x) && Number.isFinite(eye.z)) this.#eyes.push([eye.x, eye.z]);
    }
    if (deltaSeconds <= 0) {
      if (camera && crowd) this.#follower.addCamera(camera, crowd);
      return;
    }
    const hasStepped = simulation.advance(deltaSeconds) > 0;
    table.stepLeft = 1 - simulation.fraction;
    table.step = Math.round(simulation.time / STEP_SECONDS) & STEP_MASK;
    this.#follower.follow(hasStepped, deltaSeconds, now, this.#manual, camera, crowd);
    if (!hasStepped) return;
    for (const { kind, person } of simulation.takeEvents()) {
      this.motion.dispatchEvent({ type: kind, character: person });
    }
  }

  /** Has the simulation step the characters near the cameras of the previous frame in full. */
  #focus(deltaSeconds: number): void {
    this.#secondsSinceFocus += deltaSeconds;
    if (this.#secondsSinceFocus > FOCUS_SECONDS && this.#eyes.length > 0) {
      this.#secondsSinceFocus = 0;
      this.simulation.commands.focus(this.#eyes, this.#nearest);
    }
    this.#eyes.length = 0;
  }

  /**
   * Copies the state of the moment of the call.
   *
   * @throws {CrowdError} if the simulation cannot be saved, has failed, or is disposed of meanwhile
   */
  async takeState(): Promise<MotionState> {
    const { simulation } = this;
    if (!simulation.takeState) throw createRefusal();
    // Before the worker answers, since everything may change until then.
    const rest = {
      timeScale: simulation.timeScale,
      manual: [...this.#manual],
      added: [...this.#added],
      ...this.#follower.takeState(),
    };
    return { simulation: await simulation.takeState(), ...rest };
  }

  /** @throws {CrowdError} if the simulation cannot be restored */
  checkRestorable(): void {
    if (!this.simulation.restoreState) throw createRefusal();
  }

  /** @throws {CrowdError} if the simulation cannot be restored; nothing is changed then */
  restoreState(state: MotionState): void {
    const { simulation } = this;
    if (!simulation.restoreState) throw createRefusal();
    simulation.restoreState(state.simulation);
    simulation.timeScale = state.timeScale;
    this.#manual.clear();
    for (const i of state.manual) this.#manual.add(i);
    this.#added.clear();
    for (const i of state.added) this.#added.add(i);
    this.#follower.restoreState(state);
  }

  dispose(): void {
    this.simulation.dispose?.();
  }

  /** True if an agent of the scenario is still there, and no other character has its index. */
  #isOfScenario(i: number): boolean {
    return !this.#added.has(i) && !this.#characters.table.isFree(i);
  }
}

function createRefusal(): CrowdError {
  return new CrowdError(
    'The simulation of this crowd cannot be saved: the one that `createSimulation` returned has no `takeState` and ' +
      '`restoreState`, as a `SimulationDriver` has.',
  );
}
