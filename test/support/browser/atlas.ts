import { CanvasTexture, NearestFilter, SRGBColorSpace } from 'three';

/** Pixels of a cell's sides. */
const SIDE = 16;

export interface AtlasOptions {
  /** True if texture coordinates count from the lower edge. @default false */
  readonly flipY?: boolean;
  /** True for cells with a transparent bar, wider in each cell. @default false */
  readonly hasHoles?: boolean;
}

/**
 * Creates a texture of equal cells, counted from the upper left one, each of a colour. A black bar in its upper left corner shows
 * where up is.
 */
export function createAtlas(
  columns: number,
  colors: readonly string[],
  { flipY = false, hasHoles = false }: AtlasOptions = {},
): CanvasTexture {
  const canvas = document.createElement('canvas');
  canvas.width = columns * SIDE;
  canvas.height = (colors.length / columns) * SIDE;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser draws no pictures.');
  for (const [k, color] of colors.entries()) {
    const [x, y] = [(k % columns) * SIDE, Math.floor(k / columns) * SIDE];
    context.fillStyle = color;
    context.fillRect(x, y, SIDE, SIDE);
    context.fillStyle = 'black';
    context.fillRect(x, y, SIDE / 2, SIDE / 4);
    if (hasHoles) context.clearRect(x + SIDE / 4, y + SIDE / 2, SIDE / 4 + k, SIDE / 4);
  }
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.magFilter = texture.minFilter = NearestFilter;
  texture.generateMipmaps = false;
  texture.flipY = flipY;
  return texture;
}
