import {
  BufferAttribute,
  BufferGeometry,
  type Material,
  type MeshStandardMaterial,
  RepeatWrapping,
  Source,
  Texture,
} from 'three';
import { copyMaterial } from './merge-pieces.js';
import type { Part } from './part.js';
import { differingProperties, type IsAlike } from './same-surface.js';

/** Pixels around each picture that go on as its texture does, for what filters read there. */
const MARGIN = 8;
/** Largest side of the texture, pixels: what devices without a list of limits have. Larger pictures are made smaller. */
const MAX_SIDE = 4096;
/** Tolerance of texture coordinates outside of the picture, for rounding. */
const TOLERANCE = 1e-3;

/** Properties that affect shading but not base colour. */
const GLOSS = new Set(['roughness', 'metalness']);

type Painted = Material & Partial<Pick<MeshStandardMaterial, 'map'>>;
type Picture = ImageBitmap | HTMLImageElement | HTMLCanvasElement | OffscreenCanvas;

/** Where a picture stands in the texture of all, pixels. */
interface AtlasRect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** True if two pieces differ only in colour and in pictures that fit side by side into one texture. */
export const hasSameSurfaceButPicture: IsAlike = (a, b) => isAlikeBeside(new Set(), a, b);

/** True if two pieces differ only in colour, gloss, and pictures that fit side by side into one texture. */
export const hasSamePicture: IsAlike = (a, b) => isAlikeBeside(GLOSS, a, b);

function isAlikeBeside(passedOver: ReadonlySet<string>, a: Part, b: Part): boolean {
  const differing = differingProperties(a, b).filter((name) => !passedOver.has(name));
  if (differing.length === 0) return true;
  return differing.every((name) => name === 'map') && canSharePicture(a) && canSharePicture(b);
}

/**
 * True if a piece's picture can be part of an atlas: it can be drawn on a canvas, has no holes (a canvas
 * forgets the colours of what cannot be seen), and is neither repeated nor moved on the surface. A piece without a picture
 * takes a white place.
 */
function canSharePicture({ material, geometry }: Part): boolean {
  if (typeof OffscreenCanvas === 'undefined') return false;
  const { map } = material as Painted;
  // A picture of a grid is found by its place in the whole texture.
  if (material.userData['textureGrid'] !== undefined) return false;
  if (material.transparent || material.alphaTest > 0) return false;
  if (!map) return true;
  const isUnmoved = map.channel === 0 && map.rotation === 0 && !map.flipY;
  const isWhole = map.offset.x === 0 && map.offset.y === 0 && map.repeat.x === 1 && map.repeat.y === 1;
  return isUnmoved && isWhole && isPicture(map.image) && isOpaque(map.image) && isWithinPicture(geometry);
}

/** The same pieces with one material, whose texture has the pictures of all of them; as they are where they have one. */
export function sharePicture(pieces: readonly Part[]): readonly Part[] {
  const maps = pieces.map(({ material }) => (material as Painted).map);
  const pictures = [...new Map(maps.map((map) => [map?.source, map]))];
  if (pictures.length < 2) return pieces;
  const { picture, places } = drawBeside(pictures.map(([, map]) => map ?? undefined));
  const like = maps.find((map) => map);
  const map = like?.clone() ?? new Texture();
  map.source = new Source(picture);
  map.needsUpdate = true;
  return pieces.map((piece, k) => {
    const place = places[pictures.findIndex(([source]) => source === maps[k]?.source)];
    const geometry = withAtlasRect(piece.geometry, place, picture);
    return { ...piece, geometry, material: Object.assign(copyMaterial(piece.material), { map }) };
  });
}

function isPicture(image: unknown): image is Picture {
  const kinds = [globalThis.ImageBitmap, globalThis.HTMLImageElement, globalThis.HTMLCanvasElement];
  return [...kinds, OffscreenCanvas].some((kind) => kind !== undefined && image instanceof kind);
}

const opaque = new WeakMap<Picture, boolean>();

function isOpaque(picture: Picture): boolean {
  const known = opaque.get(picture);
  if (known !== undefined) return known;
  const { width, height } = picture;
  const context = contextOf(new OffscreenCanvas(width, height));
  context.drawImage(picture, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  let k = 3;
  while (k < data.length && data[k] === 255) k += 4;
  opaque.set(picture, k >= data.length);
  return k >= data.length;
}

/** True if a geometry has texture coordinates, all of them from 0 to 1. */
export function isWithinPicture(geometry: BufferGeometry, channel = 0): boolean {
  const uv = geometry.attributes[channel === 0 ? 'uv' : `uv${channel}`];
  if (!uv) return false;
  for (let v = 0; v < uv.count; v++) {
    for (const value of [uv.getX(v), uv.getY(v)]) {
      if (value < -TOLERANCE || value > 1 + TOLERANCE) return false;
    }
  }
  return true;
}

/** Draws the pictures of textures in rows and columns of equal places; undefined is a white one. */
function drawBeside(maps: readonly (Texture | undefined)[]): { picture: ImageBitmap; places: AtlasRect[] } {
  const sizes = maps.map((map) => (map ? (map.image as Picture) : { width: 1, height: 1 }));
  const largest = Math.max(...sizes.flatMap(({ width, height }) => [width, height]));
  const columns = Math.ceil(Math.sqrt(maps.length));
  const rows = Math.ceil(maps.length / columns);
  const scale = Math.min(1, (MAX_SIDE / columns - 2 * MARGIN) / largest);
  const step = Math.ceil(largest * scale) + 2 * MARGIN;
  const canvas = new OffscreenCanvas(columns * step, rows * step);
  const context = contextOf(canvas);
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  const places = sizes.map(
    (size, k): AtlasRect => ({
      x: (k % columns) * step + MARGIN,
      y: Math.floor(k / columns) * step + MARGIN,
      width: Math.max(1, Math.floor(size.width * scale)),
      height: Math.max(1, Math.floor(size.height * scale)),
    }),
  );
  for (const [k, map] of maps.entries()) if (map) drawAt(context, map, places[k]);
  return { picture: canvas.transferToImageBitmap(), places };
}

function drawAt(context: OffscreenCanvasRenderingContext2D, map: Texture, place: AtlasRect): void {
  const { x, y, width, height } = place;
  const around = [x - MARGIN, y - MARGIN, width + 2 * MARGIN, height + 2 * MARGIN] as const;
  const picture = map.image as Picture;
  const isRepeated = map.wrapS === RepeatWrapping && map.wrapT === RepeatWrapping;
  context.save();
  context.beginPath();
  context.rect(...around);
  context.clip();
  if (isRepeated) {
    for (const dx of [-width, width, 0]) {
      for (const dy of [-height, height, 0]) context.drawImage(picture, x + dx, y + dy, width, height);
    }
  } else {
    // A little too large at first: what stays of it goes on with the edge.
    context.drawImage(picture, ...around);
    context.drawImage(picture, x, y, width, height);
  }
  context.restore();
}

function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  // A canvas that was not used before always has this context.
  return canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
}

/** The geometry with the texture coordinates of its picture's place. */
function withAtlasRect(
  geometry: BufferGeometry,
  place: AtlasRect,
  { width, height }: ImageBitmap,
): BufferGeometry {
  const { position, uv } = geometry.attributes;
  const moved = new BufferGeometry().setIndex(geometry.index);
  for (const [name, attribute] of Object.entries(geometry.attributes)) moved.setAttribute(name, attribute);
  const numbers = new Float32Array(position.count * 2);
  for (let v = 0; v < position.count; v++) {
    // All of a white place is the same.
    const [s, t] = uv ? [uv.getX(v), uv.getY(v)] : [0.5, 0.5];
    numbers[v * 2] = (place.x + s * place.width) / width;
    numbers[v * 2 + 1] = (place.y + t * place.height) / height;
  }
  return moved.setAttribute('uv', new BufferAttribute(numbers, 2));
}
