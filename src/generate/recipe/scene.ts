import { sinCos } from '../../math/index.js';
import type { CrowdResponse, Manifest, Obstacle, Recipe, Scene } from '../../protocol/index.js';

/** Maximum width of a thing, as a multiple of its radius: one more is the maximum number of its cylinders. */
export const MAX_WIDTHS = 32;

/** Returns the scene of a recipe; undefined without one. */
export function sceneOf(
  { scene }: Pick<Recipe, 'scene'>,
  { scenes = {} }: Pick<Manifest, 'scenes'>,
): Scene | undefined {
  if (typeof scene !== 'string') return scene;
  return Object.hasOwn(scenes, scene) ? scenes[scene] : undefined;
}

/** Returns the fields of a crowd's response that are the catalogue's, besides characters and assets. */
export function catalogueFields(
  recipe: Pick<Recipe, 'scene'>,
  manifest: Manifest,
): Pick<CrowdResponse, 'shared_parts' | 'builds' | 'scene'> {
  const { shared, builds } = manifest;
  const scene = sceneOf(recipe, manifest);
  return { shared_parts: shared, ...(builds ? { builds } : {}), ...(scene ? { scene } : {}) };
}

/** Returns cylinders that cover what people keep out of: a row of them for each thing. */
export function obstaclesOf(scene: Pick<Scene, 'things'> | undefined): Obstacle[] {
  return (scene?.things ?? []).flatMap(({ type, x, z, rot_y = 0, radius = 0, width = 0 }) => {
    if (radius <= 0 || width < 0) return [];
    // A response of another service may be wider.
    const gaps = Math.min(MAX_WIDTHS, Math.ceil(width / radius));
    const [sin, cos] = sinCos(rot_y);
    return Array.from({ length: gaps + 1 }, (_, k): Obstacle => {
      const along = gaps === 0 ? 0 : width * (k / gaps - 0.5);
      return { type, x: x + cos * along, z: z - sin * along, radius };
    });
  });
}
