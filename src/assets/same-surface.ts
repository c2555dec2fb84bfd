import type { Material, Texture } from 'three';
import type { Part } from './part.js';
import { canSharePicture } from './shared-picture.js';

/** Whether two pieces may be drawn at once, whatever their colours. */
export type IsAlike = (a: Part, b: Part) => boolean;

/** What two materials may differ in and still be drawn as one: their names, and colours, which go into the vertices. */
const IGNORED = new Set(['uuid', 'name', 'userData', 'version', 'color', 'vertexColors']);

/** What changes how a surface shines, and nothing of what is painted on it. */
const GLOSS = new Set(['roughness', 'metalness']);

/** Whether two pieces differ in nothing but their colour. */
export const hasSameSurface: IsAlike = (a, b) => differingProperties(a, b).length === 0;

/** Whether two pieces differ in nothing but their colour and in pictures that one texture can hold side by side. */
export const hasSameSurfaceButPicture: IsAlike = (a, b) => isAlikeBeside(new Set(), a, b);

/** Whether two pieces differ in nothing but colour, gloss, and pictures that one texture can hold side by side. */
export const hasSamePicture: IsAlike = (a, b) => isAlikeBeside(GLOSS, a, b);

function isAlikeBeside(passedOver: ReadonlySet<string>, a: Part, b: Part): boolean {
  const differing = differingProperties(a, b).filter((name) => !passedOver.has(name));
  if (differing.length === 0) return true;
  return differing.every((name) => name === 'map') && canSharePicture(a) && canSharePicture(b);
}

function differingProperties({ material: a }: Part, { material: b }: Part): string[] {
  if (a === b) return [];
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].filter((name) => !IGNORED.has(name) && !isSame(propertyOf(a, name), propertyOf(b, name)));
}
/** A text that is equal for textures that show the same picture in the same way. */
function textureKey(texture: Texture): string {
  const { source, wrapS, wrapT, magFilter, minFilter, anisotropy, colorSpace, flipY, channel } = texture;
  const { offset, repeat, center, rotation } = texture;
  const place = [...offset.toArray(), ...repeat.toArray(), ...center.toArray(), rotation];
  return [
    source.uuid,
    wrapS,
    wrapT,
    magFilter,
    minFilter,
    anisotropy,
    colorSpace,
    flipY,
    channel,
    place,
  ].join();
}

function propertyOf(material: Material, name: string): unknown {
  return (material as unknown as Record<string, unknown>)[name];
}

function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b) return false;
  if (isTexture(a) && isTexture(b)) return textureKey(a) === textureKey(b);
  if ('equals' in a && typeof a.equals === 'function') return Boolean(a.equals(b));
  return JSON.stringify(a) === JSON.stringify(b);
}

function isTexture(value: object): value is Texture {
  return 'isTexture' in value;
}
