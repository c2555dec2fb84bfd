import type { Camera, Object3D } from 'three';
import type { Characters } from '../../render/characters/index.js';
import { PictureRange } from '../../render/poses/picture-range.js';
import {
  FRAME_STATE,
  frameState,
  type RunningSimulation,
  STEP_SECONDS,
  stepsSinceUpdate,
} from '../../simulate/index.js';
import type { FeetState, FootPlanting } from '../feet/foot-planting.js';
import type { SteadyGround } from '../ground.js';
import { StepMoves } from './step-moves.js';
import { WalkCycle, type WalkCycleClips, type WalkState } from './walk-cycle.js';

/**
 * Interval at which the clip speeds of far walkers are set, in steps. Within a fifth of a second they are off by one or two
 * centimetres. Setting all of them in each step took a fifth of the main thread's time for walking, with 5,000 of whom few are near.
 */
const FAR_PACES = 4;

/** Inputs of a {@link StepFollower}. */
export interface StepFollowerOptions extends WalkCycleClips {
  readonly characters: Characters;
  /** Its agent i is the character with index i. */
  readonly simulation: RunningSimulation;
  /** Plants feet; undefined for a rig without legs that can be found. */
  readonly feet: FootPlanting | undefined;
  /** @default the heights of the simulation */
  readonly ground?: SteadyGround | undefined;
}

/** Saved state of a {@link StepFollower}: plain data. */
export interface FollowerState {
  readonly playedTimeScale: number;
  readonly paces: number;
  readonly walkCycle: WalkState;
  readonly hasMoved: Uint8Array;
  /** Null for a rig without legs. */
  readonly feet: FeetState | null;
}

/** Writes the states of a simulation into the character table: positions, and the clips and feet that go with them. */
export class StepFollower {
  readonly #characters: Characters;
  readonly #simulation: RunningSimulation;
  readonly walkCycle: WalkCycle;
  readonly feet: FootPlanting | undefined;
  readonly #range = new PictureRange();
  readonly #moves: StepMoves;
  /** Time scale that the clips were last played with. */
  #playedTimeScale = 1;
  /** Number of the latest step followed; −∞ before the first, and after a jump to a saved state. */
  #steps = Number.NEGATIVE_INFINITY;
  /** Number of passes that set the speeds of clips. */
  #paces = 0;

  constructor({ characters, simulation, feet, ground, ...clips }: StepFollowerOptions) {
    this.#characters = characters;
    this.#simulation = simulation;
    this.feet = feet;
    this.#moves = new StepMoves(characters.table, ground);
    this.walkCycle = new WalkCycle(characters, clips, simulation.size);
  }

  /** Adds a further camera of a frame, near which feet are planted as well. */
  addCamera(camera: Camera, crowd: Object3D): void {
    this.#range.add(camera, crowd);
  }

  /**
   * Follows the simulation up to its present time.
   *
   * @param hasStepped true if its latest state has changed
   * @param deltaSeconds since the last call
   * @param now crowd seconds
   * @param placed characters that the page moves: only their height is written
   */
  follow(
    hasStepped: boolean,
    deltaSeconds: number,
    now: number,
    placed: ReadonlySet<number>,
    camera: Camera | undefined,
    crowd: Object3D | undefined,
  ): void {
    const { previous, current, time, timeScale } = this.#simulation;
    const steps = Math.round(time / STEP_SECONDS);
    const newSteps = steps - this.#steps;
    this.#steps = steps;
    const isNewTimeScale = timeScale !== this.#playedTimeScale;
    if (hasStepped || isNewTimeScale) this.#pace(now, isNewTimeScale, steps, newSteps);
    this.#playedTimeScale = timeScale;
    if (hasStepped) this.#moves.take(previous, current, placed, steps, newSteps);
    if (hasStepped) {
      this.#range.begin(camera, crowd);
      this.feet?.choose(current, this.#range, this.#paces);
    } else this.#range.skip();
    this.feet?.follow(now, deltaSeconds, timeScale);
  }

  takeState(): FollowerState {
    return {
      playedTimeScale: this.#playedTimeScale,
      paces: this.#paces,
      walkCycle: this.walkCycle.takeState(),
      hasMoved: this.#moves.takeState(),
      feet: this.feet?.takeState() ?? null,
    };
  }

  restoreState({ playedTimeScale, paces, walkCycle, hasMoved, feet }: FollowerState): void {
    this.#playedTimeScale = playedTimeScale;
    this.#paces = paces;
    this.walkCycle.restoreState(walkCycle);
    this.#steps = Number.NEGATIVE_INFINITY;
    this.#moves.restoreState(hasMoved);
    if (feet) this.feet?.restoreState(feet);
  }

  /**
   * Sets the playback speeds of clips from the speeds of characters.
   *
   * @param isEverybodyDue true to include far characters that walk on
   * @param steps number of the latest step
   * @param newSteps steps since the last call of {@link follow}
   */
  #pace(now: number, isEverybodyDue: boolean, steps: number, newSteps: number): void {
    const { previous, current, fraction, timeScale, size } = this.#simulation;
    const { table } = this.#characters;
    const count = Math.min(size, table.count);
    const { feet } = this;
    this.#paces += 1;
    for (let i = 0; i < count; i++) {
      const since = stepsSinceUpdate(previous, i, steps - 1);
      if (since >= newSteps && !isEverybodyDue) continue;
      const state = frameState(current, i);
      const keepsFeet = feet?.keeps(i) ?? false;
      const isDue = since >= 0 || keepsFeet || !feet || isEverybodyDue || (i + this.#paces) % FAR_PACES === 0;
      if (!isDue && state === FRAME_STATE.walking && this.walkCycle.isWalking(i)) continue;
      // Checked here, so that no row is read of characters that are skipped.
      if (table.isFree(i)) continue;
      if (state === FRAME_STATE.gone) {
        this.walkCycle.stand(i, now);
        continue;
      }
      this.walkCycle.follow(i, previous, current, fraction, since, now, timeScale, keepsFeet);
    }
  }
}
