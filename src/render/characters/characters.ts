import { CrowdError } from '../../errors/index.js';
import { type Character, TINTS, type Tint } from '../../protocol/index.js';
import { CharacterRows, type CharacterSelection } from './character-rows.js';
import { type CharacterState, readState } from './character-state.js';
import { CharacterTable } from './character-table.js';
import { ClipPlayer } from './clip-player.js';
import type { ClipRegistry } from './clip-registry.js';
import { type ClipId, checkSpeed, resolveRequest, type SetClipOptions } from './clip-request.js';
import type { PartNumbers, PartRegistry } from './part-registry.js';
import { type ColorInput, type ResolvedCharacter, resolveColor } from './resolve-character.js';

/** Where a character stands. What is left out stays as it is. */
export interface TransformInput {
  /** Metres, in the crowd's space. */
  readonly x?: number;
  /** Height of the feet. */
  readonly y?: number;
  readonly z?: number;
  /** Radians about Y, counter-clockwise from above; 0 faces +Z. */
  readonly heading?: number;
  /** Uniform size, above 0. */
  readonly scale?: number;
}

/** Colours of a character. What is left out stays as it is. */
export type ColorsInput = { readonly [tint in Tint]?: ColorInput };

/** Names of nodes of the master GLB. What is left out stays as it is. */
export interface PartsInput {
  readonly body?: string;
  readonly face?: string;
  readonly hair?: string;
}

/**
 * Everyone in a crowd and all that can be told about them. Whatever is asked is checked as a whole before any of it is
 * done; what is done is written to the character table, which the tiers draw from. Times are crowd seconds.
 */
export class Characters {
  readonly table: CharacterTable;
  readonly parts: PartRegistry;
  readonly clips: ClipRegistry;
  readonly #rows = new CharacterRows();
  readonly #player: ClipPlayer;
  readonly #resolve: (character: Character) => ResolvedCharacter;
  /** Whether they are visible, of those whose rows are hidden because something else shows them. */
  readonly #replacedByHero = new Map<number, boolean>();

  /** @param rows to make room for at first */
  constructor(
    rows: number,
    partRegistry: PartRegistry,
    clips: ClipRegistry,
    resolve: (character: Character) => ResolvedCharacter,
  ) {
    this.table = new CharacterTable(rows);
    this.parts = partRegistry;
    this.clips = clips;
    this.#resolve = resolve;
    this.#player = new ClipPlayer(this.table, clips, {
      phase: (i) => this.#rows.get(i).phase,
      idle: (i) => clips.findIdle(this.#rows.get(i).idle_variant),
    });
  }

  get size(): number {
    return this.#rows.size;
  }

  add(characters: readonly Character[], now: number): number[] {
    const resolved = characters.map((character) => this.#resolve(character));
    characters.forEach(({ x, z, rot_y, scale, index }, k) => {
      checkTransform(index, { x, y: resolved[k].y, z, heading: rot_y, scale });
    });
    const outfits = this.parts.number(characters, (k) => characters[k].index);
    const rows = this.#rows.add(characters);
    if (this.#rows.rows > this.table.count) {
      this.table.grow(Math.max(this.#rows.rows, 2 * this.table.count));
    }
    rows.forEach((row, k) => {
      this.#write(row, characters[k], resolved[k], outfits[k], now);
    });
    return rows;
  }

  remove(who: CharacterSelection): void {
    for (const i of this.#rows.resolve(who)) {
      this.parts.removeUse(this.#partNumbers(i));
      this.#player.forget(i);
      this.#rows.remove(i);
      this.#replacedByHero.delete(i);
      this.table.free(i);
    }
  }

  setClip(who: CharacterSelection, clip: ClipId, options: SetClipOptions, now: number): void {
    const request = resolveRequest(clip, options, this.clips);
    for (const i of this.#rows.resolve(who)) this.#player.play(i, request, now);
  }

  setSpeed(who: CharacterSelection, speed: number, now: number): void {
    checkSpeed(speed);
    for (const i of this.#rows.resolve(who)) this.#player.setSpeed(i, speed, now);
  }

  setTransform(i: number, place: TransformInput): void {
    this.#rows.get(i);
    checkTransform(i, place);
    const { table } = this;
    const {
      x = table.x(i),
      y = table.y(i),
      z = table.z(i),
      heading = table.heading(i),
      scale = table.scale(i),
    } = place;
    table.setTransform(i, x, y, z, heading, scale);
  }

  setColors(who: CharacterSelection, colors: ColorsInput): void {
    const resolved = TINTS.flatMap((tint) => {
      const input = colors[tint];
      return input === undefined ? [] : [{ tint, color: resolveColor(input) }];
    });
    for (const i of this.#rows.resolve(who)) {
      for (const { tint, color } of resolved) this.table.setColor(i, tint, color);
    }
  }

  setVisible(who: CharacterSelection, isVisible: boolean): void {
    for (const i of this.#rows.resolve(who)) {
      if (this.#replacedByHero.has(i)) this.#replacedByHero.set(i, isVisible);
      else this.table.setHidden(i, !isVisible);
    }
  }

  isVisible(i: number): boolean {
    return this.#replacedByHero.get(i) ?? !this.table.isHidden(i);
  }

  /** Leaves showing a character to somebody else. */
  hideInstance(i: number): void {
    this.#replacedByHero.set(i, this.isVisible(i));
    this.table.setHidden(i, true);
  }

  /** Undoes {@link hideInstance}. */
  showInstance(i: number): void {
    this.table.setHidden(i, !this.isVisible(i));
    this.#replacedByHero.delete(i);
  }

  setParts(who: CharacterSelection, { body, face, hair }: PartsInput): void {
    const indices = this.#rows.resolve(who);
    const nameOf = (i: number, slot: number): string => this.parts.part(this.table.part(i, slot)).part.name;
    const outfits = indices.map((i) => ({
      body_id: body ?? nameOf(i, 0),
      face_id: face ?? nameOf(i, 1),
      hair_id: hair ?? nameOf(i, 2),
    }));
    const numbers = this.parts.number(outfits, (k) => indices[k]);
    indices.forEach((i, k) => {
      this.parts.removeUse(this.#partNumbers(i));
      this.parts.addUse(numbers[k]);
      this.table.setParts(i, ...numbers[k]);
    });
  }

  get(i: number, now: number): CharacterState {
    this.#rows.get(i);
    const state = readState(i, this.table, this.#player.state(i, now), this.clips, this.parts);
    return { ...state, isVisible: this.isVisible(i) };
  }

  /** Indices of everyone who is meant. */
  indices(who: CharacterSelection): readonly number[] {
    return this.#rows.resolve(who);
  }

  /** Starts what was to start by `now`. */
  advance(now: number): void {
    this.#player.advance(now);
  }

  /** Moves the clock back by `seconds`; `now` is the clock before. */
  rebase(now: number, seconds: number): void {
    this.#player.rebase(now, seconds);
  }

  #write(
    row: number,
    { x, z, rot_y, scale }: Character,
    { y, playback, colors }: ResolvedCharacter,
    outfit: PartNumbers,
    now: number,
  ): void {
    this.table.setTransform(row, x, y, z, rot_y, scale);
    this.table.setPlayback(row, { ...playback, start: playback.start + now });
    for (const tint of TINTS) this.table.setColor(row, tint, colors[tint]);
    this.table.setParts(row, ...outfit);
    this.table.setHidden(row, false);
    this.parts.addUse(outfit);
  }

  #partNumbers(i: number): PartNumbers {
    return [this.table.part(i, 0), this.table.part(i, 1), this.table.part(i, 2)];
  }
}

function checkTransform(i: number, place: TransformInput): void {
  for (const [field, value] of Object.entries(place)) {
    if (!Number.isFinite(value) || (field === 'scale' && value <= 0)) {
      const rule = field === 'scale' ? 'a number above 0' : 'a finite number';
      throw new CrowdError(`Character ${i} cannot have the ${field} ${value}; give ${rule}.`);
    }
  }
}
