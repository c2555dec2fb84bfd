import type { Point } from '../../math/index.js';
import { STRAIGHT_DISTANCE } from '../goals/aim.js';
import { SHARED_PLACES } from '../goals/wander.js';
import type { Exit } from '../scenario.js';
import { FLOW } from '../world/exits.js';
import { type CellWork, finish } from '../world/flow-field.js';
import { type FlowFields, targetKey } from '../world/flow-fields.js';
import { ENDLESS, type NumberRun } from './agent-table.js';
import { declareFloat, declareWhole } from './declarations.js';

/** Flow fields that there is room for. */
const MAX_FIELDS = 32;

/** Places that people may be sent to round walls, exits included, besides those that wanderers share. */
export const MAX_TARGETS = MAX_FIELDS - SHARED_PLACES;

/**
 * Looks at cells that are made at once before the first step, 3 to 6 ms (two busy cores). 16 fields of the largest ground take
 * 50 to 100 million.
 */
export const SLICE_LOOKS = 1_000_000;

/** The flow fields that lead people round walls on the GPU, one after another: the distance of each cell, metres. */
export class FieldTable {
  readonly numbers: Float32Array<ArrayBuffer>;
  readonly #fields: FlowFields;
  /** Those that wanderers share, with the number of the field that leads there. */
  readonly #shared: readonly { readonly place: Point; readonly number: number }[];
  /** Those that people leave by, with the number of the field that leads there, −1 for the straight line. */
  readonly #exits: readonly { readonly exit: Exit; readonly number: number }[];
  /** Where each field leads. */
  readonly #targets: Point[] = [];
  readonly #numbers = new Map<string, number>();
  /** Those that people need, … */
  readonly #made = new Set<number>();
  /** … of which these are yet to be made before the first step; undefined from then on. */
  #due: number[] | undefined = [];
  /** What is being made of them. */
  #work: CellWork<void> | undefined;
  #hasShared = false;
  #hasExits = false;
  /** Those that were made before other obstacles came to stand. */
  #outdated: number[] = [];
  #changes: NumberRun[] = [];

  /** @param sharedPlaces where everybody goes who wanders */
  constructor(fields: FlowFields, sharedPlaces: readonly Point[], exits: readonly Exit[]) {
    this.#fields = fields;
    const places = fields.areNeeded ? sharedPlaces : [];
    this.#shared = places.map((place) => ({ place, number: this.#register(place) }));
    this.#exits = exits.map((exit) => {
      const number = fields.areNeeded ? this.#register([exit.x, exit.z]) : -1;
      return { exit, number };
    });
    const { columns, rows } = fields.shape;
    // GPUs take no buffer without a byte.
    this.numbers = new Float32Array(fields.areNeeded ? MAX_FIELDS * columns * rows : 1);
  }

  /** Whether a way to a point is known, or there is room for one more. */
  hasRoomFor(x: number, z: number): boolean {
    return !this.#fields.areNeeded || this.#numbers.has(targetKey(x, z)) || this.#targets.length < MAX_FIELDS;
  }

  /** Number of the field that leads to a point, −1 where the straight line does. */
  numberOf(x: number, z: number): number {
    if (!this.#fields.areNeeded) return -1;
    const number = this.#register([x, z]);
    if (this.#made.has(number)) return number;
    this.#made.add(number);
    if (this.#due) this.#due.push(number);
    else finish(this.#make(number));
    return number;
  }

  /** Makes those fields that wanderers share. */
  makeShared(): void {
    if (this.#hasShared) return;
    this.#hasShared = true;
    for (const { place } of this.#shared) this.numberOf(...place);
  }

  /** Number of the field that leads to an exit, −1 for none yet. Makes those that lead to any. */
  numberOfExit(exit: number): number {
    if (!this.#hasExits)
      for (const {
        exit: { x, z },
      } of this.#exits)
        this.numberOf(x, z);
    this.#hasExits = true;
    return exit < 0 ? -1 : this.#exits[exit].number;
  }

  /**
   * Makes a slice of what people need for their first step. To be called until nothing is left.
   *
   * @returns how many looks at cells it took; 0 once all is made
   */
  prepare(): number {
    let looks = 0;
    while (this.#due && looks < SLICE_LOOKS) {
      this.#work ??= this.#makeAll(this.#due);
      const { done, value } = this.#work.next();
      if (done) this.#due = undefined;
      else looks += value;
    }
    return looks;
  }

  /** Other obstacles stand by now. What takes a while for all fields is done by {@link advance}, one a step. */
  remake(): void {
    this.#outdated = [...this.#made];
  }

  advance(): void {
    const number = this.#outdated.shift();
    if (number !== undefined) finish(this.#make(number));
  }

  /** What has changed since the last call. */
  takeChanges(): readonly NumberRun[] {
    const changes = this.#changes;
    if (changes.length > 0) this.#changes = [];
    return changes;
  }

  /** WGSL that declares the cells of fields, the places that wanderers share, and exits. */
  declare(): string[] {
    const { columns, rows, minX, minZ, cellSize } = this.#fields.areNeeded ? this.#fields.shape : NO_CELLS;
    const shared = this.#shared.length > 0 ? this.#shared : [{ place: [0, 0] as const, number: 0 }];
    const texels = shared.map(({ place: [x, z], number }) => `vec3<f32>(${x}, ${z}, ${number})`);
    const exits = this.#exits.length > 0 ? this.#exits : [{ exit: { x: 0, z: 0, width: 1 }, number: -1 }];
    // A place, people a second, number of the field.
    const exitTexels = exits.map(
      ({ exit: { x, z, width }, number }) => `vec4<f32>(${x}, ${z}, ${FLOW * width}, ${number})`,
    );
    return [
      declareWhole('FIELD_COLUMNS', columns),
      declareWhole('FIELD_ROWS', rows),
      declareFloat('FIELD_MIN_X', minX),
      declareFloat('FIELD_MIN_Z', minZ),
      declareFloat('FIELD_CELL_SIZE', cellSize),
      declareFloat('STRAIGHT_DISTANCE', STRAIGHT_DISTANCE),
      declareWhole('SHARED_PLACE_COUNT', this.#shared.length),
      `const WALK_SHARED_PLACES = array<vec3<f32>, ${shared.length}>(${texels.join(', ')});`,
      declareWhole('EXIT_COUNT', this.#exits.length),
      `const WALK_EXITS = array<vec4<f32>, ${exits.length}>(${exitTexels.join(', ')});`,
    ];
  }

  #register([x, z]: Point): number {
    const key = targetKey(x, z);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#targets.push([x, z]) - 1;
    this.#numbers.set(key, number);
    return number;
  }

  *#makeAll(numbers: number[]): CellWork<void> {
    for (const number of numbers) yield* this.#make(number);
  }

  *#make(number: number): CellWork<void> {
    const { distances } = yield* this.#fields.make(...this.#targets[number]);
    const first = number * distances.length;
    for (let cell = 0; cell < distances.length; cell++) {
      this.numbers[first + cell] = Math.min(ENDLESS, distances[cell]);
    }
    this.#changes.push({ first, count: distances.length });
  }
}

const NO_CELLS = { columns: 0, rows: 0, minX: 0, minZ: 0, cellSize: 1 };
