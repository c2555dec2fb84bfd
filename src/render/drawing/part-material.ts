import { Color, type Material } from 'three';
import type { Part } from '../characters/index.js';

/** Linear colour of a material itself, its file's `baseColorFactor`; white for a material without one. */
export function baseColor(material: Material): Color {
  return (material as { color?: Color }).color?.clone() ?? new Color(1, 1, 1);
}

/** Makes a material's own colour white, so that the vertex colours replace it. */
export function whiten<M extends Material>(material: M): M {
  (material as { color?: Color }).color?.setRGB(1, 1, 1);
  return material;
}

export function hasMap(material: Material): boolean {
  return Boolean((material as { map?: unknown }).map);
}

/** Maps that are invisible at a distance. */
export const FINE_MAPS: readonly string[] = ['normalMap', 'bumpMap'];

export function dropFineMaps<M extends Material>(material: M): M {
  for (const name of FINE_MAPS) if (name in material) Object.assign(material, { [name]: null });
  return material;
}

/** True if the alpha of the vertex colours is an opacity; otherwise it is the tint mask, or there is none. */
export function hasVertexOpacity({ geometry, material, tintMask }: Part): boolean {
  return material.vertexColors && !tintMask && geometry.getAttribute('color')?.itemSize === 4;
}
