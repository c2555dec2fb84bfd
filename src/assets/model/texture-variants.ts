import type { MeshStandardMaterial, Texture } from 'three';
import { AssetError } from '../../errors/index.js';
import { copyMaterial } from './merge-pieces.js';
import type { Part } from './part.js';
import { isWithinPicture } from './shared-picture.js';

/**
 * Variants of a texture, painted as equal cells of one image. Texture coordinates from 0 to 1 are those of one cell, as with three's
 * `map.repeat`, so that a file's own texture can be painted several times side by side. Only `map` has cells.
 */
export interface TextureVariants {
  /** Cells side by side, 1 to 16. */
  readonly columns: number;
  /** Cells below one another, 1 to 16. */
  readonly rows: number;
  /**
   * Address of the image, relative to the page or `baseUrl`; or a texture with `flipY = false` and a `colorSpace`, as `GLTFLoader` makes
   * them, of which the crowd does not dispose.
   *
   * @default the material's own
   */
  readonly map?: string | Texture;
}

/** The variants of a key in `vary.textures`. */
export interface NamedVariants extends Omit<TextureVariants, 'map'> {
  /** Pattern of the names of the zones that show them. */
  readonly name: string;
  readonly map?: Texture | undefined;
  /** True if `map` was fetched for the crowd, which then disposes of it. */
  readonly isFetched: boolean;
  /** Divides a character's texture cell. */
  readonly stride: number;
}

/**
 * The piece with the texture of the variants.
 *
 * @throws {AssetError} if it has no texture, or one that cannot have cells
 */
export function withVariants(
  piece: Part,
  zone: string,
  { name, columns, rows, stride, map: given }: NamedVariants,
  url: string,
): Part {
  const { geometry } = piece;
  const material = copyMaterial(piece.material) as MeshStandardMaterial;
  const map = given ?? material.map;
  const fail = (problem: string): never => {
    throw new AssetError(`vary.textures has "${name}", but ${problem}`, url);
  };
  if (!map) return fail(`the zone "${zone}" has no texture. Give the image as vary.textures.${name}.map.`);
  if (given?.flipY)
    fail('its map has flipY, which glTF files never have. Set map.flipY = false before its first use.');
  if (!isWithinPicture(geometry, map.channel)) {
    fail(
      `the mesh "${piece.name}" of zone "${zone}" has no texture coordinates, or some beyond 0 to 1, which would show other cells. ` +
        'Unwrap it within one cell, without repeats.',
    );
  }
  const userData = { ...material.userData, textureGrid: [columns, rows], textureVariants: { name, stride } };
  return { ...piece, material: Object.assign(material, { map, userData }) };
}
