import type { CameraView, Planes } from './camera-view.js';
import type { CharacterExtent } from './character-extent.js';
import type { CharacterTable } from './character-table.js';
import { CLUSTER_BITS, type FarMesh } from './far-mesh.js';
import type { PartLists } from './part-lists.js';

/**
 * How much a character's share of the view has to change beyond the threshold before its tier does, so that standing at
 * the threshold does not flicker. `crowd-cull.wgsl` has the same.
 */
const HYSTERESIS = 0.08;

/** The instances of one draw: pairs of words, those that the camera sees first. */
export interface InstanceList {
  readonly pairs: Uint32Array<ArrayBuffer>;
  /** Instances that the camera sees. */
  viewCount: number;
  /** Instances that the camera or a shadow sees. */
  totalCount: number;
}

/**
 * Which characters a frame draws and how, decided once a character and not once a part, on the CPU. Slots count those
 * seen by the camera first, then those that only cast a shadow into the view.
 */
export class VisibleLists {
  /** Of each part: palette slot and character. */
  readonly near: readonly InstanceList[];
  /** Of the far draw: palette slot and cluster in one word, and character. */
  readonly far: InstanceList;
  /** Slots in use. */
  count = 0;
  /** Slots that the camera sees. */
  viewCount = 0;
  /** Slots that are drawn far. */
  farCount = 0;
  /** Character of each slot. */
  readonly characters: Uint32Array;
  readonly #table: CharacterTable;
  readonly #shared: readonly number[];
  readonly #extent: CharacterExtent;
  readonly #ranges: Uint32Array | undefined;
  /** Of each character: 1 where it was drawn far last. */
  readonly #wasFar: Uint8Array;

  constructor(table: CharacterTable, parts: PartLists, extent: CharacterExtent, far: FarMesh | undefined) {
    this.#table = table;
    this.#shared = parts.shared;
    this.#extent = extent;
    this.#ranges = far?.ranges;
    this.#wasFar = new Uint8Array(table.count);
    this.characters = new Uint32Array(table.count);
    this.near = parts.lists.map(({ count }) => createList(count));
    this.far = createList(far?.pairs ?? 0);
  }

  /**
   * @param view what the camera sees; undefined for everything, near
   * @param shadows what each shadow sees
   * @param farBelow share of the view's height under which a character is drawn far
   */
  update(view: CameraView | undefined, shadows: readonly Planes[], farBelow: number): void {
    const { characters } = this;
    let count = 0;
    // Shadow-only characters gather at the far end first, so that one pass over the table is enough.
    let end = characters.length;
    for (let i = 0; i < this.#table.count; i++) {
      if (this.#table.isHidden(i)) continue;
      if (!view || this.#isInside(i, view.planes)) characters[count++] = i;
      else if (this.#isInsideAny(i, shadows)) characters[--end] = i;
    }
    this.viewCount = count;
    this.count = count + characters.length - end;
    characters.copyWithin(count, end);
    this.#fill(view, farBelow);
  }

  #isInside(i: number, planes: Planes): boolean {
    const scale = this.#table.scale(i);
    const x = this.#table.x(i);
    const y = this.#table.y(i) + this.#extent.centerY * scale;
    const z = this.#table.z(i);
    const reach = -this.#extent.radius * scale;
    for (let p = 0; p < planes.length; p++) {
      const { normal, constant } = planes[p];
      if (normal.x * x + normal.y * y + normal.z * z + constant < reach) return false;
    }
    return true;
  }

  #isInsideAny(i: number, frustums: readonly Planes[]): boolean {
    for (let f = 0; f < frustums.length; f++) if (this.#isInside(i, frustums[f])) return true;
    return false;
  }

  #isFar(i: number, { depth, focal }: CameraView, farBelow: number): boolean {
    const scale = this.#table.scale(i);
    const y = this.#table.y(i) + this.#extent.centerY * scale;
    const w = depth.x * this.#table.x(i) + depth.y * y + depth.z * this.#table.z(i) + depth.w;
    const height = (this.#extent.maxY - this.#extent.minY) * scale;
    const threshold = farBelow * (this.#wasFar[i] ? 1 + HYSTERESIS : 1 - HYSTERESIS);
    const isFar = focal * height < threshold * Math.abs(w);
    this.#wasFar[i] = isFar ? 1 : 0;
    return isFar;
  }

  #fill(view: CameraView | undefined, farBelow: number): void {
    const { near, far, characters, count, viewCount } = this;
    for (let n = 0; n < near.length; n++) near[n].viewCount = near[n].totalCount = 0;
    far.viewCount = far.totalCount = this.farCount = 0;
    for (let slot = 0; slot < count; slot++) {
      const character = characters[slot];
      const inView = slot < viewCount;
      const isFar =
        view !== undefined && this.#ranges !== undefined && this.#isFar(character, view, farBelow);
      if (isFar) this.farCount += 1;
      for (let k = 0; k < 3; k++)
        this.#append(this.#table.part(character, k), slot, character, inView, isFar);
      for (let k = 0; k < this.#shared.length; k++)
        this.#append(this.#shared[k], slot, character, inView, isFar);
    }
  }

  #append(part: number, slot: number, character: number, inView: boolean, isFar: boolean): void {
    if (!isFar) {
      push(this.near[part], slot, character, inView);
      return;
    }
    const ranges = this.#ranges as Uint32Array;
    const end = ranges[part * 2] + ranges[part * 2 + 1];
    for (let cluster = ranges[part * 2]; cluster < end; cluster++) {
      push(this.far, ((slot << CLUSTER_BITS) | cluster) >>> 0, character, inView);
    }
  }
}

function createList(count: number): InstanceList {
  return { pairs: new Uint32Array(count * 2), viewCount: 0, totalCount: 0 };
}

function push(list: InstanceList, word: number, character: number, inView: boolean): void {
  list.pairs[list.totalCount * 2] = word;
  list.pairs[list.totalCount * 2 + 1] = character;
  list.totalCount += 1;
  if (inView) list.viewCount = list.totalCount;
}
