import { wrapAngle } from '../../math/index.js';
import { FRAME, FRAME_STATE, FRAME_STRIDE, type Simulation } from '../../simulate/index.js';
import type { Characters } from '../characters/index.js';
import { WalkCycle } from './walk-cycle.js';

/** Someone who moved farther than this between two steps was set down elsewhere, metres. */
const JUMP_DISTANCE = 1;

/** What moves the characters of a crowd. */
export interface CrowdMotionOptions {
  readonly characters: Characters;
  /** Its person i is the character with index i. */
  readonly simulation: Simulation;
  /** Ground that a clip covers at playback speed 1, metres a second at scale 1; 0 for clips that stay in place. */
  groundSpeed(clip: number): number;
}

/**
 * Moves the characters of a crowd as its simulation says: position, heading, and the clip that goes with their speed.
 * `crowd.update` advances it.
 */
export class CrowdMotion {
  readonly #characters: Characters;
  readonly #simulation: Simulation;
  readonly #walkCycle: WalkCycle;
  /** Time scale that the clips were last played with. */
  #playedTimeScale = 1;

  /** @internal */
  constructor({ characters, simulation, groundSpeed }: CrowdMotionOptions) {
    this.#characters = characters;
    this.#simulation = simulation;
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
    this.#simulation.timeScale = value;
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
      this.#place(i, previous, current, fraction);
    }
  }

  /** Writes where a character stands between two steps. Who has not moved costs no upload. */
  #place(i: number, previous: Float32Array, current: Float32Array, fraction: number): void {
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
}
