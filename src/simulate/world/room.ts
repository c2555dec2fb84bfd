import type { Doors } from './doors.js';
import { cellAt, forEachNeighbor, type WalkableCells } from './walkable-cells.js';

/** Doors are kept clear this far, metres. */
const DOOR_CLEARANCE = 1;
/** Areas are summed by distance in rings a quarter of a metre wide. */
const RINGS_PER_METER = 4;
/** Radius of the largest gathering, metres. */
const MAX_RADIUS = 100;

const UNKNOWN = 0;
const INSIDE = 1;
const OUTSIDE = 2;

/** The ground round a target up to the nearest doors: where people who go to the target may stop. */
export class Room {
  readonly #cells: WalkableCells;
  readonly #doors: Doors;
  /** Metres to the target over ground, by cell. */
  readonly #distances: Float64Array;
  readonly #sides: Uint8Array;
  /** Square metres of the room that are no farther from the target than each ring. */
  readonly #areas = new Float64Array(MAX_RADIUS * RINGS_PER_METER + 1);

  constructor(cells: WalkableCells, doors: Doors, distances: Float64Array) {
    this.#cells = cells;
    this.#doors = doors;
    this.#distances = distances;
    this.#sides = new Uint8Array(distances.length);
    this.#keepClear(this.#findSides());
    this.#sumAreas();
  }

  /** True if people may stop at (x, z), metres: no door is on the way from there to the target, or near. */
  has(x: number, z: number): boolean {
    return this.#sides[cellAt(this.#cells, x, z)] !== OUTSIDE;
  }

  /** Distance from the target, metres, within which the room has `area` square metres beyond those within `from` metres. */
  radiusOf(area: number, from: number): number {
    const areas = this.#areas;
    let ring = Math.min(areas.length - 1, Math.floor(from * RINGS_PER_METER));
    const wanted = areas[ring] + area;
    while (ring < areas.length - 1 && areas[ring] < wanted) ring += 1;
    return ring / RINGS_PER_METER;
  }

  /** Follows the way from each cell to the target until a cell whose side is known, and decides the cells on it in reverse. */
  #findSides(): Set<number> {
    const passed = new Set<number>();
    const sides = this.#sides;
    const way: number[] = [];
    for (let start = 0; start < sides.length; start++) {
      if (this.#distances[start] === Number.POSITIVE_INFINITY) continue;
      let known = start;
      while (sides[known] === UNKNOWN) {
        way.push(known);
        const next = this.#nextOf(known);
        if (next === known) break;
        known = next;
      }
      while (way.length > 0) {
        const cell = way.pop() as number;
        const door = this.#doors.indexAt(cell);
        const leavesDoor = door >= 0 && this.#doors.indexAt(known) < 0;
        if (leavesDoor) passed.add(door);
        sides[cell] = leavesDoor || sides[known] === OUTSIDE ? OUTSIDE : INSIDE;
        known = cell;
      }
    }
    return passed;
  }

  /** Excludes the cells near doors that people pass, and the cells at walls beside excluded ones, where bodies can be pushed. */
  #keepClear(passed: ReadonlySet<number>): void {
    const sides = this.#sides;
    const isReached = (cell: number): boolean => this.#distances[cell] !== Number.POSITIVE_INFINITY;
    for (let cell = 0; cell < sides.length; cell++) {
      if (isReached(cell) && passed.has(this.#doors.indexAt(cell, DOOR_CLEARANCE))) sides[cell] = OUTSIDE;
    }
    for (let edge = 0; edge < sides.length; edge++) {
      if (isReached(edge)) continue;
      forEachNeighbor(this.#cells, edge, (cell) => {
        if (isReached(cell) && sides[cell] === OUTSIDE) sides[edge] = OUTSIDE;
      });
    }
  }

  #sumAreas(): void {
    const { cellSize } = this.#cells;
    const areas = this.#areas;
    this.#sides.forEach((side, cell) => {
      const ring = Math.ceil(this.#distances[cell] * RINGS_PER_METER);
      if (side === INSIDE && ring < areas.length) areas[ring] += cellSize * cellSize;
    });
    for (let ring = 1; ring < areas.length; ring++) areas[ring] += areas[ring - 1];
  }

  /** The neighbour of a cell that is nearest to the target; the cell itself where none is nearer. */
  #nextOf(cell: number): number {
    let next = cell;
    forEachNeighbor(this.#cells, cell, (neighbor) => {
      if (this.#distances[neighbor] < this.#distances[next]) next = neighbor;
    });
    return next;
  }
}
