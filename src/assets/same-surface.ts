import type { Material, Texture } from 'three';

/** What two materials may differ in and still be drawn as one: their names, and colours, which go into the vertices. */
const IGNORED = new Set(['uuid', 'name', 'userData', 'version', 'color', 'vertexColors']);

/** What changes how a surface shines, and nothing of what is painted on it. */
const GLOSS = new Set(['roughness', 'metalness']);

/** Whether two materials differ in nothing but their colour. */
export function hasSameSurface(a: Material, b: Material): boolean {
  return a === b || differingProperties(a, b).length === 0;
}

/** Whether two materials differ in nothing but colour and gloss. */
export function hasSamePicture(a: Material, b: Material): boolean {
  return a === b || differingProperties(a, b).every((name) => GLOSS.has(name));
}

function differingProperties(a: Material, b: Material): string[] {
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
