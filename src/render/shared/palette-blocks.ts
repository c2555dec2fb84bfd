import { BufferAttribute, BufferGeometry, DynamicDrawUsage, IntType } from 'three';
import type { VisibleLists } from './visible-lists.js';

/** Vertices of a block, corner after corner around it. */
const CORNERS = 4;

/**
 * A rectangle for each palette slot in use, for the pass that fills the palette. Shaders know the slot and the corner by
 * the vertex's number, four a slot, and the slot's character by `crowdCharacter`. They are no instances: GPUs start
 * each instance by itself, which for two triangles costs more than what they draw.
 */
export class PaletteBlocks {
  readonly geometry = new BufferGeometry();
  readonly #characters: BufferAttribute;
  readonly #range = { start: 0, count: 0 };

  /** @param slots most slots there can be */
  constructor(slots: number) {
    this.#characters = new BufferAttribute(new Uint32Array(slots * CORNERS), 1).setUsage(DynamicDrawUsage);
    // WebGL2 reads an attribute as integers only when told to.
    this.#characters.gpuType = IntType;
    this.geometry.setAttribute('crowdCharacter', this.#characters);
    this.geometry.setIndex(new BufferAttribute(cornerIndices(slots), 1));
  }

  /** Covers the slots of a frame. */
  cover({ characters, count }: VisibleLists): void {
    this.geometry.setDrawRange(0, count * 6);
    if (count === 0) return;
    const { array, updateRanges } = this.#characters;
    for (let slot = 0; slot < count; slot++) {
      array.fill(characters[slot], slot * CORNERS, (slot + 1) * CORNERS);
    }
    this.#range.count = count * CORNERS;
    updateRanges.length = 0;
    updateRanges.push(this.#range);
    this.#characters.needsUpdate = true;
  }

  dispose(): void {
    this.geometry.dispose();
  }
}

function cornerIndices(slots: number): Uint32Array<ArrayBuffer> {
  const indices = new Uint32Array(slots * 6);
  for (let slot = 0; slot < slots; slot++) {
    const first = slot * CORNERS;
    indices.set([first, first + 1, first + 2, first, first + 2, first + 3], slot * 6);
  }
  return indices;
}
