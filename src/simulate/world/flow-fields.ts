import type { Point } from '../../math/index.js';
import { INTENT, type Population } from '../population/population.js';
import type { ObstacleDescription, Wall } from '../population/scenario.js';
import type { Boundary } from './boundary.js';
import { Doors } from './doors.js';
import { FlowField } from './flow-field.js';
import { Room } from './room.js';
import { findWalkableCells, type WalkableCells } from './walkable-cells.js';

/** Targets nearer to one another than this share a field, metres. */
const SAME_TARGET = 0.25;

/** The flow fields and rooms of all targets, and the doors of the ground. All are computed when they are first needed. */
export class FlowFields {
  readonly #boundary: Boundary;
  readonly #walls: readonly Wall[];
  readonly #standingObstacles: () => Iterable<ObstacleDescription>;
  readonly #targets: Point[] = [];
  readonly #fields: FlowField[] = [];
  readonly #rooms: Room[] = [];
  /** By field: agents that have arrived at its target and stand there. */
  readonly #arrived: number[] = [];
  readonly #numbers = new Map<string, number>();
  #cells: WalkableCells | undefined;
  #doors: Doors | undefined;

  /** @param standingObstacles those that ways lead round; agents avoid the others when they meet them */
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

  get doors(): Doors {
    this.#doors ??= new Doors(this.#findCells());
    return this.#doors;
  }

  /** Discards all fields after standing obstacles have changed. The numbers in `Population.field` are invalid from then on. */
  clear(): void {
    for (const list of [this.#targets, this.#fields, this.#rooms, this.#arrived]) list.length = 0;
    this.#numbers.clear();
    this.#cells = undefined;
    this.#doors = undefined;
  }

  /** Number of the field that leads to a target. */
  numberOf(x: number, z: number): number {
    const key = `${Math.round(x / SAME_TARGET)} ${Math.round(z / SAME_TARGET)}`;
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.#targets.push([x, z]) - 1;
      this.#arrived[number] = 0;
      this.#numbers.set(key, number);
    }
    return number;
  }

  get(number: number): FlowField {
    this.#fields[number] ??= new FlowField(this.#findCells(), ...this.#targets[number]);
    return this.#fields[number];
  }

  /** The room of a field's target. */
  room(number: number): Room {
    this.#rooms[number] ??= new Room(this.#findCells(), this.doors, this.get(number).distances);
    return this.#rooms[number];
  }

  /** Counts the agents that stand at each target. */
  countArrived(people: Population): void {
    if (!this.areNeeded) return;
    this.#arrived.fill(0);
    const { isSettled, intent, reachedX, reachedZ, targetX, targetZ, field } = people;
    for (let i = 0; i < people.size; i++) {
      if (isSettled[i] === 0) continue;
      const isGathered = intent[i] === INTENT.gather;
      if (!isGathered && (intent[i] !== INTENT.stand || reachedX[i] === Number.POSITIVE_INFINITY)) continue;
      if (field[i] < 0) {
        field[i] = isGathered
          ? this.numberOf(targetX[i], targetZ[i])
          : this.numberOf(reachedX[i], reachedZ[i]);
      }
      this.#arrived[field[i]] += 1;
    }
  }

  /** Agents that stood at a field's target at the beginning of the step. */
  arrivedAt(number: number): number {
    return this.#arrived[number];
  }

  #findCells(): WalkableCells {
    this.#cells ??= findWalkableCells(this.#boundary, this.#walls, this.#standingObstacles());
    return this.#cells;
  }
}
