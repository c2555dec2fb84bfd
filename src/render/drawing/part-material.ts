import { Color, type Material } from 'three';
import type { Part } from '../characters/index.js';

/** Linear colour of a material itself, its file's `baseColorFactor`; white for a material without one. */
export function baseColor(material: Material): Color {
  return (material as { color?: Color }).color?.clone() ?? new Color(1, 1, 1);
}

/** Makes a material's own colour white, so that what the vertices bring stands in its place. */
export function whiten<M extends Material>(material: M): M {
  (material as { color?: Color }).color?.setRGB(1, 1, 1);
  return material;
}

/** Whether a material has a picture. */
export function hasMap(material: Material): boolean {
  return Boolean((material as { map?: unknown }).map);
}

/** Maps that cannot be seen from far away. */
export const FINE_MAPS: readonly string[] = ['normalMap', 'bumpMap'];

/** Takes the maps out of a material that cannot be seen from far away. */
export function dropFineMaps<M extends Material>(material: M): M {
  for (const name of FINE_MAPS) if (name in material) Object.assign(material, { [name]: null });
  return material;
}

/** Whether the vertices bring an opacity: the alpha of their colours, unless that is the tint mask. */
export function hasVertexOpacity({ geometry, material, tintMask }: Part): boolean {
  return material.vertexColors && !tintMask && geometry.getAttribute('color')?.itemSize === 4;
}
