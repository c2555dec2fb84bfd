import * as z from 'zod/mini';
import { type Assets, assetsSchema } from './assets.js';
import { type BodyBuild, buildsSchema, type Character, characterSchema } from './character.js';
import { CROWD_ID } from './crowd-id.js';
import { parseTolerantly, type ReadOptions } from './parse-tolerantly.js';
import type { Recipe } from './recipe.js';
import { recipeSchema } from './recipe-schema.js';
import { repairCrowd } from './repair-crowd.js';
import { type Scene, sceneSchema } from './scene.js';

/** The answer to `GET /v1/crowd/{crowd_id}`. */
export interface CrowdResponse {
  crowd_id: string;
  /** Empty where the service has none. */
  name: string;
  /** Empty where the service has none. */
  collection: string;
  recipe: Recipe;
  /** One for each of `recipe.size`, by index. */
  characters: Character[];
  /** Nodes shown on every character: eyes, hands, feet. */
  shared_parts: string[];
  /** Builds that characters name by number, at most 16. An addition to the interface; other clients show them by `scale` alone. */
  builds?: BodyBuild[];
  /** The recipe's scene. An addition to the interface. */
  scene?: Scene;
  assets: Assets;
  /** RFC 3339; empty where the service does not say. */
  updated_at: string;
}

/** Checks a {@link CrowdResponse}; `parseCrowdResponse` also names the mistake. */
export const crowdResponseSchema = z.looseObject({
  crowd_id: z.string().check(z.regex(CROWD_ID)),
  name: z.string(),
  collection: z.string(),
  recipe: recipeSchema,
  characters: z.array(characterSchema),
  shared_parts: z.array(z.string()),
  builds: z.optional(buildsSchema()),
  scene: z.optional(sceneSchema()),
  assets: assetsSchema,
  updated_at: z.string(),
});

/** Validated responses, which are not validated again. */
const checked = new WeakSet<object>();

/**
 * Validates data as {@link CrowdResponse}; unknown fields are kept.
 *
 * Values that are not needed to draw the crowd may be missing, null or invalid: recipe fields take their defaults,
 * optional URLs are omitted. Numbers outside their range by a rounding error are clamped. The input is not modified. A
 * result of this function is not validated again.
 *
 * @throws {InvalidResponseError} naming the first field that is wrong and what it should be
 */
export function parseCrowdResponse(data: unknown, options: ReadOptions = {}): CrowdResponse {
  if (checked.has(data as object)) return data as CrowdResponse;
  const crowd = parseTolerantly(crowdResponseSchema, data, 'CrowdResponse', repairCrowd, options);
  checked.add(crowd);
  return crowd as CrowdResponse;
}
