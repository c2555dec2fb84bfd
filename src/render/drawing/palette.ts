import { BufferAttribute, BufferGeometry, DynamicDrawUsage } from 'three';
import { UnsupportedError } from '../../errors/index.js';
import { createIntegerAttribute, uploadRange } from './three-internals.js';
import type { CharacterList } from './visible-characters.js';

export interface PaletteSize {
  readonly width: number;
  readonly height: number;
  /** Two to the power of this many slots stand side by side, so that finding one needs no division. */
  readonly acrossBits: number;
}

/**
 * The sides of a palette's targets, in texels: a texel a bone for each character, side by side as far as the device's textures
 * reach, and then below one another. The number side by side is the same for any number of characters, so that shaders with
 * that number need not be compiled again for a crowd that grows.
 *
 * @throws {UnsupportedError} where the device's textures cannot hold it
 */
export function paletteSize(characters: number, bones: number, maxTextureSize: number): PaletteSize {
  const acrossBits = Math.max(0, Math.floor(Math.log2(maxTextureSize / bones)));
  const width = bones << acrossBits;
  const height = Math.ceil(characters / (1 << acrossBits));
  if (width <= maxTextureSize && height <= maxTextureSize) return { width, height, acrossBits };
  throw new UnsupportedError(
    `${characters} characters of ${bones} bones need a palette of ${width} × ${height} texels; this device allows ` +
      `${maxTextureSize}. Split the crowd, or draw fewer characters.`,
  );
}

/**
 * Palette slots of a crowd at most, as far as its levels allow: 35 MB of matrices, and as much for posing, with 45 bones. A slot for
 * each of 200,000 characters would take 432 MB; a device's default limit of a buffer is 128 MB.
 */
export const MAX_SLOTS = 16_384;

/** Vertices of a block, corner after corner around it. */
const CORNERS = 4;

/**
 * A rectangle for each palette slot in use, for the pass that fills the palette. Shaders get slot and corner from the
 * vertex's number, four a slot, and the slot's character from `crowdCharacter`. One mesh in place of an instance a slot:
 * GPUs start each instance separately, which for two triangles costs more than drawing them.
 */
export class PaletteBlocks {
  readonly geometry = new BufferGeometry();
  readonly #characters: BufferAttribute;
  readonly #range = { start: 0, count: 0 };

  constructor(slots: number) {
    this.#characters = createIntegerAttribute(new Uint32Array(slots * CORNERS), 1).setUsage(DynamicDrawUsage);
    this.geometry.setAttribute('crowdCharacter', this.#characters);
    this.geometry.setIndex(new BufferAttribute(cornerIndices(slots), 1));
  }

  /** Uploads the slots of a frame. */
  cover({ characters, count }: CharacterList): void {
    this.geometry.setDrawRange(0, count * 6);
    if (count === 0) return;
    const { array } = this.#characters;
    for (let slot = 0; slot < count; slot++) {
      const character = characters[slot];
      for (let k = slot * CORNERS; k < (slot + 1) * CORNERS; k++) array[k] = character;
    }
    this.#range.count = count * CORNERS;
    uploadRange(this.#characters, this.#range);
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
