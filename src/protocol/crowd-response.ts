import * as z from 'zod/mini';
import { InvalidResponseError } from '../errors/index.js';
import { type Assets, assetsSchema } from './assets.js';
import { type Character, characterSchema } from './character.js';
import { CROWD_ID } from './crowd-id.js';
import { describeIssue } from './describe-issue.js';
import type { Recipe } from './recipe.js';
import { recipeSchema } from './recipe-schema.js';

/** The answer to `GET /v1/crowd/{crowd_id}`. */
export interface CrowdResponse {
  crowd_id: string;
  name: string;
  collection: string;
  recipe: Recipe;
  /** One for each of `recipe.size`, by index. */
  characters: Character[];
  /** Nodes shown on every character: eyes, hands, feet. */
  shared_parts: string[];
  assets: Assets;
  /** RFC 3339. */
  updated_at: string;
}

/** Checks a {@link CrowdResponse}; `parseCrowdResponse` also says what is wrong. */
export const crowdResponseSchema = z.looseObject({
  crowd_id: z.string().check(z.regex(CROWD_ID)),
  name: z.string(),
  collection: z.string(),
  recipe: recipeSchema,
  characters: z.array(characterSchema),
  shared_parts: z.array(z.string()),
  assets: assetsSchema,
  updated_at: z.string(),
});

/**
 * Checks data against the shape of {@link CrowdResponse}, tolerating fields it does not know.
 *
 * @throws {InvalidResponseError} naming the first field that is wrong and what it should be
 */
export function parseCrowdResponse(data: unknown): CrowdResponse {
  const result = crowdResponseSchema.safeParse(data);
  if (!result.success) {
    const { path, message } = describeIssue(result.error);
    throw new InvalidResponseError(`This is no CrowdResponse: ${path || 'the data'}: ${message}.`, path, {
      cause: result.error,
    });
  }
  return result.data as CrowdResponse;
}
