import { sinCos } from '../../math/index.js';
import type { Manifest, Obstacle, Recipe, Scene } from '../../protocol/index.js';
import { refuse } from './refuse.js';

/** Maximum numbers of slots and things. Every candidate position is tested against all of them. */
const MAX_SLOTS = 256;
const MAX_THINGS = 64;

/**
 * Returns the scene of a recipe; undefined without one.
 *
 * @throws {RecipeError} for a scene that the manifest does not have or cannot fill
 */
export function sceneOf(
  { v, scene: given }: Pick<Recipe, 'v' | 'scene'>,
  { scenes = {}, buckets }: Pick<Manifest, 'scenes' | 'buckets'>,
): Scene | undefined {
  if (given === undefined) return undefined;
  if (v < 2) refuse('scene', `needs a recipe of format 2, not ${v}`);
  const scene = typeof given !== 'string' ? given : Object.hasOwn(scenes, given) ? scenes[given] : undefined;
  if (!scene) {
    const known = Object.keys(scenes).join(', ') || 'none';
    refuse('scene', `"${given as string}" is no scene of the manifest, which has ${known}`);
  }
  const { slots, things = [] } = scene;
  if (slots.length > MAX_SLOTS) refuse('scene.slots', `must be at most ${MAX_SLOTS}, not ${slots.length}`);
  if (things.length > MAX_THINGS)
    refuse('scene.things', `must be at most ${MAX_THINGS}, not ${things.length}`);
  const ids = buckets.map(({ id }) => id);
  for (const [i, { bucket }] of slots.entries()) {
    if (bucket !== undefined && !ids.includes(bucket))
      refuse(
        `scene.slots.${i}.bucket`,
        `"${bucket}" is no bucket of the manifest, which has ${ids.join(', ')}`,
      );
  }
  for (const [i, thing] of things.entries()) {
    for (const field of ['radius', 'width'] as const) {
      const value = thing[field] ?? 0;
      if (value < 0) refuse(`scene.things.${i}.${field}`, `must be at least 0 metres, not ${value}`);
    }
  }
  return scene;
}

/** Returns cylinders that cover what people keep out of: a row of them for each thing. */
export function obstaclesOf(scene: Pick<Scene, 'things'> | undefined): Obstacle[] {
  return (scene?.things ?? []).flatMap(({ type, x, z, rot_y = 0, radius = 0, width = 0 }) => {
    if (radius === 0) return [];
    const gaps = Math.ceil(width / radius);
    const [sin, cos] = sinCos(rot_y);
    return Array.from({ length: gaps + 1 }, (_, k): Obstacle => {
      const along = gaps === 0 ? 0 : width * (k / gaps - 0.5);
      return { type, x: x + cos * along, z: z - sin * along, radius };
    });
  });
}
