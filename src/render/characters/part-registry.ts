import { CrowdError, UnknownPartError } from '../../errors/index.js';
import { closestName } from '../../math/index.js';
import type { Character, Tint } from '../../protocol/index.js';
import type { CharacterTable } from './character-table.js';
import {
  countTriangles,
  type Part,
  type PartInUse,
  type PartNumbers,
  type PartsInUse,
  type TintedPart,
} from './part.js';
import { MAX_PARTS, NO_PART } from './row-layout.js';
import { weaveOf } from './weave.js';

/** The parts that one character wears: names of nodes of the master GLB, empty for nothing. */
export type PartNames = Pick<Character, 'body_id' | 'face_id' | 'hair_id'>;

interface RegisteredPart extends PartInUse {
  users: number;
  capacity: number;
}

/** The parts of a character in the order of {@link PartNumbers}, and the colour that tints each. */
const PART_FIELDS = [
  { field: 'body_id', kind: 'body', tint: 'garment' },
  { field: 'face_id', kind: 'face', tint: 'skin' },
  { field: 'hair_id', kind: 'hair', tint: 'hair' },
] as const;

/** Numbers the parts in use, counts the characters that wear each, and detects when a drawing has no room for them. */
export class PartRegistry {
  /** All parts of the master GLB, by name. */
  readonly #available: ReadonlyMap<string, Part>;
  /** The parts in use, by number; the first ones are the shared parts. */
  #parts: RegisteredPart[];
  readonly #sharedCount: number;
  /** Numbers of the parts in use that are not shared, by {@link keyOf}. */
  #numbers = new Map<string, number>();
  #needsAllocation = true;
  /** True if the cloth of a part has woven patterns. */
  readonly isWoven: boolean;

  /**
   * @param available all parts of the master GLB, by name
   * @param sharedParts names of the parts that every character wears
   * @throws {UnknownPartError} where the master GLB lacks a shared part
   */
  constructor(available: ReadonlyMap<string, Part>, sharedParts: readonly string[]) {
    this.#available = available;
    this.isWoven = [...available.values()].some(weaveOf);
    this.#parts = sharedParts.map((name) => {
      const part = this.#find(name, 'shared part', -1);
      return { part, tint: part.tint ?? 'skin', kind: undefined, users: 0, capacity: 0 };
    });
    this.#sharedCount = sharedParts.length;
  }

  /** Names of all parts of the master GLB. */
  get available(): string[] {
    return [...this.#available.keys()];
  }

  /** Numbers of the parts that every character wears. */
  get shared(): readonly number[] {
    return Array.from({ length: this.#sharedCount }, (_, number) => number);
  }

  /** True if the last {@link allocate} has no room for the present parts in use. */
  get needsAllocation(): boolean {
    return this.#needsAllocation;
  }

  get partsInUse(): number {
    return this.#parts.reduce((sum, { users }) => sum + (users > 0 ? 1 : 0), 0);
  }

  /** True if `test` accepts a part that a character wears. */
  some(test: (part: TintedPart) => boolean): boolean {
    return this.#parts.some((entry) => entry.users > 0 && test(entry));
  }

  /** Sum of the triangles of all characters' parts. */
  get triangles(): number {
    return this.#parts.reduce((sum, { part, users }) => sum + countTriangles(part) * users, 0);
  }

  part(number: number): TintedPart {
    return this.#parts[number];
  }

  /** Names of the parts that a character wears; empty for {@link NO_PART}. */
  names([body, face, hair]: PartNumbers): [body: string, face: string, hair: string] {
    const nameOf = (number: number): string => (number === NO_PART ? '' : this.#parts[number].part.name);
    return [nameOf(body), nameOf(face), nameOf(hair)];
  }

  /** All parts of a character that has these of its own, shared ones included. */
  worn(numbers: PartNumbers): TintedPart[] {
    const own = numbers.filter((number) => number !== NO_PART);
    return [...own, ...this.shared].map((number) => this.part(number));
  }

  /**
   * Numbers for the parts of several characters. Parts that were not in use get new numbers. If one
   * fails, nothing is changed.
   *
   * @param characterOf index of the character with the names at `k`, for messages
   * @throws {UnknownPartError} for a part that the master GLB lacks
   * @throws {CrowdError} for more parts than rows can tell apart
   */
  number(names: readonly PartNames[], characterOf: (k: number) => number): PartNumbers[] {
    const added = new Map<string, RegisteredPart>();
    names.forEach((worn, k) => {
      for (const [index, { field, kind, tint }] of PART_FIELDS.entries()) {
        const key = keyOf(tint, worn[field]);
        if (worn[field] === '') continue;
        if (this.#numbers.has(key) || added.has(key)) continue;
        const part = this.#find(worn[field], kind, characterOf(k));
        added.set(key, { part, tint: part.tint ?? tint, kind: index, users: 0, capacity: 0 });
      }
    });
    const total = this.#parts.length + added.size;
    if (total > MAX_PARTS) {
      throw new CrowdError(
        `The crowd would wear ${total} different parts, and a crowd can draw ${MAX_PARTS}. Make two crowds of it.`,
      );
    }
    for (const [key, part] of added) this.#numbers.set(key, this.#parts.push(part) - 1);
    const numberOf = (tint: Tint, name: string): number =>
      name === '' ? NO_PART : (this.#numbers.get(keyOf(tint, name)) as number);
    return names.map(({ body_id, face_id, hair_id }) => [
      numberOf('garment', body_id),
      numberOf('skin', face_id),
      numberOf('hair', hair_id),
    ]);
  }

  /** Counts one more character that wears these and the shared parts. */
  addUse(numbers: PartNumbers): void {
    for (const number of numbers) this.#count(number, 1);
    for (let number = 0; number < this.#sharedCount; number++) this.#count(number, 1);
  }

  /** Counts one character less that wears these and the shared parts. */
  removeUse(numbers: PartNumbers): void {
    for (const number of numbers) this.#count(number, -1);
    for (let number = 0; number < this.#sharedCount; number++) this.#count(number, -1);
  }

  /**
   * Capacity of a new drawing: a quarter more of each part than is worn. Drops the parts that no character wears, which
   * renumbers the others, and updates the rows of `table`.
   */
  allocate(table: CharacterTable): PartsInUse {
    this.#dropUnused(table);
    for (const part of this.#parts) part.capacity = Math.min(table.count, capacityFor(part.users));
    this.#needsAllocation = false;
    return {
      parts: this.#parts.map(({ part, tint, kind, capacity }) => ({ part, tint, kind, capacity })),
      shared: this.shared,
    };
  }

  #dropUnused(table: CharacterTable): void {
    const kept = this.#parts.filter(({ users }, number) => users > 0 || number < this.#sharedCount);
    if (kept.length === this.#parts.length) return;
    const renumbered = this.#parts.map((part) => kept.indexOf(part));
    const numberFor = (number: number): number => (number === NO_PART ? NO_PART : renumbered[number]);
    this.#parts = kept;
    this.#numbers = new Map(
      [...this.#numbers]
        .map(([key, number]): [string, number] => [key, renumbered[number]])
        .filter(([, number]) => number >= 0),
    );
    for (let i = 0; i < table.count; i++) {
      if (table.isFree(i)) continue;
      const [body, face, hair] = table.parts(i);
      table.setParts(i, numberFor(body), numberFor(face), numberFor(hair));
    }
  }

  #count(number: number, change: number): void {
    if (number === NO_PART) return;
    const part = this.#parts[number];
    part.users += change;
    if (part.users > part.capacity) this.#needsAllocation = true;
  }

  /** @param character index, for messages; −1 for the crowd itself */
  #find(name: string, kind: string, character: number): Part {
    const part = this.#available.get(name);
    if (part) return part;
    const near = closestName(name, this.#available.keys());
    const who = character < 0 ? `The crowd names the ${kind}` : `Character ${character} names ${kind}`;
    throw new UnknownPartError(
      `${who} "${name}", which is not a node of skeleton_glb${near ? ` (did you mean "${near}"?)` : ''}.`,
      name,
      character,
    );
  }
}

/** Key of a mesh and a tint: a mesh that is one character's body and another's hair takes two draws. */
function keyOf(tint: Tint, name: string): string {
  return `${tint} ${name}`;
}

/** A quarter more than the present number, so that an occasional change of parts needs no new drawing. */
function capacityFor(users: number): number {
  return users + Math.ceil(users / 4) + 4;
}
