import { TINTS } from '../../protocol/index.js';
import { type CharacterTable, NO_PART, type PartsInUse } from '../characters/index.js';
import type { CameraView, Planes } from '../poses/camera-view.js';
import type { CharacterExtent } from '../poses/index.js';
import type { FarLevel } from './far-level.js';
import { CLUSTER_BITS } from './far-mesh.js';
import { HYSTERESIS, SLOT_BITS } from './shader-constants.js';
import { VisibleCharacters } from './visible-characters.js';

/**
 * The instances of one draw, two words each: palette slot with the texture cell above it, and packed colour. Those that the
 * camera sees come first.
 */
export interface InstanceList {
  readonly pairs: Uint32Array<ArrayBuffer>;
  /** Instances that the camera sees. */
  viewCount: number;
  /** Instances that the camera or a shadow sees. */
  totalCount: number;
  /** Range of `pairs` to upload; one object for all frames. */
  readonly range: { start: number; count: number };
}

/** The characters and meshes that a frame draws. Culls on the CPU, once for each character rather than for each part. */
export class VisibleLists extends VisibleCharacters {
  /** Lists of the near draws, then of far parts with a draw of their own. */
  readonly draws: readonly InstanceList[];
  /** List of the merged far draw: palette slot and cluster in one word, and packed colour. */
  readonly merged: InstanceList;
  /** Characters that are drawn far. */
  farCount = 0;
  readonly #shared: readonly number[];
  /** The tint of each part, by its index in the protocol's `TINTS`. */
  readonly #tints: Uint8Array;
  readonly #ranges: Uint32Array | undefined;
  readonly #usesSlots: boolean;
  /** 1 for each row that was drawn far in the last frame. */
  readonly #wasFar: Uint8Array;

  /** @param usesSlots true if instances are posed from the palette; otherwise they have the row in place of the slot */
  constructor(
    table: CharacterTable,
    parts: PartsInUse,
    extent: CharacterExtent,
    far: FarLevel | undefined,
    usesSlots = true,
  ) {
    super(table, extent);
    this.#usesSlots = usesSlots;
    this.#shared = parts.shared;
    this.#tints = Uint8Array.from(parts.parts, ({ tint }) => TINTS.indexOf(tint));
    this.#ranges = far?.ranges;
    this.#wasFar = new Uint8Array(table.count);
    this.draws = parts.parts.map(({ capacity: count }) => createInstanceList(count));
    this.merged = createInstanceList(far?.merged?.pairs ?? 0);
  }

  /**
   * @param view of the camera; undefined for everything, near
   * @param shadows views of the shadows
   * @param lodScreenHeight share of the view's height under which a character is drawn far
   */
  update(view: CameraView | undefined, shadows: readonly Planes[], lodScreenHeight: number): void {
    this.select(view, shadows);
    this.#fill(view, lodScreenHeight);
  }

  #isFar(i: number, { depth, focal }: CameraView, lodScreenHeight: number): boolean {
    const scale = this.table.scale(i);
    const y = this.table.y(i) + this.extent.centerY * scale;
    const w = depth.x * this.table.x(i) + depth.y * y + depth.z * this.table.z(i) + depth.w;
    const height = (this.extent.maxY - this.extent.minY) * scale;
    const threshold = lodScreenHeight * (this.#wasFar[i] ? 1 + HYSTERESIS : 1 - HYSTERESIS);
    const isFar = focal * height < threshold * Math.abs(w);
    this.#wasFar[i] = isFar ? 1 : 0;
    return isFar;
  }

  #fill(view: CameraView | undefined, lodScreenHeight: number): void {
    const { draws, merged, characters, count, viewCount } = this;
    for (let n = 0; n < draws.length; n++) draws[n].viewCount = draws[n].totalCount = 0;
    merged.viewCount = merged.totalCount = this.farCount = 0;
    for (let slot = 0; slot < count; slot++) {
      const character = characters[slot];
      const inView = slot < viewCount;
      const word = this.#usesSlots ? slot : character;
      const isFar =
        view !== undefined && this.#ranges !== undefined && this.#isFar(character, view, lodScreenHeight);
      if (isFar) this.farCount += 1;
      for (let k = 0; k < 3; k++) this.#append(this.table.part(character, k), word, character, inView, isFar);
      for (let k = 0; k < this.#shared.length; k++)
        this.#append(this.#shared[k], word, character, inView, isFar);
    }
  }

  #append(part: number, word: number, character: number, inView: boolean, isFar: boolean): void {
    if (part === NO_PART) return;
    const ranges = this.#ranges;
    const color = this.table.packedColor(character, this.#tints[part]);
    const shown = word | (this.table.textureCell(character) << SLOT_BITS);
    if (!isFar || !ranges) {
      push(this.draws[part], shown, color, inView);
      return;
    }
    const first = ranges[part * 2];
    const clusters = ranges[part * 2 + 1];
    if (clusters === 0) push(this.draws[first], shown, color, inView);
    else pushClusters(this.merged, word, first, clusters, color, inView);
  }
}

/** @param count most instances there can be */
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
