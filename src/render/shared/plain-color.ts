import type { Color, Material } from 'three';

/** Makes a material's own colour white, where the vertices bring it already. */
export function plainColor<M extends Material>(material: M): M {
  (material as { color?: Color }).color?.setRGB(1, 1, 1);
  return material;
}
