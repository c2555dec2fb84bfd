import type { Material, Texture } from 'three';
import type { Part } from './part.js';

/** True if two meshes can be merged into one draw call. Base colours become vertex colours. */
export type IsAlike = (a: Part, b: Part) => boolean;

/** Properties in which merged materials may differ: names, and colours, which become vertex colours. */
const IGNORED = new Set(['uuid', 'name', 'userData', 'version', 'color', 'vertexColors']);

/** True if two pieces differ in colour alone. */
export const hasSameSurface: IsAlike = (a, b) => differingProperties(a, b).length === 0;

/** Names of what two pieces differ in beside their colour. */
export function differingProperties({ material: a }: Part, { material: b }: Part): string[] {
  if (a === b) return [];
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  const differing = [...names].filter(
    (name) => !IGNORED.has(name) && !isSame(propertyOf(a, name), propertyOf(b, name)),
  );
  const hasOneGrid = ['textureGrid', 'textureVariants'].every((name) =>
    isSame(a.userData[name], b.userData[name]),
  );
  return hasOneGrid ? differing : [...differing, 'userData'];
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
