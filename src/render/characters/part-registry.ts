import { CrowdError, UnknownPartError } from '../../errors/index.js';
import type { Character, Tint } from '../../protocol/index.js';
import { type CharacterTable, MAX_PARTS } from './character-table.js';
import { closestName } from './closest-name.js';
import type { Part, PartsInUse } from './part.js';

/** What one character wears: names of nodes of the master GLB. */
export type PartNames = Pick<Character, 'body_id' | 'face_id' | 'hair_id'>;

/** Numbers of the lists of body, face and hair. */
export type PartNumbers = readonly [body: number, face: number, hair: number];

interface RegisteredPart {
  readonly part: Part;
  readonly tint: Tint;
  /** Characters that wear it. */
  users: number;
  /** Characters that the drawing has room for. */
  capacity: number;
}

/** Slots of an outfit in the order of a row's part numbers. */
const PART_FIELDS = [
  { field: 'body_id', slot: 'body', tint: 'garment' },
  { field: 'face_id', slot: 'face', tint: 'skin' },
  { field: 'hair_id', slot: 'hair', tint: 'hair' },
] as const;

/** The parts in use, how many wear each, and whether a drawing laid out for them still has room. */
export class PartRegistry {
  readonly #parts: ReadonlyMap<string, Part>;
  /** The first ones are the shared parts. */
  #entries: RegisteredPart[];
  readonly #sharedCount: number;
  #numbers = new Map<string, number>();
  #needsAllocation = true;

  /** @throws {UnknownPartError} where the master GLB lacks a shared part */
  constructor(parts: ReadonlyMap<string, Part>, sharedParts: readonly string[]) {
    this.#parts = parts;
    this.#entries = sharedParts.map((name) => ({
      part: this.#find(name, 'shared part', -1),
      tint: 'skin',
      users: 0,
      capacity: 0,
    }));
    this.#sharedCount = sharedParts.length;
  }

  /** Numbers of the lists that every character wears. */
  get shared(): readonly number[] {
    return Array.from({ length: this.#sharedCount }, (_, register) => register);
  }

  /** Whether the parts in use need another {@link allocate} before they can be drawn. */
  get needsAllocation(): boolean {
    return this.#needsAllocation;
  }

  /** Parts that somebody wears. */
  get partsInUse(): number {
    return this.#entries.reduce((sum, { users: wearers }) => sum + (wearers > 0 ? 1 : 0), 0);
  }

  /** Triangles of everything that is worn. */
  get triangles(): number {
    return this.#entries.reduce((sum, { part, users: wearers }) => sum + triangleCount(part) * wearers, 0);
  }

  part(number: number): { readonly part: Part; readonly tint: Tint } {
    return this.#entries[number];
  }

  /**
   * Numbers for outfits, opening lists for parts that were not in use. Nothing is changed where one of them fails.
   *
   * @param who of each outfit, for messages
   * @throws {UnknownPartError} where an outfit names a part that the master GLB lacks
   * @throws {CrowdError} for more parts than rows can tell apart
   */
  number(outfits: readonly PartNames[], who: (k: number) => number): PartNumbers[] {
    const opened = new Map<string, RegisteredPart>();
    outfits.forEach((outfit, k) => {
      for (const { field, slot, tint } of PART_FIELDS) {
        const key = keyOf(tint, outfit[field]);
        if (this.#numbers.has(key) || opened.has(key)) continue;
        opened.set(key, { part: this.#find(outfit[field], slot, who(k)), tint, users: 0, capacity: 0 });
      }
    });
    const total = this.#entries.length + opened.size;
    if (total > MAX_PARTS) {
      throw new CrowdError(
        `The crowd would wear ${total} different parts; a crowd can draw ${MAX_PARTS}. Split it in two.`,
      );
    }
    for (const [key, entry] of opened) this.#numbers.set(key, this.#entries.push(entry) - 1);
    const numberOf = (tint: Tint, name: string): number => this.#numbers.get(keyOf(tint, name)) as number;
    return outfits.map((outfit) => [
      numberOf('garment', outfit.body_id),
      numberOf('skin', outfit.face_id),
      numberOf('hair', outfit.hair_id),
    ]);
  }

  /** One more character wears this. */
  addUse(numbers: PartNumbers): void {
    for (const number of numbers) this.#count(number, 1);
    for (let number = 0; number < this.#sharedCount; number++) this.#count(number, 1);
  }

  /** One character less wears this. */
  removeUse(numbers: PartNumbers): void {
    for (const number of numbers) this.#count(number, -1);
    for (let number = 0; number < this.#sharedCount; number++) this.#count(number, -1);
  }

  /**
   * Lists for a new drawing, with room to spare: parts that nobody wears any more are dropped, and the rows of `table`
   * renumbered.
   */
  allocate(table: CharacterTable): PartsInUse {
    this.#dropUnused(table);
    for (const entry of this.#entries) entry.capacity = Math.min(table.count, capacityFor(entry.users));
    this.#needsAllocation = false;
    return {
      parts: this.#entries.map(({ part, tint, capacity }) => ({ part, tint, capacity })),
      shared: this.shared,
    };
  }

  #dropUnused(table: CharacterTable): void {
    const kept = this.#entries.filter(
      ({ users: wearers }, number) => wearers > 0 || number < this.#sharedCount,
    );
    if (kept.length === this.#entries.length) return;
    const renumbered = this.#entries.map((entry) => kept.indexOf(entry));
    this.#entries = kept;
    this.#numbers = new Map(
      [...this.#numbers]
        .map(([key, number]): [string, number] => [key, renumbered[number]])
        .filter(([, number]) => number >= 0),
    );
    for (let i = 0; i < table.count; i++) {
      if (table.isFree(i)) continue;
      table.setParts(
        i,
        renumbered[table.part(i, 0)],
        renumbered[table.part(i, 1)],
        renumbered[table.part(i, 2)],
      );
    }
  }

  #count(number: number, change: number): void {
    const entry = this.#entries[number];
    entry.users += change;
    if (entry.users > entry.capacity) this.#needsAllocation = true;
  }

  #find(name: string, slot: string, character: number): Part {
    const part = this.#parts.get(name);
    if (part) return part;
    const near = closestName(name, this.#parts.keys());
    const who = character < 0 ? `The crowd names the ${slot}` : `Character ${character} names ${slot}`;
    throw new UnknownPartError(
      `${who} "${name}", which is not a node of skeleton_glb${near ? ` (did you mean "${near}"?)` : ''}.`,
      name,
      character,
    );
  }
}

/** A node may serve as body here and as hair there; its tint then differs, and so does its draw. */
function keyOf(tint: Tint, name: string): string {
  return `${tint} ${name}`;
}

/** A quarter more than there are, so that a change of clothes now and then does not lay out the drawing anew. */
function capacityFor(wearers: number): number {
  return wearers + Math.ceil(wearers / 4) + 4;
}

function triangleCount({ geometry }: Part): number {
  return (geometry.index?.count ?? geometry.getAttribute('position').count) / 3;
}
