import type { Manifest, Recipe } from '../../protocol/index.js';
import { refuse } from './refuse.js';
import { MAX_WIDTHS, sceneOf } from './scene.js';

/** Maximum numbers of slots and things. Every candidate position is tested against all of them. */
const MAX_SLOTS = 256;
const MAX_THINGS = 64;

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
