import type { Plane } from 'three';
import type { CharacterExtent } from './character-extent.js';
import type { CharacterTable } from './character-table.js';
import type { PartLists } from './part-lists.js';

/** The six planes of a frustum, facing inwards, in the crowd's space. */
export type Planes = readonly Plane[];

/** The instances of one part: pairs of palette slot and character, those in view first. */
export interface InstanceList {
  readonly pairs: Uint32Array;
  /** Instances that the camera sees. */
  viewCount: number;
  /** Instances that the camera or a shadow sees. */
  totalCount: number;
}

/**
 * Which characters a frame draws, decided once a character and not once a part, on the CPU. Slots count those seen by
 * the camera first, then those that only cast a shadow into the view.
 */
export class VisibleLists {
  readonly instances: readonly InstanceList[];
  /** Slots in use. */
  count = 0;
  /** Slots that the camera sees. */
  viewCount = 0;
  /** Character of each slot. */
  readonly characters: Uint32Array;
  readonly #table: CharacterTable;
  readonly #shared: readonly number[];
  readonly #extent: CharacterExtent;

  constructor(table: CharacterTable, { lists, shared }: PartLists, extent: CharacterExtent) {
    this.#table = table;
    this.#shared = shared;
    this.#extent = extent;
    this.characters = new Uint32Array(table.count);
    this.instances = lists.map(({ count }) => ({
      pairs: new Uint32Array(count * 2),
      viewCount: 0,
      totalCount: 0,
    }));
  }

  /**
   * @param view what the camera sees; undefined for everything
   * @param shadows what each shadow sees
   */
  update(view: Planes | undefined, shadows: readonly Planes[]): void {
    const { characters } = this;
    let count = 0;
    // Shadow-only characters gather at the far end first, so that one pass over the table is enough.
    let end = characters.length;
    for (let i = 0; i < this.#table.count; i++) {
      if (this.#table.isHidden(i)) continue;
      if (!view || this.#isInside(i, view)) characters[count++] = i;
      else if (this.#isInsideAny(i, shadows)) characters[--end] = i;
    }
    this.viewCount = count;
    const casters = characters.length - end;
    characters.copyWithin(count, end);
    this.count = count + casters;
    this.#fillInstances();
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

  #fillInstances(): void {
    const { instances, characters, count, viewCount } = this;
    for (let n = 0; n < instances.length; n++) instances[n].viewCount = instances[n].totalCount = 0;
    for (let slot = 0; slot < count; slot++) {
      const character = characters[slot];
      const inView = slot < viewCount;
      for (let k = 0; k < 3; k++) append(instances[this.#table.part(character, k)], slot, character, inView);
      for (let k = 0; k < this.#shared.length; k++)
        append(instances[this.#shared[k]], slot, character, inView);
    }
  }
}

function append(list: InstanceList, slot: number, character: number, inView: boolean): void {
  list.pairs[list.totalCount * 2] = slot;
  list.pairs[list.totalCount * 2 + 1] = character;
  list.totalCount += 1;
  if (inView) list.viewCount = list.totalCount;
}
