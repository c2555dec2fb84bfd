import type { CharacterTable } from '../characters/index.js';
import type { CameraView, Planes, View } from '../poses/camera-view.js';
import type { CharacterExtent } from '../poses/index.js';

/** Rows of characters, of which the first `count` are valid. */
export interface CharacterList {
  readonly characters: Uint32Array;
  readonly count: number;
}

/**
 * The characters that a frame draws, culled on the CPU: first the ones in the camera's view, then the ones that only cast
 * a shadow into it.
 */
export class VisibleCharacters implements CharacterList {
  readonly characters: Uint32Array;
  count = 0;
  viewCount = 0;
  protected readonly table: CharacterTable;
  protected readonly extent: CharacterExtent;

  constructor(table: CharacterTable, extent: CharacterExtent) {
    this.table = table;
    this.extent = extent;
    this.characters = new Uint32Array(table.count);
  }

  /**
   * @param view of the camera; undefined for everything
   * @param shadows views of the shadows
   */
  select(view: CameraView | undefined, shadows: readonly View[]): void {
    const { characters, table } = this;
    let count = 0;
    // Shadow-only characters gather at the far end first, so that one pass over the table is enough.
    let end = characters.length;
    for (let i = 0; i < table.count; i++) {
      if (!table.isDrawn(i)) continue;
      if (!view || this.isInside(i, view.planes)) characters[count++] = i;
      else if (this.#isInsideAny(i, shadows)) characters[--end] = i;
    }
    this.viewCount = count;
    this.count = count + characters.length - end;
    characters.copyWithin(count, end);
  }

  protected isInside(i: number, planes: Planes): boolean {
    const scale = this.table.scale(i);
    const x = this.table.x(i);
    const y = this.table.y(i) + this.extent.centerY * scale;
    const z = this.table.z(i);
    const radius = this.extent.radius * scale;
    for (let p = 0; p < planes.length; p++) {
      const { normal, constant } = planes[p];
      if (normal.x * x + normal.y * y + normal.z * z + constant < -radius) return false;
    }
    return true;
  }

  #isInsideAny(i: number, views: readonly View[]): boolean {
    for (let v = 0; v < views.length; v++) if (this.isInside(i, views[v].planes)) return true;
    return false;
  }
}
