import { Color } from 'three';
import { CrowdError } from '../../errors/index.js';
import { closestName } from '../../math/index.js';
import { type Character, TINTS, type Tint } from '../../protocol/index.js';
import {
  type ColorsInput,
  checkBuild,
  checkHeight,
  checkTransform,
  type PartsInput,
  type TransformInput,
  type Variation,
  type VariationInput,
} from './character-changes.js';
import { CharacterRows, type CharacterSelection } from './character-rows.js';
import type { CharacterState } from './character-state.js';
import { CharacterTable, type TableState } from './character-table.js';
import { ClipPlayer, type OnFinished, type PlayerState } from './clip-player.js';
import type { ClipRegistry } from './clip-registry.js';
import {
  type ClipId,
  type ClipRequest,
  checkSpeed,
  resolveRequest,
  type SetClipOptions,
} from './clip-request.js';
import type { PartNumbers } from './part.js';
import type { PartRegistry } from './part-registry.js';
import { type ResolvedCharacter, resolveColor } from './resolve-character.js';
import { FIELD, HIDDEN, MAX_CELL } from './row-layout.js';
import { ROW_WORDS } from './row-table.js';
import { shownCell, type TextureGrid, textureGrid } from './texture-grid.js';
import { patternCell } from './weave.js';

/** State of {@link Characters}: plain data. */
export interface CharactersState {
  readonly clips: readonly string[];
  /** By index, null for free rows: the source of each character, and its parts. */
  readonly characters: readonly (Character | null)[];
  readonly parts: readonly (readonly [body: string, face: string, hair: string] | null)[];
  readonly player: PlayerState;
  readonly table: TableState;
}

/**
 * The characters of a crowd. Each method checks its arguments first, so that a call that throws changes nothing, and then
 * writes to the character table, which drawing, picking and sockets read. Times are crowd seconds.
 */
export class Characters {
  readonly table: CharacterTable;
  readonly parts: PartRegistry;
  readonly clips: ClipRegistry;
  readonly #rows = new CharacterRows();
  readonly #player: ClipPlayer;
  /** Checks characters and computes the content of their rows. */
  readonly resolve: (characters: readonly Character[]) => ResolvedCharacter[];
  /** Visibility of the characters that a hero shows; their rows are hidden. */
  readonly #visibleHeroes = new Map<number, boolean>();
  readonly #warned = new Set<string>();
  readonly #onWarning: (message: string) => void;
  readonly #hasBuilds: boolean;

  /**
   * @param capacity number of characters to make room for at first
   * @param resolve checks characters and computes the content of their rows
   * @param onWarning called once for each kind of change that no part shows
   * @param hasBuilds false if all characters have the file's own
   */
  constructor(
    capacity: number,
    partRegistry: PartRegistry,
    clips: ClipRegistry,
    resolve: (characters: readonly Character[]) => ResolvedCharacter[],
    onWarning: (message: string) => void = console.warn,
    hasBuilds = false,
  ) {
    this.#onWarning = onWarning;
    this.#hasBuilds = hasBuilds;
    // A GPU buffer has at least one byte: an empty crowd has one free row.
    this.table = new CharacterTable(Math.max(1, capacity));
    this.parts = partRegistry;
    this.clips = clips;
    this.resolve = resolve;
    this.#player = new ClipPlayer(this.table, clips, {
      phase: (i) => this.#rows.get(i).phase,
      idle: (i) => clips.findStanding(this.#rows.get(i)),
    });
  }

  get size(): number {
    return this.#rows.size;
  }

  add(characters: readonly Character[], now: number): number[] {
    const resolved = this.resolve(characters);
    characters.forEach(({ x, z, rot_y, scale, build, index }, k) => {
      checkTransform(index, { x, y: resolved[k].y, z, heading: rot_y, scale });
      if (this.#hasBuilds && build !== undefined) checkBuild(index, build, true);
    });
    const partNumbers = this.parts.number(characters, (k) => characters[k].index);
    const rows = this.#rows.add(characters);
    if (this.#rows.rows > this.table.count) {
      this.table.grow(Math.max(this.#rows.rows, 2 * this.table.count));
    }
    rows.forEach((row, k) => {
      this.#write(row, characters[k], resolved[k], partNumbers[k], now);
    });
    return rows;
  }

  /** The indices that {@link add} would give to `count` characters, ascending. */
  nextIndices(count: number): number[] {
    return this.#rows.next(count);
  }

  /** The indices of all characters in a box on the ground, ascending. Reads two numbers a character. */
  inBox(minX: number, minZ: number, maxX: number, maxZ: number): number[] {
    const { table } = this;
    const found: number[] = [];
    for (let i = 0; i < this.#rows.rows; i++) {
      if (table.isFree(i)) continue;
      const x = table.x(i);
      const z = table.z(i);
      if (x >= minX && x <= maxX && z >= minZ && z <= maxZ) found.push(i);
    }
    return found;
  }

  remove(who: CharacterSelection): void {
    for (const i of this.#rows.resolve(who)) {
      this.parts.removeUse(this.table.parts(i));
      this.#player.forget(i);
      this.#rows.remove(i);
      this.#visibleHeroes.delete(i);
      this.table.free(i);
    }
  }

  setClip(who: CharacterSelection, clip: ClipId, options: SetClipOptions, now: number): ClipRequest {
    const request = resolveRequest(clip, options, this.clips);
    for (const i of this.#rows.resolve(who)) this.#player.play(i, request, now);
    return request;
  }

  setPlaybackSpeed(who: CharacterSelection, speed: number, now: number): void {
    checkSpeed(speed);
    for (const i of this.#rows.resolve(who)) this.#player.setPlaybackSpeed(i, speed, now);
  }

  setTransform(i: number, transform: TransformInput): void {
    this.#rows.get(i);
    checkTransform(i, transform);
    const { table } = this;
    const {
      x = table.x(i),
      y = table.y(i),
      z = table.z(i),
      heading = table.heading(i),
      scale = table.scale(i),
    } = transform;
    table.setTransform(i, x, y, z, heading, scale);
  }

  setColors(who: CharacterSelection, colors: ColorsInput): void {
    for (const name of Object.keys(colors)) {
      if ((TINTS as readonly string[]).includes(name)) continue;
      const near = closestName(name, TINTS);
      const advice = near ? `Did you mean "${near}"?` : `There are ${TINTS.join(', ')}.`;
      throw new CrowdError(`setColors knows no "${name}". ${advice}`);
    }
    const resolved = TINTS.flatMap((tint) => {
      const input = colors[tint];
      return input === undefined ? [] : [{ tint, color: resolveColor(input) }];
    });
    for (const i of this.#rows.resolve(who)) {
      for (const { tint, color } of resolved) this.table.setColor(i, tint, color);
    }
    for (const { tint } of resolved) {
      if (this.parts.some((entry) => entry.tint === tint && entry.part.keepsColor !== 'always')) continue;
      this.#warn(
        `three-crowd: setColors with ${tint} changes nothing, since no part of this crowd takes that colour. A crowd of GLB files takes ` +
          "`garment`, or what its option `tints` says: tints: { skin: ['name of a material'] }.",
      );
    }
  }

  variation(i: number): Variation {
    const zones = [...this.#zones(i)].map(([name, tint]) => [name, new Color(...this.table.color(i, tint))]);
    const cell = this.table.textureCell(i);
    const textures = [...this.#textures(i)].map(([name, grid]) => [name, shownCell(grid, cell)]);
    return {
      zones: Object.fromEntries(zones),
      textures: Object.fromEntries(textures),
      height: this.table.scale(i),
      build: this.#hasBuilds ? this.table.build(i) : undefined,
    };
  }

  setVariation(i: number, { zones = {}, textures = {}, height, build }: VariationInput): void {
    const tints = this.#zones(i);
    const changes = Object.entries(zones).map(([name, color]) => {
      const tint = tints.get(name);
      if (tint) return { tint, color: resolveColor(color) };
      throw new CrowdError(
        `Character ${i} has no zone "${name}"; it has ${[...tints.keys()].sort().join(', ') || 'none without the option `vary`'}.`,
      );
    });
    const cell = this.#cellWith(i, textures);
    if (height !== undefined) checkHeight(i, height);
    if (build !== undefined) checkBuild(i, build, this.#hasBuilds);
    if (cell !== this.table.textureCell(i)) this.table.setTextureCell(i, cell);
    for (const { tint, color } of changes) this.table.setColor(i, tint, color);
    if (height !== undefined) this.setTransform(i, { scale: height });
    if (build !== undefined) this.table.setBuild(i, build);
  }

  /** The zones of a character, and the colour that each takes. */
  #zones(i: number): Map<string, Tint> {
    this.#rows.get(i);
    const worn = this.parts.worn(this.table.parts(i));
    return new Map(worn.flatMap(({ part: { zone } }) => (zone ? [[zone.name, zone.tint] as const] : [])));
  }

  /** The textures with variants of a character. */
  #textures(i: number): Map<string, TextureGrid> {
    const worn = this.parts.worn(this.table.parts(i));
    const grids = worn.flatMap(({ part: { material, materials = [material] } }) =>
      materials.map(textureGrid),
    );
    return new Map(grids.flatMap((grid) => (grid?.name === undefined ? [] : [[grid.name, grid] as const])));
  }

  /** The texture cell of a character with changes of its textures. */
  #cellWith(i: number, changes: NonNullable<VariationInput['textures']>): number {
    const grids = this.#textures(i);
    let sum = this.table.textureCell(i);
    for (const [name, cell] of Object.entries(changes)) {
      const grid = grids.get(name);
      if (!grid) {
        const known = [...grids.keys()].sort().join(', ') || 'none without the option `vary.textures`';
        throw new CrowdError(`Character ${i} has no texture "${name}"; it has ${known}.`);
      }
      const count = grid.columns * grid.rows;
      if (!(Number.isInteger(cell) && cell >= 0 && cell < count)) {
        throw new CrowdError(
          `Character ${i}: textures.${name} is ${cell}; give a whole number from 0 to ${count - 1}.`,
        );
      }
      sum += (cell - shownCell(grid, sum)) * grid.stride;
    }
    return sum;
  }

  #warn(message: string): void {
    if (!this.#warned.has(message)) this.#onWarning(message);
    this.#warned.add(message);
  }

  setOpacity(who: CharacterSelection, opacity: number): void {
    if (!(opacity >= 0 && opacity <= 1)) {
      throw new CrowdError(`opacity is ${opacity}; give 0 for nothing to 1 for solid.`);
    }
    for (const i of this.#rows.resolve(who)) this.table.setOpacity(i, opacity);
  }

  setTextureCell(who: CharacterSelection, cell: number): void {
    if (!(Number.isInteger(cell) && cell >= 0 && cell <= MAX_CELL)) {
      throw new CrowdError(`The texture cell is ${cell}; give a whole number from 0 to ${MAX_CELL}.`);
    }
    for (const i of this.#rows.resolve(who)) this.table.setTextureCell(i, cell);
    const hasGrid = this.parts.some(({ part: { material, materials = [material] } }) =>
      materials.some(({ userData }) => userData['textureGrid'] !== undefined),
    );
    if (hasGrid || this.parts.isWoven) return;
    this.#warn(
      'three-crowd: setTextureCell changes nothing, since no material of this crowd says that its texture is a grid. Give the material ' +
        'userData.textureGrid = [columns, rows], or `extras` of that name in the file.',
    );
  }

  setVisible(who: CharacterSelection, isVisible: boolean): void {
    for (const i of this.#rows.resolve(who)) {
      if (this.#visibleHeroes.has(i)) this.#visibleHeroes.set(i, isVisible);
      else this.table.setHidden(i, !isVisible);
    }
  }

  isVisible(i: number): boolean {
    return this.#visibleHeroes.get(i) ?? !this.table.isHidden(i);
  }

  /** Hides a character's row, while a hero shows the character. */
  hideInstance(i: number): void {
    this.#visibleHeroes.set(i, this.isVisible(i));
    this.table.setHidden(i, true);
  }

  showInstance(i: number): void {
    this.table.setHidden(i, !this.isVisible(i));
    this.#visibleHeroes.delete(i);
  }

  setParts(who: CharacterSelection, { body, face, hair }: PartsInput): void {
    const indices = this.#rows.resolve(who);
    const names = indices.map((i) => {
      const [wornBody, wornFace, wornHair] = this.parts.names(this.table.parts(i));
      return { body_id: body ?? wornBody, face_id: face ?? wornFace, hair_id: hair ?? wornHair };
    });
    const numbers = this.parts.number(names, (k) => indices[k]);
    indices.forEach((i, k) => {
      this.parts.removeUse(this.table.parts(i));
      this.parts.addUse(numbers[k]);
      this.table.setParts(i, ...numbers[k]);
    });
  }

  takeState(): CharactersState {
    const { table } = this;
    const characters = this.#rows.list();
    const state = table.takeState();
    // The saved state has heroes as instances.
    for (const [i, isVisible] of this.#visibleHeroes) {
      if (isVisible) state.rows[i * ROW_WORDS + FIELD.parts] &= ~HIDDEN;
    }
    return {
      clips: this.#clipNames(),
      characters,
      parts: characters.map((character, i) => character && this.parts.names(table.parts(i))),
      player: this.#player.takeState(),
      table: state,
    };
  }

  /**
   * Checks that a state is of a crowd with the same files.
   *
   * @throws {CrowdError} where it has other clips
   * @throws {UnknownPartError} if a character wears a part that the crowd lacks
   */
  checkState(state: CharactersState): void {
    const names = this.#clipNames();
    if (state.clips.join() !== names.join()) {
      throw new CrowdError(
        `The saved crowd has the clips ${state.clips.join(', ')}, and this one ${names.join(', ')}. Restore it to a crowd ` +
          'of the same files.',
      );
    }
    this.#savedParts(state);
  }

  /** Restores a state of {@link takeState}, of this crowd or of one with the same files. Check it before. */
  restoreState(state: CharactersState): void {
    for (const i of this.#rows.resolve('all')) this.parts.removeUse(this.table.parts(i));
    this.#visibleHeroes.clear();
    this.#rows.replace(state.characters);
    this.#player.restoreState(state.player);
    this.table.restoreState(state.table);
    const numbers = this.#savedParts(state);
    this.#rows.resolve('all').forEach((i, k) => {
      this.parts.addUse(numbers[k]);
      this.table.setParts(i, ...numbers[k]);
    });
  }

  #clipNames(): string[] {
    return this.clips.infos.map(({ name }) => name);
  }

  #savedParts({ parts }: CharactersState): PartNumbers[] {
    const worn = parts.flatMap((names, i) => (names ? [{ i, names }] : []));
    const names = worn.map(({ names: [body_id, face_id, hair_id] }) => ({ body_id, face_id, hair_id }));
    return this.parts.number(names, (k) => worn[k].i);
  }

  get(i: number, now: number): CharacterState {
    this.#rows.get(i);
    const { table } = this;
    const { clip, phase, speed, weight } = this.#player.state(i, now);
    const [body, face, hair] = this.parts.names(table.parts(i));
    const colorOf = (tint: Tint): Color => new Color(...table.color(i, tint));
    return {
      character: i,
      x: table.x(i),
      y: table.y(i),
      z: table.z(i),
      heading: table.heading(i),
      scale: table.scale(i),
      isVisible: this.isVisible(i),
      opacity: table.opacity(i),
      textureCell: table.textureCell(i),
      clip: this.clips.name(clip),
      repeats: this.clips.infos[clip].loop,
      phase,
      speed,
      weight,
      colors: { garment: colorOf('garment'), skin: colorOf('skin'), hair: colorOf('hair') },
      parts: { body, face, hair },
    };
  }

  source(i: number): Character {
    return this.#rows.get(i);
  }

  /** Name of a character's own idle clip; undefined where the crowd has none that can be played. */
  idleClip(i: number): string | undefined {
    const clip = this.clips.findStanding(this.#rows.get(i));
    return clip === undefined ? undefined : this.clips.name(clip);
  }

  /**
   * The indices of a selection, each once.
   *
   * @throws {CrowdError} for an index without a character
   */
  indices(who: CharacterSelection): readonly number[] {
    return this.#rows.resolve(who);
  }

  /** Starts the clips that are due at `now`, and emits the ends of clips. */
  advance(now: number, onFinished?: OnFinished): void {
    this.#player.advance(now, onFinished);
  }

  /** Moves the clock back by `seconds`. */
  rebase(now: number, seconds: number): void {
    this.#player.rebase(now, seconds);
  }

  #write(
    row: number,
    { x, z, rot_y, scale, build = 0, index }: Character,
    { y, playback, colors }: ResolvedCharacter,
    parts: PartNumbers,
    now: number,
  ): void {
    this.table.setTransform(row, x, y, z, rot_y, scale);
    this.table.setPlayback(row, { ...playback, start: playback.start + now });
    this.#player.begin(row);
    for (const tint of TINTS) this.table.setColor(row, tint, colors[tint]);
    this.table.setOpacity(row, 1);
    this.table.setTextureCell(row, this.parts.isWoven ? patternCell(index) : 0);
    this.table.setBuild(row, this.#hasBuilds ? build : 0);
    this.table.setParts(row, ...parts);
    this.table.setHidden(row, false);
    this.parts.addUse(parts);
  }
}
