import type { Material, Texture } from 'three';
import { CrowdError } from '../../errors/index.js';

/** Rows and columns of a texture atlas whose cells all have the same size. */
export interface TextureGrid {
  readonly texture: Texture;
  readonly columns: number;
  readonly rows: number;
  /** A character's texture cell is divided by it, so that one number says the cells of several textures. */
  readonly stride: number;
  /** Key in the option `vary.textures`; undefined for other textures. */
  readonly name: string | undefined;
}

/**
 * The grid that a material's `userData.textureGrid` says its colour texture holds; undefined for other materials.
 *
 * @throws {CrowdError} where that is no pair of whole numbers from 1
 */
export function textureGrid(material: Material): TextureGrid | undefined {
  const { map: texture } = material as { map?: Texture | null };
  const grid: unknown = material.userData['textureGrid'];
  if (!texture || grid === undefined) return undefined;
  const isPair = Array.isArray(grid) && grid.length === 2;
  if (isPair && grid.every((count) => Number.isInteger(count) && count >= 1)) {
    const [columns, rows] = grid;
    const { name, stride = 1 } = material.userData['textureVariants'] ?? {};
    return { texture, columns, rows, stride, name };
  }
  throw new CrowdError(
    `userData.textureGrid of the material "${material.name}" is ${JSON.stringify(grid)}. Give how many columns and rows of ` +
      'pictures its texture holds, such as [4, 2].',
  );
}

/** The cell of a grid that characters with a texture cell show, counted row by row from the upper left. */
export function shownCell({ columns, rows, stride }: TextureGrid, textureCell: number): number {
  return Math.floor(textureCell / stride) % (columns * rows);
}
