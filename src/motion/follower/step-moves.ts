import { TAU, wrapAngle } from '../../math/index.js';
import type { CharacterTable } from '../../render/characters/index.js';
import {
  FAR_STEPS,
  FRAME,
  FRAME_STATE,
  FRAME_STRIDE,
  frameState,
  STEP_SECONDS,
  stepsSinceUpdate,
} from '../../simulate/index.js';
import type { SteadyGround } from '../ground.js';

/** Distance between two steps from which a character was set down elsewhere, metres. */
const JUMP_DISTANCE = 1;
/** Radians. */
const SMALL_TURN = 0.3;

/**
 * Writes the latest step of each character into the character table: its end, and the movement during it. Shaders and
 * the getters of the table interpolate, so that frames between steps cost nothing that grows with the crowd. Standing
 * characters are neither written nor uploaded, and far ones are written once for each update in the simulation.
 *
 * Notes: rejected: writing positions in each frame, which uploaded up to 640 kB for 5,000 walkers in place of 44 to 57,
 * and took 6.0 ms in place of 3.9 on WebGL, 6.8 in place of 4.1 on WebGPU. Rejected: one loop over the arrays of both
 * tables (0.23 ms in place of 0.35 a step, with both layouts in two places).
 */
export class StepMoves {
  readonly #table: CharacterTable;
  /** 1 for each character that moved in the previous step, whose stop is not written yet. */
  #hasMoved = new Uint8Array();
  readonly #ground: SteadyGround | undefined;

  /** @param ground undefined for the heights of the frames */
  constructor(table: CharacterTable, ground?: SteadyGround) {
    this.#table = table;
    this.#ground = ground;
  }

  /**
   * Takes two consecutive steps, as frames of the simulation.
   *
   * @param placed characters that the page moves: only their height is written
   * @param steps number of the second frame's step
   * @param newSteps steps since the last call
   */
  take(
    previous: Float32Array,
    current: Float32Array,
    placed: ReadonlySet<number>,
    steps: number,
    newSteps: number,
  ): void {
    const table = this.#table;
    const size = Math.min(current.length / FRAME_STRIDE, table.count);
    if (this.#hasMoved.length < size) this.#hasMoved = new Uint8Array(size).fill(1);
    for (let i = 0; i < size; i++) {
      if (table.isFree(i)) continue;
      // An agent that has just become near shows the end of its long move first.
      const since = stepsSinceUpdate(previous, i, steps - 1);
      if (since >= 0) {
        if (since < newSteps) this.#takeFar(i, previous, steps - 1 - since);
      } else if (frameState(current, i) === FRAME_STATE.gone) this.#stop(i);
      else if (placed.size > 0 && placed.has(i)) this.#writeHeight(i, current);
      else this.#takeOne(i, previous, current);
    }
  }

  /** Returns 1 for each character that moved in the latest step. */
  takeState(): Uint8Array {
    return this.#hasMoved.slice();
  }

  restoreState(hasMoved: Uint8Array): void {
    this.#hasMoved = hasMoved.slice();
  }

  /** Lets a character walk on from its last update at its heading and speed. */
  #takeFar(i: number, frame: Float32Array, updatedAt: number): void {
    const table = this.#table;
    const o = i * FRAME_STRIDE;
    const way = frame[o + FRAME.speed] * STEP_SECONDS;
    const sin = Math.sin(frame[o + FRAME.heading]);
    const cos = Math.cos(frame[o + FRAME.heading]);
    const x = frame[o + FRAME.x] + FAR_STEPS * way * sin;
    const z = frame[o + FRAME.z] + FAR_STEPS * way * cos;
    let y = frame[o + FRAME.y] + FAR_STEPS * way * frame[o + FRAME.slope];
    let onY = way * frame[o + FRAME.slope];
    const ground = this.#ground;
    if (ground) {
      const before = ground(frame[o + FRAME.x], frame[o + FRAME.z], table.y(i));
      y = ground(x, z, before);
      onY = (y - before) / FAR_STEPS;
    }
    const hasMoved = this.#hasMoved[i] === 1;
    this.#hasMoved[i] = way > 0 ? 1 : 0;
    if (way === 0 && !hasMoved && table.x(i) === x && table.z(i) === z) return;
    table.setStepEnd(i, x, y, z, sin, cos);
    if (way > 0) table.moves.setLong(i, way * sin, onY, way * cos, updatedAt + FAR_STEPS);
    else table.moves.clear(i);
  }

  /** Leaves a character where it is. */
  #stop(i: number): void {
    const table = this.#table;
    if (table.moves.isLong(i)) {
      table.setTransform(i, table.x(i), table.y(i), table.z(i), table.heading(i), table.scale(i));
    }
    table.moves.clear(i);
  }

  #takeOne(i: number, previous: Float32Array, current: Float32Array): void {
    const table = this.#table;
    const o = i * FRAME_STRIDE;
    const x = current[o + FRAME.x];
    const z = current[o + FRAME.z];
    const heading = current[o + FRAME.heading];
    let onX = x - previous[o + FRAME.x];
    let onZ = z - previous[o + FRAME.z];
    let turned = heading - previous[o + FRAME.heading];
    const hasMoved = this.#hasMoved[i] === 1;
    const ground = this.#ground;
    let y = current[o + FRAME.y];
    let onY = y - previous[o + FRAME.y];
    if (ground) {
      const stands = onX === 0 && onZ === 0;
      const before = table.y(i);
      y = stands && table.x(i) === x && table.z(i) === z ? before : ground(x, z, before);
      onY = stands ? 0 : y - ground(previous[o + FRAME.x], previous[o + FRAME.z], y);
    }
    const isMoving = onX !== 0 || onY !== 0 || onZ !== 0 || turned !== 0;
    this.#hasMoved[i] = isMoving ? 1 : 0;
    if (!isMoving && !hasMoved && table.x(i) === x && table.z(i) === z) return;
    // A character that was set down elsewhere does not slide there.
    if (onX * onX + onZ * onZ > JUMP_DISTANCE * JUMP_DISTANCE) onX = onY = onZ = turned = 0;
    if (Math.abs(turned) > TAU / 4) turned = wrapAngle(turned);
    // Agents turn by 9 degrees a step at most, so that the chord between two headings stays far from the circle's middle. A heading
    // that the page sets is shown at once.
    if (Math.abs(turned) > TAU / 4) turned = 0;
    const sin = Math.sin(heading);
    const cos = Math.cos(heading);
    table.setStepEnd(i, x, y, z, sin, cos);
    if (turned !== 0) {
      // The differences of sine and cosine: by their first terms for the turns that people make, to 2e-6.
      const square = turned * turned;
      const isSmall = square < SMALL_TURN * SMALL_TURN;
      const s = isSmall ? turned * (1 - (square / 6) * (1 - square / 20)) : Math.sin(turned);
      const v = isSmall ? (square / 2) * (1 - square / 12) : 1 - Math.cos(turned);
      table.moves.set(i, onX, onY, onZ, sin * v + cos * s, cos * v - sin * s);
    } else if (isMoving) table.moves.set(i, onX, onY, onZ, 0, 0);
    else table.moves.clear(i);
  }

  #writeHeight(i: number, current: Float32Array): void {
    const table = this.#table;
    const y = this.#ground?.(table.x(i), table.z(i), table.y(i)) ?? current[i * FRAME_STRIDE + FRAME.y];
    if (table.y(i) === y) return;
    table.setTransform(i, table.x(i), y, table.z(i), table.heading(i), table.scale(i));
  }
}
