import type { Point } from '../../math/index.js';
import { INTENT, type Population } from '../population/population.js';
import type { ObstacleDescription, Wall } from '../population/scenario.js';
import type { Boundary } from './boundary.js';
import { Doors } from './doors.js';
import { type CellShape, type CellWork, FlowField, finish, type WalkableCells } from './flow-field.js';
import { nearestOnWall } from './segment.js';

/** Side of a cell, metres; larger where the ground is so large that there would be too many. */
const CELL_SIZE = 0.25;
const MAX_CELLS = 250_000;
/** Middles of cells keep this far from walls, metres: more than half a diagonal, so that walls have no leaks … */
const CLEARANCE = 0.2;
/** … also where cells are larger, as a share of their side. */
const CLEARANCE_OF_CELL = 0.75;
/** Targets nearer to one another than this share a field, metres. */
const SAME_TARGET = 0.25;

const edge = { distance: 0, normalX: 0, normalZ: 0 };

/** The flow fields of all targets, made when someone first goes there. */
export class FlowFields {
  readonly #boundary: Boundary;
  readonly #walls: readonly Wall[];
  readonly #standingObstacles: () => Iterable<ObstacleDescription>;
  readonly #fields: (FlowField | undefined)[] = [];
  readonly #targets: Point[] = [];
  /** By field: how many have arrived at its target and stand there. */
  readonly #arrived: number[] = [];
  readonly #numbers = new Map<string, number>();
  #cells: WalkableCells | undefined;
  #doors: Doors | undefined;

  /** @param standingObstacles those that the ways lead round; the others are walked round when they are met */
  constructor(
    boundary: Boundary,
    walls: readonly Wall[],
    standingObstacles: () => Iterable<ObstacleDescription>,
  ) {
    this.#boundary = boundary;
    this.#walls = walls;
    this.#standingObstacles = standingObstacles;
  }

  /** True if a straight line can lead into a wall or out of the boundary. */
  get areNeeded(): boolean {
    return this.#walls.length > 0 || !this.#boundary.isConvex;
  }

  /** Grid of the fields. */
  get shape(): CellShape {
    return shapeCells(this.#boundary);
  }

  /** Makes the field that leads to a target, for somebody else to keep. */
  *make(x: number, z: number): CellWork<FlowField> {
    this.#cells ??= yield* walkableCells(this.#boundary, this.#walls, this.#standingObstacles());
    return yield* FlowField.make(this.#cells, x, z);
  }

  /** Forgets all fields, since other obstacles stand now. People's numbers of fields no longer hold. */
  clear(): void {
    this.#fields.length = 0;
    this.#targets.length = 0;
    this.#arrived.length = 0;
    this.#numbers.clear();
    this.#cells = undefined;
    this.#doors = undefined;
  }

  get(number: number): FlowField {
    return this.#fields[number] ?? this.#fill(number);
  }

  /** The doors on the ground; undefined before somebody goes anywhere. */
  get doors(): Doors | undefined {
    this.#doors ??= this.#cells && new Doors(this.#cells);
    return this.#doors;
  }

  /** Counts who stands at each target. */
  countArrived(people: Population): void {
    if (!this.areNeeded) return;
    this.#arrived.fill(0);
    for (let i = 0; i < people.size; i++) {
      if (people.isSettled[i] === 0) continue;
      const isGathered = people.intent[i] === INTENT.gather;
      if (
        !isGathered &&
        (people.intent[i] !== INTENT.stand || people.reachedX[i] === Number.POSITIVE_INFINITY)
      ) {
        continue;
      }
      if (people.field[i] < 0) {
        const x = isGathered ? people.targetX[i] : people.reachedX[i];
        const z = isGathered ? people.targetZ[i] : people.reachedZ[i];
        people.field[i] = this.numberOf(x, z);
      }
      this.#arrived[people.field[i]] += 1;
    }
  }

  /** How many stood at a field's target at the beginning of the step. */
  arrivedAt(number: number): number {
    return this.#arrived[number];
  }

  /** Number of the field that leads to a target. */
  numberOf(x: number, z: number): number {
    const key = targetKey(x, z);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#targets.push([x, z]) - 1;
    this.#fields.push(undefined);
    this.#arrived.push(0);
    this.#numbers.set(key, number);
    return number;
  }

  #fill(number: number): FlowField {
    const [x, z] = this.#targets[number];
    const field = finish(this.make(x, z));
    this.#fields[number] = field;
    return field;
  }
}

/** The same for targets that share a field. */
export function targetKey(x: number, z: number): string {
  return `${Math.round(x / SAME_TARGET)} ${Math.round(z / SAME_TARGET)}`;
}

function shapeCells({ bounds: [minX, minZ, maxX, maxZ] }: Boundary): CellShape {
  const cellSize = Math.max(CELL_SIZE, Math.sqrt(((maxX - minX) * (maxZ - minZ)) / MAX_CELLS));
  const columns = Math.max(1, Math.ceil((maxX - minX) / cellSize));
  const rows = Math.max(1, Math.ceil((maxZ - minZ) / cellSize));
  return { minX, minZ, cellSize, columns, rows };
}

function* walkableCells(
  boundary: Boundary,
  walls: readonly Wall[],
  obstacles: Iterable<ObstacleDescription>,
): CellWork<WalkableCells> {
  const shape = shapeCells(boundary);
  const { minX, minZ, cellSize, columns, rows } = shape;
  const isFree = new Uint8Array(columns * rows);
  const middleX = (column: number): number => minX + (column + 0.5) * cellSize;
  const middleZ = (row: number): number => minZ + (row + 0.5) * cellSize;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      boundary.probe(middleX(column), middleZ(row), -1, edge);
      isFree[row * columns + column] = edge.distance >= 0 ? 1 : 0;
    }
    yield boundary.probeCost * columns;
  }
  const clearance = Math.max(CLEARANCE, CLEARANCE_OF_CELL * cellSize);
  /** Blocks the cells whose middles are nearer than `reach` to a wall; a wall without length is a round thing. */
  const block = function* (wall: Wall, reach: number): CellWork<void> {
    const from = (low: number, min: number): number =>
      Math.max(0, Math.floor((low - reach - min) / cellSize));
    const lastColumn = Math.min(columns - 1, from(Math.max(wall[0], wall[2]) + 2 * reach, minX));
    const lastRow = Math.min(rows - 1, from(Math.max(wall[1], wall[3]) + 2 * reach, minZ));
    for (let row = from(Math.min(wall[1], wall[3]), minZ); row <= lastRow; row++) {
      for (let column = from(Math.min(wall[0], wall[2]), minX); column <= lastColumn; column++) {
        const x = middleX(column);
        const z = middleZ(row);
        const t = nearestOnWall(wall, x, z);
        const dx = x - (wall[0] + t * (wall[2] - wall[0]));
        const dz = z - (wall[1] + t * (wall[3] - wall[1]));
        if (dx * dx + dz * dz < reach * reach) isFree[row * columns + column] = 0;
      }
      yield columns;
    }
  };
  for (const wall of walls) yield* block(wall, clearance);
  for (const { x, z, radius } of [...obstacles]) yield* block([x, z, x, z], radius + clearance);
  return { ...shape, isFree };
}
