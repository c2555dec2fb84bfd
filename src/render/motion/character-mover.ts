import type { Camera, Object3D } from 'three';
import { CrowdError } from '../../errors/index.js';
import type { Bounds } from '../../math/index.js';
import type { Character } from '../../protocol/index.js';
import type { LocalPoses } from '../../rig/index.js';
import type { GpuSimulation } from '../../simulate/gpu/index.js';
import type {
  DriverState,
  Goal,
  Person,
  RunningSimulation,
  SimulationDriver,
  TimedSimulation,
} from '../../simulate/index.js';
import type { Characters, ClipRequest } from '../characters/index.js';
import type { Backend } from '../drawing/index.js';
import { CrowdMotion } from './crowd-motion.js';
import type { FootPlanting } from './foot-planting.js';
import { GpuEntrance, type GpuTrial, loadTakeover } from './gpu-entrance.js';
import type { FollowerState, StepFollower } from './step-follower.js';

/** What the motion of a crowd goes on from: plain data. */
export interface MotionState extends FollowerState {
  readonly simulation: DriverState;
  readonly timeScale: number;
  readonly placed: readonly number[];
  readonly added: readonly number[];
}

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
  /** How people leave the GPU, and get there; undefined where they can do neither. @default undefined */
  readonly gpu?: GpuPassage | undefined;
  /** @default console.warn */
  readonly onWarning?: ((message: string) => void) | undefined;
}

/** How people leave the GPU, and how they get there. */
export interface GpuPassage {
  /** What moves them there at first; undefined where they begin in a worker. */
  readonly simulation: GpuSimulation | undefined;
  /** What goes on with those who leave; `isAutomatic` where nobody asked for the GPU. */
  readonly choice: { readonly isAutomatic: boolean; createDriver(): SimulationDriver };
  /** How the GPU is tried for a crowd that grows; undefined where it stays in its worker. */
  readonly trial: GpuTrial | undefined;
  /** Makes what follows that. */
  createFollower(simulation: RunningSimulation): Promise<StepFollower>;
}

/**
 * Moves the characters of a crowd as a simulation says: position, heading, and the clip that goes with their speed. Who is
 * to go where is told to {@link CharacterMover.motion}.
 */
export class CharacterMover {
  /** What pages tell characters to do, and are told of. */
  readonly motion: CrowdMotion;
  readonly #options: CharacterMoverOptions;
  readonly #onWarning: (message: string) => void;
  #simulation: CharacterMoverOptions['simulation'];
  /** Undefined where the GPU itself writes the table. */
  #follower: StepFollower | undefined;
  /** What moves people there; undefined where they are not on the GPU. */
  #onGpu: GpuSimulation | undefined;
  readonly #entrance: GpuEntrance | undefined;
  /** Who is moved by hand. */
  readonly #placed = new Set<number>();
  /** Who was added, in places of the simulation's scenario too. */
  readonly #added = new Set<number>();
  /** Crowd seconds at the last update. */
  #now = 0;
  /** Undefined until people begin to leave the GPU. */
  #leaving: Promise<void> | undefined;
  /** What is to be done once they have left it. */
  readonly #afterLeaving: (() => void)[] = [];
  #hasWarned = false;
  /** Whether somebody listens for events. */
  #isHeard = false;
  #isDisposed = false;

  constructor(options: CharacterMoverOptions) {
    const { characters, simulation, follower, gpu, onWarning = console.warn } = options;
    this.#options = options;
    this.#onWarning = onWarning;
    this.#simulation = simulation;
    this.#follower = follower;
    this.motion = new CrowdMotion({ characters, placed: this.#placed, mover: this, onWarning });
    // The build leaves the WebGPU half out of the classic script, if it stands in a branch.
    if (import.meta.url && gpu?.trial) this.#entrance = new GpuEntrance(gpu.trial);
    if (gpu?.simulation) this.#moveOnGpu(gpu.simulation);
  }

  /** Its person i is the character with index i. Another one once people have left the GPU. */
  get simulation(): TimedSimulation {
    return this.#simulation;
  }

  /** Whether nobody but the GPU knows where people are. */
  get isOnGpu(): boolean {
    return this.#onGpu !== undefined;
  }

  /** The ground that people are on whom the GPU alone knows, metres; undefined where the table says where they are. */
  get groundBounds(): Bounds | undefined {
    return this.#simulation.time > 0 ? this.#onGpu?.bounds : undefined;
  }

  /** Keeps feet on their places; undefined where the rig has no legs that can be found. */
  get feet(): FootPlanting | undefined {
    return this.#follower?.feet;
  }

  /** Has characters who were added walk with the others. */
  add(indices: readonly number[], characters: readonly Character[]): void {
    const { personOf } = this.#options;
    this.#entrance?.disturb(this.#driver);
    indices.forEach((i, k) => {
      this.#placed.delete(i);
      this.#added.add(i);
      this.#follower?.begin(i);
      this.#simulation.controls.add(i, personOf(characters[k]));
    });
  }

  /** What the recipe has somebody do. */
  goalOf(i: number): Goal {
    const { characters, personOf } = this.#options;
    const person = this.#added.has(i) ? undefined : this.#options.simulation.scenario.people[i];
    const goal = person?.goal;
    // Whose leader has left goes alone.
    if (goal && !(goal.kind === 'accompany' && !this.#isOfScenario(goal.leader))) return goal;
    return personOf(characters.source(i)).goal;
  }

  /** Somebody was placed by hand, and is everybody else's obstacle from now on. */
  place(i: number): void {
    const { table } = this.#options.characters;
    this.#placed.add(i);
    this.feet?.disturb(i);
    this.#simulation.controls.place(i, [table.x(i), table.z(i)], table.heading(i));
  }

  /** Leaves clips alone that the page has set, until they end or somebody is told where to go. */
  holdClips(indices: readonly number[], request: ClipRequest): void {
    for (const i of indices) this.#follower?.hold(i, request);
  }

  /** Plays what goes with their speed again, whatever clips the page has set. */
  handClipsBack(indices: readonly number[]): void {
    for (const i of indices) this.#follower?.handBack(i);
  }

  /** Somebody's clip has ended. */
  endClip(i: number, clip: number): void {
    this.#follower?.end(i, clip);
  }

  /** Has events reported, wherever people move. */
  hear(): void {
    this.#isHeard = true;
    if (this.#onGpu) this.#onGpu.isAsked = true;
  }

  /** Takes removed characters out of the way of the others. */
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
   */
  update(deltaSeconds: number, now: number, camera?: Camera, crowd?: Object3D): void {
    const simulation = this.#simulation;
    const follower = this.#follower;
    this.#now = now;
    if (deltaSeconds <= 0) {
      if (camera && crowd) follower?.addCamera(camera, crowd);
      return;
    }
    const hasStepped = simulation.advance(deltaSeconds) > 0;
    this.#options.characters.table.stepLeft = 1 - simulation.fraction;
    follower?.follow(hasStepped, deltaSeconds, now, this.#placed, camera, crowd);
    if (hasStepped) this.#reportEvents(simulation);
    this.#enterGpu(deltaSeconds);
  }

  /**
   * Brings people from the GPU to a worker, where everybody's place is known and everything can be asked. They are held
   * for a few frames, and go on from where they are.
   *
   * @param what was asked that the GPU cannot do, such as "add people": whoever asked for the GPU is told
   */
  leaveGpu(what?: string): Promise<void> {
    this.#entrance?.close(this.#driver);
    return this.#leaveGpu(what);
  }

  /** As {@link leaveGpu}, for what is over once it is done: a crowd that is too large for its worker comes back later. */
  leaveGpuForNow(what: string): Promise<void> {
    this.#entrance?.postpone(this.#driver);
    return this.#leaveGpu(what);
  }

  /**
   * Gets ready for another renderer: people stay on the GPU where that one can move them, and else leave it before it draws
   * anybody.
   */
  async prepareFor(
    next: Pick<Backend, 'walkingGpu' | 'loadWalking'>,
    localPoses: LocalPoses | undefined,
  ): Promise<void> {
    this.#entrance?.disturb(this.#driver);
    if (!this.isOnGpu) return;
    const { table } = this.#options.characters;
    if (next.walkingGpu({ table, localPoses }) !== 'none') await next.loadWalking();
    else await this.leaveGpu('be drawn by a renderer that cannot move it');
  }

  /**
   * Does something that needs everybody's place again, once people have left the GPU; nothing where they are not there.
   *
   * @param what as {@link leaveGpu} takes it
   */
  repeatAfterGpu(what: string, action: () => void): void {
    this.#entrance?.close(this.#driver);
    if (!this.isOnGpu) return;
    this.#afterLeaving.push(action);
    this.#reportFailure(this.#leaveGpu(what));
  }

  /**
   * Whether the table says where everybody is. If it does not, people begin to leave the GPU, and one warning says what was
   * answered meanwhile.
   *
   * @param question in words such as "a ray" …
   * @param answer … and "hit nobody"
   */
  knowsPlaces(question: string, answer: string): boolean {
    if (this.#simulation.time === 0) return true;
    this.#entrance?.close(this.#driver);
    if (!this.isOnGpu) return true;
    this.#reportFailure(this.#leaveGpu('tell where people are'));
    if (!this.#hasWarned) {
      this.#onWarning(
        `three-crowd: ${question} ${answer}, since this crowd moved on the GPU, which alone knew where people were. A few ` +
          'frames later it moves in a worker, and answers are right. To have them right at once, wait for ' +
          '`crowd.motion.leaveGpu()` first, or make the crowd with motion: { gpu: false }.',
      );
    }
    this.#hasWarned = true;
    return false;
  }

  /** @throws {CrowdError} where the simulation cannot be saved */
  async takeState(): Promise<MotionState> {
    await this.leaveGpu('save people');
    const simulation = this.#simulation;
    const follower = this.#follower;
    if (!simulation.takeState || !follower) throw new CrowdError(CANNOT_BE_SAVED);
    const state = await simulation.takeState();
    return {
      simulation: state,
      timeScale: simulation.timeScale,
      placed: [...this.#placed],
      added: [...this.#added],
      ...follower.takeState(),
    };
  }

  /**
   * To be called once people have left the GPU.
   *
   * @throws {CrowdError} where the simulation cannot be saved
   */
  restoreState(state: MotionState): void {
    const simulation = this.#simulation;
    const follower = this.#follower;
    if (!simulation.restoreState || !follower) throw new CrowdError(CANNOT_BE_SAVED);
    simulation.restoreState(state.simulation);
    simulation.timeScale = state.timeScale;
    this.#placed.clear();
    for (const i of state.placed) this.#placed.add(i);
    this.#added.clear();
    for (const i of state.added) this.#added.add(i);
    follower.restoreState(state);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#entrance?.close(undefined);
    this.#simulation.dispose?.();
  }

  /** Whether somebody of the scenario is still there, and nobody else in that place. */
  #isOfScenario(i: number): boolean {
    return !this.#added.has(i) && !this.#options.characters.table.isFree(i);
  }

  /** What moves people in a worker, where the GPU may be tried. */
  get #driver(): SimulationDriver | undefined {
    return this.#entrance && !this.#onGpu ? (this.#simulation as SimulationDriver) : undefined;
  }

  #moveOnGpu(simulation: GpuSimulation): void {
    this.#onGpu = simulation;
    this.#simulation = simulation;
    this.#follower = undefined;
    this.#leaving = undefined;
    simulation.isAsked = this.#isHeard;
    simulation.onUnknownCommand = (what) => this.#reportFailure(this.leaveGpuForNow(what));
  }

  /** Brings people to the GPU, where they have become too many for their worker and it is known to be quick. */
  #enterGpu(deltaSeconds: number): void {
    const driver = this.#driver;
    const follower = this.#follower;
    if (!driver || !follower) return;
    const arrival = this.#entrance?.update(deltaSeconds, driver);
    if (!arrival) return;
    const { characters } = this.#options;
    this.#moveOnGpu(arrival.simulation);
    arrival.takeOver({ characters, from: driver, follower, arrival }, this.#now);
  }

  #leaveGpu(what?: string): Promise<void> {
    const { gpu } = this.#options;
    if (!this.#onGpu || !gpu) return Promise.resolve();
    this.#leaving ??= this.#leave(this.#onGpu, gpu, what).catch((error: unknown) => {
      this.#leaving = undefined;
      throw error;
    });
    return this.#leaving;
  }

  #reportFailure(leaving: Promise<void>): void {
    leaving.catch((error: unknown) => {
      console.error(
        'three-crowd: people cannot leave the GPU. The next call that needs it tries again.',
        error,
      );
    });
  }

  async #leave(
    simulation: GpuSimulation,
    { choice, createFollower }: GpuPassage,
    what?: string,
  ): Promise<void> {
    if (what && !choice.isAutomatic) {
      this.#onWarning(
        `three-crowd: this crowd leaves the GPU, as it was asked to ${what}, and moves in a worker from now on.`,
      );
    }
    const { takeOverFromGpu } = await loadTakeover();
    const driver = choice.createDriver();
    const follower = await createFollower(driver);
    const { table } = this.#options.characters;
    await takeOverFromGpu({ table, from: simulation, to: driver, follower }, () => this.#now);
    if (this.#isDisposed) driver.dispose();
    this.#onGpu = undefined;
    this.#simulation = driver;
    this.#follower = follower;
    this.#reportEvents(simulation);
    for (const action of this.#afterLeaving.splice(0)) action();
  }

  #reportEvents(simulation: TimedSimulation): void {
    for (const { kind, person } of simulation.takeEvents()) {
      this.motion.dispatchEvent({ type: kind, character: person });
    }
  }
}
