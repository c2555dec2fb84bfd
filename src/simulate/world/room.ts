import type { WalkableCells } from './flow-field.js';

/** How far the width of a passage is measured to either side, metres. */
const WIDTH_RANGE = 1.25;
/** A passage narrower than this share of the place that it leads to is a door. */
const DOOR_SHARE = 0.75;
/** Doors are kept clear this far, metres. */
const DOOR_CLEARANCE = 1;
/** Areas are summed by distance in steps of a quarter of a metre. */
const RINGS_PER_METER = 4;
/** Larger gatherings than this need no sum of their own, metres. */
const MAX_RADIUS = 100;

const UNKNOWN = 0;
const INSIDE = 1;
const OUTSIDE = 2;

/** The cells before the last door on the way to a target: where people who go there may stop. */
export class Room {
  readonly #cells: WalkableCells;
  readonly #distances: Float64Array;
  readonly #sides: Uint8Array;
  /** The widest place on the way from each cell to the target, in cells. */
  readonly #widest: Uint8Array;
  /** Square metres of the room that are no farther from the target than each ring. */
  readonly #areas = new Float64Array(MAX_RADIUS * RINGS_PER_METER + 1);

  /** @param distances to the target over ground, by cell */
  constructor(cells: WalkableCells, distances: Float64Array) {
    this.#cells = cells;
    this.#distances = distances;
    this.#sides = new Uint8Array(distances.length);
    this.#widest = new Uint8Array(distances.length);
    const doors = this.#findSides();
    this.#sumAreas();
    for (const door of doors) this.#keepClear(door);
    this.#coverEdges();
  }

  /** Whether people may stop at (x, z), metres: not before a door, in one, or right behind it. */
  has(x: number, z: number): boolean {
    const { minX, minZ, cellSize, columns, rows } = this.#cells;
    const column = Math.min(columns - 1, Math.max(0, Math.floor((x - minX) / cellSize)));
    const row = Math.min(rows - 1, Math.max(0, Math.floor((z - minZ) / cellSize)));
    return this.#sides[row * columns + column] !== OUTSIDE;
  }

  /** Metres from the target within which so many square metres of the room are, beside those within `from` metres. */
  radiusOf(area: number, from: number): number {
    const areas = this.#areas;
    let ring = Math.min(areas.length - 1, Math.max(0, Math.floor(from * RINGS_PER_METER)));
    const wanted = areas[ring] + area;
    while (ring < areas.length - 1 && areas[ring] < wanted) ring += 1;
    return ring / RINGS_PER_METER;
  }

  /**
   * Follows the way from each cell to the first whose side is known, and back.
   *
   * @returns the cells of doors that are next to the room
   */
  #findSides(): number[] {
    const doors: number[] = [];
    const sides = this.#sides;
    const way: number[] = [];
    for (let start = 0; start < sides.length; start++) {
      if (this.#distances[start] === Number.POSITIVE_INFINITY) continue;
      let cell = start;
      while (sides[cell] === UNKNOWN) {
        way.push(cell);
        const next = this.#nextOf(cell);
        if (next === cell) break;
        cell = next;
      }
      for (let known = cell; way.length > 0; ) {
        const before = way.pop() as number;
        const width = this.#widthAt(before, known);
        const widest = this.#widest[known];
        const isDoor = width < DOOR_SHARE * widest;
        sides[before] = sides[known] === OUTSIDE || isDoor ? OUTSIDE : INSIDE;
        if (sides[known] === INSIDE && isDoor) doors.push(before);
        this.#widest[before] = Math.max(widest, width);
        known = before;
      }
    }
    return doors;
  }

  /** Takes away what is near to a cell of a door, and not behind a wall. */
  #keepClear(door: number): void {
    const { cellSize } = this.#cells;
    const reach = DOOR_CLEARANCE / cellSize;
    this.#forEachNear(door, Math.floor(reach), (cell, squared) => {
      const isNear =
        squared <= reach * reach &&
        Math.abs(this.#distances[cell] - this.#distances[door]) < 2 * DOOR_CLEARANCE;
      if (isNear) this.#sides[cell] = OUTSIDE;
    });
  }

  /** People's middles can be in the cells beside walls, which no way leads through. */
  #coverEdges(): void {
    this.#distances.forEach((distance, edge) => {
      if (distance !== Number.POSITIVE_INFINITY) return;
      this.#forEachNear(edge, 1, (cell) => {
        if (this.#distances[cell] !== Number.POSITIVE_INFINITY && this.#sides[cell] === OUTSIDE)
          this.#sides[edge] = OUTSIDE;
      });
    });
  }

  #forEachNear(middle: number, reach: number, visit: (cell: number, squared: number) => void): void {
    const { columns, rows } = this.#cells;
    const column = middle % columns;
    const row = (middle - column) / columns;
    for (let r = Math.max(0, row - reach); r <= Math.min(rows - 1, row + reach); r++) {
      for (let c = Math.max(0, column - reach); c <= Math.min(columns - 1, column + reach); c++) {
        visit(r * columns + c, (r - row) * (r - row) + (c - column) * (c - column));
      }
    }
  }

  #sumAreas(): void {
    const { cellSize } = this.#cells;
    const areas = this.#areas;
    this.#sides.forEach((side, cell) => {
      if (side !== INSIDE) return;
      const ring = Math.ceil(this.#distances[cell] * RINGS_PER_METER);
      if (ring < areas.length) areas[ring] += cellSize * cellSize;
    });
    for (let ring = 1; ring < areas.length; ring++) areas[ring] += areas[ring - 1];
  }

  /** The cell beside one that is nearest to the target; the cell itself where none is nearer. */
  #nextOf(cell: number): number {
    let next = cell;
    this.#forEachNear(cell, 1, (beside) => {
      if (this.#distances[beside] < this.#distances[next]) next = beside;
    });
    return next;
  }

  /** How many cells are free in a line through one, across the way from there to the next. */
  #widthAt(cell: number, next: number): number {
    const { cellSize, columns } = this.#cells;
    if (next === cell) return 0;
    const column = cell % columns;
    const row = (cell - column) / columns;
    const stepColumn = row - (next - (next % columns)) / columns;
    const stepRow = (next % columns) - column;
    const length = Math.sqrt(stepColumn * stepColumn + stepRow * stepRow);
    const reach = WIDTH_RANGE / (cellSize * length);
    let free = 1;
    for (const side of [-1, 1]) {
      for (
        let n = 1;
        n <= reach && this.#isFree(column + side * n * stepColumn, row + side * n * stepRow);
        n++
      ) {
        free += 1;
      }
    }
    return free * length;
  }

  #isFree(column: number, row: number): boolean {
    const { columns, rows, isFree } = this.#cells;
    return column >= 0 && column < columns && row >= 0 && row < rows && isFree[row * columns + column] === 1;
  }
}
