import type { Population } from '../population/population.js';
import type { StepArrays } from '../step/step-arrays.js';
import type { WalkableCells } from './flow-field.js';

/** Passages up to this wide are doors, metres: two who meet there do not always get past one another. */
const MAX_WIDTH = 1.2;
/** Who is this near to a door, metres, waits for who comes the other way. */
const WAITING_RANGE = 4;
/** Who is this near to the middle of a door, metres besides half its length, is in it. */
const IN_DOOR = 0.6;
/** Who comes nearer to their target by this share of the way to a door passes it. */
const ON_THE_WAY = 0.7;
/** Steps of a turn: twelve seconds. In eight, of which four go by until the door is free, 60 people hardly take turns. */
const TURN_STEPS = 240;
/** The directions in which widths are measured: columns and rows of a step. */
const AXES = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
] as const;

interface Door {
  /** The middle, metres. */
  readonly x: number;
  readonly z: number;
  /** The way through, length 1. */
  readonly axisX: number;
  readonly axisZ: number;
  /** Metres from the middle to where the door begins. */
  readonly halfLength: number;
  /** How many want to pass along the axis and against it, and how many of them are in the door. */
  ahead: number;
  back: number;
  aheadInside: number;
  backInside: number;
}

/** The doors of a world, and who wants to pass them at present. */
export class Doors {
  readonly #cells: WalkableCells;
  readonly #doors: Door[] = [];
  /** The door that each cell is near to, from 1 on; 0 for none. */
  readonly #near: Uint16Array;

  constructor(cells: WalkableCells) {
    this.#cells = cells;
    this.#near = new Uint16Array(cells.isFree.length);
    this.#find();
  }

  get count(): number {
    return this.#doors.length;
  }

  clear(): void {
    for (const door of this.#doors) {
      door.ahead = 0;
      door.back = 0;
      door.aheadInside = 0;
      door.backInside = 0;
    }
  }

  /**
   * The way someone passes the door that they are near to: 1 along its axis, −1 against it, 2 and −2 in the door; 0 where they
   * are near to none or do not pass it.
   *
   * @param distances of the cells to their target over ground, metres; without them the way that they go at present counts
   */
  wayThrough(
    person: number,
    { x, z }: Population,
    { aimX, aimZ }: StepArrays,
    distances?: Float64Array,
  ): number {
    const cell = this.#cellAt(x[person], z[person]);
    const number = this.#near[cell];
    if (number === 0) return 0;
    const door = this.#doors[number - 1];
    const dx = door.x - x[person];
    const dz = door.z - z[person];
    const along = dx * door.axisX + dz * door.axisZ;
    const distance = Math.sqrt(dx * dx + dz * dz);
    if (Math.abs(along) < door.halfLength + IN_DOOR && distance < door.halfLength + MAX_WIDTH) {
      const isAhead = distances
        ? distances[this.#cellBeside(door, 1)] < distances[this.#cellBeside(door, -1)]
        : aimX[person] * door.axisX + aimZ[person] * door.axisZ > 0;
      return isAhead ? 2 : -2;
    }
    // No way is known from the cells beside walls.
    const isKnown = distances && distances[cell] !== Number.POSITIVE_INFINITY;
    const nearer = isKnown
      ? distances[cell] - distances[this.#cellAt(door.x, door.z)]
      : aimX[person] * dx + aimZ[person] * dz;
    if (nearer <= ON_THE_WAY * distance) return 0;
    return along > 0 ? 1 : -1;
  }

  add(person: number, people: Population, way: number): void {
    const door = this.#doorOf(person, people);
    if (way > 0) door.ahead += 1;
    else door.back += 1;
    if (way > 1) door.aheadInside += 1;
    if (way < -1) door.backInside += 1;
  }

  /** Whether someone who wants to pass a door lets those go first who come the other way. */
  isToWait(person: number, people: Population, way: number, steps: number): boolean {
    if (way > 1 || way < -1) return false;
    const door = this.#doorOf(person, people);
    const inside = way > 0 ? door.backInside : door.aheadInside;
    const others = way > 0 ? door.back : door.ahead;
    const turn = Math.floor(steps / TURN_STEPS) % 2 === 0 ? 1 : -1;
    return inside > 0 || (others > 0 && turn !== way);
  }

  #doorOf(person: number, { x, z }: Population): Door {
    return this.#doors[this.#near[this.#cellAt(x[person], z[person])] - 1];
  }

  /** The cell right behind a door. @param side 1 along its axis, −1 against it */
  #cellBeside({ x, z, axisX, axisZ, halfLength }: Door, side: number): number {
    const beyond = side * (halfLength + this.#cells.cellSize);
    return this.#cellAt(x + axisX * beyond, z + axisZ * beyond);
  }

  #cellAt(x: number, z: number): number {
    const { minX, minZ, cellSize, columns, rows } = this.#cells;
    const column = Math.min(columns - 1, Math.max(0, Math.floor((x - minX) / cellSize)));
    const row = Math.min(rows - 1, Math.max(0, Math.floor((z - minZ) / cellSize)));
    return row * columns + column;
  }

  #find(): void {
    const { columns, isFree, cellSize, minX, minZ } = this.#cells;
    const axisOf = new Int8Array(isFree.length).fill(-1);
    for (let cell = 0; cell < isFree.length; cell++)
      if (isFree[cell] === 1) axisOf[cell] = this.#narrowAxis(cell);
    for (let first = 0; first < axisOf.length; first++) {
      if (axisOf[first] < 0 || this.#near[first] !== 0) continue;
      const cells = [first];
      this.#near[first] = this.#doors.length + 1;
      for (let n = 0; n < cells.length; n++) {
        this.#forEachBeside(cells[n], (cell) => {
          if (axisOf[cell] < 0 || this.#near[cell] !== 0) return;
          this.#near[cell] = this.#doors.length + 1;
          cells.push(cell);
        });
      }
      const xs = cells.map((cell) => minX + ((cell % columns) + 0.5) * cellSize);
      const zs = cells.map((cell) => minZ + (Math.floor(cell / columns) + 0.5) * cellSize);
      const mean = (values: number[]): number =>
        values.reduce((sum, value) => sum + value, 0) / values.length;
      const [x, z] = [mean(xs), mean(zs)];
      const [across, down] = AXES[axisOf[first]];
      const length = Math.sqrt(across * across + down * down);
      const [axisX, axisZ] = [-down / length, across / length];
      const halfLength = Math.max(...xs.map((cx, n) => Math.abs((cx - x) * axisX + (zs[n] - z) * axisZ)));
      this.#doors.push({ x, z, axisX, axisZ, halfLength, ahead: 0, back: 0, aheadInside: 0, backInside: 0 });
    }
    this.#spread();
  }

  /** Extends doors to the cells from which they are near. */
  #spread(): void {
    const near = this.#near;
    let edge: number[] = [];
    near.forEach((door, cell) => {
      if (door !== 0) edge.push(cell);
    });
    for (let n = 0; n < WAITING_RANGE / this.#cells.cellSize; n++) {
      const next: number[] = [];
      for (const from of edge) {
        this.#forEachBeside(from, (cell) => {
          if (near[cell] !== 0 || this.#cells.isFree[cell] === 0) return;
          near[cell] = near[from];
          next.push(cell);
        });
      }
      edge = next;
    }
  }

  /** Number of the axis along which a cell lies between two walls that are near, and across which it is free; −1 for none. */
  #narrowAxis(cell: number): number {
    const { cellSize } = this.#cells;
    for (let axis = 0; axis < AXES.length; axis++) {
      const [columnStep, rowStep] = AXES[axis];
      const length = Math.sqrt(columnStep * columnStep + rowStep * rowStep) * cellSize;
      const most = Math.floor(MAX_WIDTH / length);
      const before = this.#freeFrom(cell, -columnStep, -rowStep, most);
      if (before === most) continue;
      const width = 1 + before + this.#freeFrom(cell, columnStep, rowStep, most);
      if (width > most) continue;
      const reach = Math.max(3, width);
      const isOpen =
        this.#freeFrom(cell, -rowStep, columnStep, reach) === reach &&
        this.#freeFrom(cell, rowStep, -columnStep, reach) === reach;
      if (isOpen) return axis;
    }
    return -1;
  }

  #freeFrom(cell: number, columnStep: number, rowStep: number, most: number): number {
    const { columns, rows, isFree } = this.#cells;
    let column = cell % columns;
    let row = (cell - column) / columns;
    for (let n = 0; n < most; n++) {
      column += columnStep;
      row += rowStep;
      if (column < 0 || column >= columns || row < 0 || row >= rows || isFree[row * columns + column] === 0)
        return n;
    }
    return most;
  }

  #forEachBeside(middle: number, visit: (cell: number) => void): void {
    const { columns, rows } = this.#cells;
    const column = middle % columns;
    const row = (middle - column) / columns;
    for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r++) {
      for (let c = Math.max(0, column - 1); c <= Math.min(columns - 1, column + 1); c++)
        visit(r * columns + c);
    }
  }
}
