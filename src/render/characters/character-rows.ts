import { CrowdError } from '../../errors/index.js';
import type { Character } from '../../protocol/index.js';

/** One character, several, or all of a crowd, by index. */
export type CharacterSelection = number | readonly number[] | 'all';

/** Allocates rows of the character table. Reuses the rows of removed characters, lowest first. */
export class CharacterRows {
  readonly #characters: (Character | undefined)[] = [];
  #size = 0;
  /** No row before it is free. */
  #firstFree = 0;

  get size(): number {
    return this.#size;
  }

  /** Number of rows up to the last one that was ever in use, free ones included. */
  get rows(): number {
    return this.#characters.length;
  }

  /** The rows that {@link add} would give to `count` characters, ascending. */
  next(count: number): number[] {
    let row = this.#firstFree;
    return Array.from({ length: count }, () => {
      while (this.#characters[row]) row += 1;
      return row++;
    });
  }

  /** Gives each character a row; returns the rows' indices. */
  add(characters: readonly Character[]): number[] {
    const rows = this.next(characters.length);
    for (const [k, row] of rows.entries()) this.#characters[row] = characters[k];
    this.#size += rows.length;
    if (rows.length > 0) this.#firstFree = rows[rows.length - 1] + 1;
    return rows;
  }

  /** The characters by row, null for free rows. */
  list(): (Character | null)[] {
    return Array.from(this.#characters, (character) => character ?? null);
  }

  /** Replaces all characters by a result of {@link list}. */
  replace(characters: readonly (Character | null)[]): void {
    this.#characters.length = 0;
    for (const character of characters) this.#characters.push(character ?? undefined);
    this.#size = characters.filter((character) => character !== null).length;
    this.#firstFree = 0;
  }

  remove(i: number): void {
    this.#characters[i] = undefined;
    this.#size -= 1;
    this.#firstFree = Math.min(this.#firstFree, i);
  }

  get(i: number): Character {
    const character = this.#characters[i];
    if (character) return character;
    const { length } = this.#characters;
    throw new CrowdError(
      Number.isInteger(i) && i >= 0 && i < length
        ? `Character ${i} was removed.`
        : length === 0
          ? `There is no character ${i}: the crowd is empty.`
          : `There is no character ${i}: the crowd's are numbered 0 to ${length - 1}.`,
    );
  }

  /**
   * The indices of a selection, each once.
   *
   * @throws {CrowdError} where one of them does not exist
   */
  resolve(who: CharacterSelection): readonly number[] {
    if (who === 'all') return this.#all();
    if (typeof who === 'number') {
      this.get(who);
      return [who];
    }
    if (!Array.isArray(who)) {
      throw new CrowdError(
        `"${String(who)}" selects no characters. Give an index, an array of indices, or 'all'.`,
      );
    }
    for (const i of who) this.get(i);
    return [...new Set(who)];
  }

  #all(): number[] {
    return [...this.#characters.keys()].filter((i) => this.#characters[i]);
  }
}
