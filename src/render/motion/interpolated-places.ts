import { TAU, wrapAngle } from '../../math/index.js';
import { FRAME, FRAME_STATE, FRAME_STRIDE } from '../../simulate/index.js';
import type { CharacterTable } from '../characters/index.js';

/** Someone who moved farther than this between two steps was set down elsewhere, metres. */
const JUMP_DISTANCE = 1;

/** Numbers of each mover: where they were in the step before, and how far on they are in the latest one. */
const STRIDE = 10;
const FROM = { x: 0, y: 1, z: 2, sin: 3, cos: 4 } as const;
const ON = { x: 5, y: 6, z: 7, sin: 8, cos: 9 } as const;

/**
 * Writes where everybody is between two steps into the character table.
 *
 * There are three pictures or more a step, so that all that is the same for them is worked out once a step: headings as
 * sine and cosine, and who moves at all. Who stands is neither written nor uploaded. With angles turned into sines in
 * each frame, 5,000 walkers took eight times as long.
 */
export class InterpolatedPlaces {
  readonly #table: CharacterTable;
  /** Who moves between the two steps, and how many do. */
  #movers = new Uint32Array();
  #numbers = new Float32Array();
  #count = 0;
  /** Who moved between the two steps before, by index: their last place is yet to be written. */
  #hasMoved = new Uint8Array();

  constructor(table: CharacterTable) {
    this.#table = table;
  }

  /**
   * Takes over two steps that follow one another, as frames of the simulation.
   *
   * @param isPlaced whether a character is moved by hand: only the height of the ground is then written
   */
  take(previous: Float32Array, current: Float32Array, isPlaced: (i: number) => boolean): void {
    const table = this.#table;
    const size = Math.min(current.length / FRAME_STRIDE, table.count);
    if (this.#movers.length < size) {
      this.#movers = new Uint32Array(size);
      this.#numbers = new Float32Array(size * STRIDE);
      this.#hasMoved = new Uint8Array(size).fill(1);
    }
    this.#count = 0;
    for (let i = 0; i < size; i++) {
      if (current[i * FRAME_STRIDE + FRAME.state] === FRAME_STATE.gone || table.isFree(i)) continue;
      if (isPlaced(i)) this.#writeHeight(i, current[i * FRAME_STRIDE + FRAME.y]);
      else this.#takeOne(i, previous, current);
    }
  }

  /**
   * Writes where everybody is.
   *
   * @param fraction how much of the time between the two steps has gone by, 0 to 1
   */
  write(fraction: number): void {
    const table = this.#table;
    const numbers = this.#numbers;
    for (let k = 0; k < this.#count; k++) {
      const i = this.#movers[k];
      if (table.isFree(i)) continue;
      const o = k * STRIDE;
      const sin = numbers[o + FROM.sin] + numbers[o + ON.sin] * fraction;
      const cos = numbers[o + FROM.cos] + numbers[o + ON.cos] * fraction;
      // Nobody turns by more than 9 degrees a step, so that the chord is never near the middle of the circle.
      const length = Math.sqrt(sin * sin + cos * cos);
      table.setPlace(
        i,
        numbers[o + FROM.x] + numbers[o + ON.x] * fraction,
        numbers[o + FROM.y] + numbers[o + ON.y] * fraction,
        numbers[o + FROM.z] + numbers[o + ON.z] * fraction,
        sin / length,
        cos / length,
      );
    }
  }

  /** No longer writes where a character is, until the next step is taken over. */
  release(i: number): void {
    for (let k = 0; k < this.#count; k++) {
      if (this.#movers[k] !== i) continue;
      this.#count -= 1;
      this.#movers[k] = this.#movers[this.#count];
      const last = this.#count * STRIDE;
      this.#numbers.copyWithin(k * STRIDE, last, last + STRIDE);
      return;
    }
  }

  #takeOne(i: number, previous: Float32Array, current: Float32Array): void {
    const table = this.#table;
    const o = i * FRAME_STRIDE;
    const x = current[o + FRAME.x];
    const y = current[o + FRAME.y];
    const z = current[o + FRAME.z];
    const heading = current[o + FRAME.heading];
    let onX = x - previous[o + FRAME.x];
    let onY = y - previous[o + FRAME.y];
    let onZ = z - previous[o + FRAME.z];
    let turned = heading - previous[o + FRAME.heading];
    const hasMoved = this.#hasMoved[i] === 1;
    const isMoving = onX !== 0 || onY !== 0 || onZ !== 0 || turned !== 0;
    this.#hasMoved[i] = isMoving ? 1 : 0;
    if (!isMoving && !hasMoved && table.x(i) === x && table.z(i) === z) return;
    // Nobody is drawn sliding across the ground to where they were set down.
    if (onX * onX + onZ * onZ > JUMP_DISTANCE * JUMP_DISTANCE) onX = onY = onZ = turned = 0;
    if (Math.abs(turned) > TAU / 4) turned = wrapAngle(turned);
    const k = this.#count++;
    const numbers = this.#numbers;
    const n = k * STRIDE;
    this.#movers[k] = i;
    numbers[n + FROM.x] = x - onX;
    numbers[n + FROM.y] = y - onY;
    numbers[n + FROM.z] = z - onZ;
    numbers[n + FROM.sin] = Math.sin(heading - turned);
    numbers[n + FROM.cos] = Math.cos(heading - turned);
    numbers[n + ON.x] = onX;
    numbers[n + ON.y] = onY;
    numbers[n + ON.z] = onZ;
    numbers[n + ON.sin] = turned === 0 ? 0 : Math.sin(heading) - numbers[n + FROM.sin];
    numbers[n + ON.cos] = turned === 0 ? 0 : Math.cos(heading) - numbers[n + FROM.cos];
  }

  #writeHeight(i: number, y: number): void {
    const table = this.#table;
    if (table.y(i) === y) return;
    table.setTransform(i, table.x(i), y, table.z(i), table.heading(i), table.scale(i));
  }
}
