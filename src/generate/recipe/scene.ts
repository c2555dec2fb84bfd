import { sinCos } from '../../math/index.js';
import type { CrowdResponse, Manifest, Obstacle, Recipe, Scene } from '../../protocol/index.js';
import { refuse } from './refuse.js';

/** Maximum numbers of slots and things. Every candidate position is tested against all of them. */
const MAX_SLOTS = 256;
const MAX_THINGS = 64;
/** Maximum width of a thing, as a multiple of its radius: one more is the maximum number of its cylinders. */
const MAX_WIDTHS = 32;

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

/** @throws {RecipeError} for a scene that the manifest does not have or cannot fill */
export function checkScene(recipe: Recipe, manifest: Manifest): void {
  const { v, scene: given } = recipe;
  if (given === undefined) return;
  if (v < 2) refuse('scene', `needs a recipe of format 2, not ${v}`);
  const scene = sceneOf(recipe, manifest);
  if (!scene) {
    const known = Object.keys(manifest.scenes ?? {}).join(', ') || 'none';
    refuse('scene', `names no scene of the manifest, which has ${known}`);
  }
  const { slots, things = [] } = scene;
  if (slots.length > MAX_SLOTS) refuse('scene.slots', `must be at most ${MAX_SLOTS}, not ${slots.length}`);
  if (things.length > MAX_THINGS)
    refuse('scene.things', `must be at most ${MAX_THINGS}, not ${things.length}`);
  const ids = manifest.buckets.map(({ id }) => id);
  slots.forEach(({ bucket }, i) => {
    if (bucket !== undefined && !ids.includes(bucket))
      refuse(`scene.slots.${i}.bucket`, `names no bucket of the manifest, which has ${ids.join(', ')}`);
  });
  things.forEach(({ radius = 0, width = 0 }, i) => {
    if (radius < 0) refuse(`scene.things.${i}.radius`, `must be at least 0 metres, not ${radius}`);
    if (width < 0) refuse(`scene.things.${i}.width`, `must be at least 0 metres, not ${width}`);
    if (radius > 0 && width > MAX_WIDTHS * radius)
      refuse(`scene.things.${i}.width`, `must be at most ${MAX_WIDTHS} times the radius, not ${width}`);
  });
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
