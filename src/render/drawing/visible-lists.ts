import { TINTS } from '../../protocol/index.js';
import { type CharacterTable, DATA_WIDTH, NO_PART, type PartsInUse } from '../characters/index.js';
import type { CameraView, View } from '../poses/camera-view.js';
import type { CharacterExtent } from '../poses/index.js';
import { type FarLevels, LEVEL_ERRORS, LEVELS, NEAR_MESH, SAMPLED_LEVEL } from './far-levels.js';
import { BATCH, CLUSTER_BITS, EMPTY_CLUSTER } from './far-mesh.js';
import { HYSTERESIS, SHADOW_ERROR, SLOT_BITS } from './shader-constants.js';
import { type CharacterList, VisibleCharacters } from './visible-characters.js';

/** The instances of one draw in one pass, two words each: palette slot with the texture cell above it, and packed colour. */
export interface InstanceList {
  readonly pairs: Uint32Array<ArrayBuffer>;
  count: number;
  /** Range of `pairs` to upload; one object for all frames. */
  readonly range: { start: number; count: number };
}

/** The instances of one draw in the camera's pass and in all shadow passes. */
export interface DrawLists {
  readonly camera: InstanceList;
  readonly shadow: InstanceList;
}

/** The characters and meshes that a frame draws. Culls on the CPU, once for each character rather than for each part. */
export class VisibleLists extends VisibleCharacters {
  /** Lists of the near draws, by their parts' numbers. */
  readonly draws: readonly DrawLists[];
  /** The characters with a palette slot, in the order of their slots. */
  readonly posed: CharacterList & { count: number };
  /**
   * Lists of the merged far draw, in batches, the last one filled. First word: cluster, and above it the palette slot, or the
   * number of slots plus the row of a character without one. Second word: packed colour, or with an atlas the row and the number
   * of the tint above it.
   */
  readonly merged: DrawLists;
  /** Both lists of {@link merged}, the camera's first, each from the start of a line of a data texture. */
  readonly mergedTable: { readonly words: Uint32Array<ArrayBuffer>; readonly height: number };
  /** Number of characters at each of the camera's levels of detail, the near meshes first. */
  readonly levelCounts = new Uint32Array(LEVELS + 1);
  readonly #shared: readonly number[];
  /** The tint of each part, by its index in the protocol's `TINTS`. */
  readonly #tints: Uint8Array;
  readonly #ranges: Uint32Array | undefined;
  readonly #hasAtlas: boolean;
  /** Number of palette slots; 0 without a palette. */
  readonly #slots: number;
  /** First level that takes no palette slot. */
  readonly #sampledLevel: number;
  /** Palette slot of each visible character, or {@link NO_SLOT}. */
  readonly #slotOf: Int32Array;
  /** Level of each row when it was last seen; 0 for the near meshes. */
  readonly #levels: Uint8Array;
  /** Largest error of a level of each visible character, fractions of its height: of the camera's, then of the shadow's. */
  readonly #allowed: Float64Array;

  /** @param hasPalette false if instances are posed without a palette; they have the row in place of the slot */
  constructor(
    table: CharacterTable,
    parts: PartsInUse,
    extent: CharacterExtent,
    far: FarLevels | undefined,
    hasPalette = true,
  ) {
    super(table, extent);
    this.#slots = hasPalette ? (far?.slots ?? table.count) : 0;
    this.#sampledLevel = !hasPalette ? 0 : this.#slots < table.count ? SAMPLED_LEVEL : LEVELS + 1;
    this.#slotOf = new Int32Array(table.count);
    this.posed = { characters: new Uint32Array(this.#slots), count: 0 };
    this.#shared = parts.shared;
    this.#tints = Uint8Array.from(parts.parts, ({ tint }) => TINTS.indexOf(tint));
    this.#ranges = far?.ranges;
    this.#hasAtlas = far?.merged?.grid !== undefined;
    this.#levels = new Uint8Array(table.count);
    this.#allowed = new Float64Array(table.count);
    const mostNear = hasPalette ? this.#slots : table.count;
    this.draws = parts.parts.map(({ capacity }) => createLists(Math.min(capacity, mostNear)));
    const height = Math.ceil((far?.pairs ?? 0) / PAIRS_A_LINE);
    const words = new Uint32Array(2 * height * LINE_WORDS);
    this.mergedTable = { words, height: 2 * height };
    this.merged = {
      camera: createList(words.subarray(0, height * LINE_WORDS)),
      shadow: createList(words.subarray(height * LINE_WORDS)),
    };
  }

  /**
   * @param view of the camera; undefined for everything, near
   * @param shadows views of the shadows
   * @param lodThreshold largest error of a level, pixels of the camera and texels of the shadows
   */
  update(view: CameraView | undefined, shadows: readonly View[], lodThreshold: number): void {
    this.select(view, shadows);
    const { draws, merged, characters, count, viewCount } = this;
    for (let n = 0; n < draws.length; n++) draws[n].camera.count = draws[n].shadow.count = 0;
    merged.camera.count = merged.shadow.count = 0;
    this.posed.count = 0;
    this.levelCounts.fill(0);
    for (let n = 0; n < count; n++) {
      const i = characters[n];
      this.#allowed[n] = 0;
      this.#slotOf[n] = NO_SLOT;
      if (view) this.#allowError(n, view, lodThreshold);
      const level = this.#chooseLevel(n, this.#levels[i]);
      this.#levels[i] = level;
      this.levelCounts[level] += 1;
      if (n < viewCount) this.#append('camera', n, level);
    }
    this.#updateShadows(view, shadows, lodThreshold);
    fillBatch(merged.camera);
    fillBatch(merged.shadow);
  }

  /**
   * Chooses each shadow's level by the smallest error that the shadows with the character in their view allow. Errors are
   * passed on by an array, since the engine allocates fractions that are arguments or results of calls.
   */
  #updateShadows(view: CameraView | undefined, shadows: readonly View[], lodThreshold: number): void {
    const allowed = this.#allowed;
    for (let n = 0; n < this.count; n++) {
      const least = SHADOW_ERROR * allowed[n];
      let smallest = view ? -1 : 0;
      for (let s = 0; view && s < shadows.length; s++) {
        if (!this.isInside(this.characters[n], shadows[s].planes)) continue;
        this.#allowError(n, shadows[s], lodThreshold);
        const own = Math.max(least, allowed[n]);
        smallest = smallest < 0 ? own : Math.min(smallest, own);
      }
      if (smallest < 0) continue;
      allowed[n] = smallest;
      this.#append('shadow', n, this.#chooseLevel(n, 0));
    }
  }

  /** Sets the largest error of a level of a visible character in a view. */
  #allowError(n: number, { depth, focal }: View, lodThreshold: number): void {
    const i = this.characters[n];
    const scale = this.table.scale(i);
    const height = focal * this.extent.height * scale;
    const y = this.table.y(i) + this.extent.centerY * scale;
    const w = depth.x * this.table.x(i) + depth.y * y + depth.z * this.table.z(i) + depth.w;
    this.#allowed[n] = height > 0 ? (lodThreshold * Math.abs(w)) / height : 0;
  }

  /**
   * The coarsest level whose error is below the allowed one; 0 for the near meshes.
   *
   * @param last the level that the character had
   */
  #chooseLevel(n: number, last: number): number {
    const allowed = this.#allowed[n];
    let level = this.#ranges ? LEVELS : 0;
    for (; level > 0; level--) {
      const factor = last >= level ? 1 + HYSTERESIS : 1 - HYSTERESIS;
      if (LEVEL_ERRORS[level - 1] < allowed * factor) break;
    }
    return level;
  }

  #append(pass: keyof DrawLists, n: number, wanted: number): void {
    const character = this.characters[n];
    const word = this.#wordOf(n, wanted);
    const level = word < this.#slots ? wanted : Math.max(wanted, this.#sampledLevel);
    for (let k = 0; k < 3; k++) this.#appendPart(pass, this.table.part(character, k), word, character, level);
    for (let k = 0; k < this.#shared.length; k++)
      this.#appendPart(pass, this.#shared[k], word, character, level);
  }

  /** Palette slot of a visible character, a new one if its level takes one and one is left; else the number of slots plus its row. */
  #wordOf(n: number, level: number): number {
    const { posed } = this;
    if (this.#slotOf[n] === NO_SLOT && level < this.#sampledLevel && posed.count < this.#slots) {
      posed.characters[posed.count] = this.characters[n];
      this.#slotOf[n] = posed.count++;
    }
    return this.#slotOf[n] === NO_SLOT ? this.#slots + this.characters[n] : this.#slotOf[n];
  }

  #appendPart(pass: keyof DrawLists, part: number, word: number, character: number, level: number): void {
    if (part === NO_PART) return;
    const tint = this.#tints[part];
    const color = this.table.packedColor(character, tint);
    const range = ((level - 1) * this.draws.length + part) * 2;
    const first = level > 0 && this.#ranges ? this.#ranges[range] : NEAR_MESH;
    if (first !== NEAR_MESH && this.#ranges) {
      const second = this.#hasAtlas ? character | (tint << SLOT_BITS) : color;
      pushClusters(this.merged[pass], word, first, this.#ranges[range + 1], second);
      return;
    }
    push(this.draws[part][pass], word | (this.table.textureCell(character) << SLOT_BITS), color);
  }
}

const NO_SLOT = -1;

/** Words, and pairs, of a line of a data texture. */
const LINE_WORDS = 4 * DATA_WIDTH;
export const PAIRS_A_LINE = LINE_WORDS / 2;

function createLists(capacity: number): DrawLists {
  return {
    camera: createList(new Uint32Array(capacity * 2)),
    shadow: createList(new Uint32Array(capacity * 2)),
  };
}

function createList(pairs: Uint32Array<ArrayBuffer>): InstanceList {
  return { pairs, count: 0, range: { start: 0, count: 0 } };
}

/** Fills the last batch. */
function fillBatch({ pairs, count }: InstanceList): void {
  pairs.fill(EMPTY_CLUSTER, 2 * count, 2 * Math.ceil(count / BATCH) * BATCH);
}

function push(list: InstanceList, word: number, color: number): void {
  list.pairs[list.count * 2] = word;
  list.pairs[list.count * 2 + 1] = color;
  list.count += 1;
}

/** Adds the clusters of one far part. The innermost loop for a crowd far away. */
function pushClusters(
  list: InstanceList,
  slot: number,
  first: number,
  clusters: number,
  color: number,
): void {
  const { pairs } = list;
  const word = (slot << CLUSTER_BITS) | first;
  let o = list.count * 2;
  const end = Math.min(pairs.length, o + 2 * clusters);
  for (let k = 0; o < end; k++) {
    pairs[o++] = word + k;
    pairs[o++] = color;
  }
  list.count = o / 2;
}
