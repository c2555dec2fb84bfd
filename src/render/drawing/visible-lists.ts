import { TINTS } from '../../protocol/index.js';
import { type CharacterTable, NO_PART, type PartsInUse } from '../characters/index.js';
import type { CameraView, Planes } from '../poses/camera-view.js';
import type { CharacterExtent } from '../poses/index.js';
import { type FarLevels, LEVEL_ERRORS, LEVELS, NEAR_MESH } from './far-levels.js';
import { CLUSTER_BITS } from './far-mesh.js';
import { HYSTERESIS, SLOT_BITS } from './shader-constants.js';
import { VisibleCharacters } from './visible-characters.js';

/**
 * The instances of one draw, two words each: palette slot with the texture cell above it, and packed colour. Those that the
 * camera sees come first.
 */
export interface InstanceList {
  readonly pairs: Uint32Array<ArrayBuffer>;
  viewCount: number;
  totalCount: number;
  /** Range of `pairs` to upload; one object for all frames. */
  readonly range: { start: number; count: number };
}

/** The characters and meshes that a frame draws. Culls on the CPU, once for each character rather than for each part. */
export class VisibleLists extends VisibleCharacters {
  /** Lists of the near draws, by their parts' numbers. */
  readonly draws: readonly InstanceList[];
  /** List of the merged far draw: palette slot and cluster in one word, and packed colour. */
  readonly merged: InstanceList;
  /** Number of characters at each level of detail, the near meshes first. */
  readonly levelCounts = new Uint32Array(LEVELS + 1);
  readonly #shared: readonly number[];
  /** The tint of each part, by its index in the protocol's `TINTS`. */
  readonly #tints: Uint8Array;
  readonly #ranges: Uint32Array | undefined;
  readonly #usesSlots: boolean;
  /** Level of each row when it was last seen; 0 for the near meshes. */
  readonly #levels: Uint8Array;

  /** @param usesSlots true if instances are posed from the palette; otherwise they have the row in place of the slot */
  constructor(
    table: CharacterTable,
    parts: PartsInUse,
    extent: CharacterExtent,
    far: FarLevels | undefined,
    usesSlots = true,
  ) {
    super(table, extent);
    this.#usesSlots = usesSlots;
    this.#shared = parts.shared;
    this.#tints = Uint8Array.from(parts.parts, ({ tint }) => TINTS.indexOf(tint));
    this.#ranges = far?.ranges;
    this.#levels = new Uint8Array(table.count);
    this.draws = parts.parts.map(({ capacity }) => createInstanceList(capacity));
    this.merged = createInstanceList(far?.merged?.pairs ?? 0);
  }

  /**
   * @param view of the camera; undefined for everything, near
   * @param shadows views of the shadows
   * @param lodShare largest error of a level as a share of the view's height
   */
  update(view: CameraView | undefined, shadows: readonly Planes[], lodShare: number): void {
    this.select(view, shadows);
    this.#fill(view, lodShare);
  }

  /** The coarsest level whose error is small enough; 0 for the near meshes. */
  #chooseLevel(i: number, { depth, focal }: CameraView, lodShare: number): number {
    const scale = this.table.scale(i);
    const y = this.table.y(i) + this.extent.centerY * scale;
    const w = depth.x * this.table.x(i) + depth.y * y + depth.z * this.table.z(i) + depth.w;
    const height = focal * (this.extent.maxY - this.extent.minY) * scale;
    let level = LEVELS;
    for (; level > 0; level--) {
      const allowed = lodShare * (this.#levels[i] >= level ? 1 + HYSTERESIS : 1 - HYSTERESIS);
      if (LEVEL_ERRORS[level - 1] * height < allowed * Math.abs(w)) break;
    }
    this.#levels[i] = level;
    return level;
  }

  #fill(view: CameraView | undefined, lodShare: number): void {
    const { draws, merged, characters, count, viewCount } = this;
    for (let n = 0; n < draws.length; n++) draws[n].viewCount = draws[n].totalCount = 0;
    merged.viewCount = merged.totalCount = 0;
    this.levelCounts.fill(0);
    for (let slot = 0; slot < count; slot++) {
      const character = characters[slot];
      const inView = slot < viewCount;
      const word = this.#usesSlots ? slot : character;
      const level = view && this.#ranges ? this.#chooseLevel(character, view, lodShare) : 0;
      this.levelCounts[level] += 1;
      for (let k = 0; k < 3; k++) this.#append(this.table.part(character, k), word, character, inView, level);
      for (let k = 0; k < this.#shared.length; k++)
        this.#append(this.#shared[k], word, character, inView, level);
    }
  }

  #append(part: number, word: number, character: number, inView: boolean, level: number): void {
    if (part === NO_PART) return;
    const color = this.table.packedColor(character, this.#tints[part]);
    const range = ((level - 1) * this.draws.length + part) * 2;
    const first = level > 0 && this.#ranges ? this.#ranges[range] : NEAR_MESH;
    if (first !== NEAR_MESH && this.#ranges) {
      pushClusters(this.merged, word, first, this.#ranges[range + 1], color, inView);
      return;
    }
    push(this.draws[part], word | (this.table.textureCell(character) << SLOT_BITS), color, inView);
  }
}

function createInstanceList(count: number): InstanceList {
  return { pairs: new Uint32Array(count * 2), viewCount: 0, totalCount: 0, range: { start: 0, count: 0 } };
}

function push(list: InstanceList, word: number, color: number, inView: boolean): void {
  list.pairs[list.totalCount * 2] = word;
  list.pairs[list.totalCount * 2 + 1] = color;
  list.totalCount += 1;
  if (inView) list.viewCount = list.totalCount;
}

/** Adds the clusters of one far part. The innermost loop for a crowd far away. */
function pushClusters(
  list: InstanceList,
  slot: number,
  first: number,
  clusters: number,
  color: number,
  inView: boolean,
): void {
  const { pairs } = list;
  const word = (slot << CLUSTER_BITS) | first;
  let o = list.totalCount * 2;
  for (let k = 0; k < clusters; k++) {
    pairs[o++] = word + k;
    pairs[o++] = color;
  }
  list.totalCount += clusters;
  if (inView) list.viewCount = list.totalCount;
}
