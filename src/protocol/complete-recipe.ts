import { RecipeError } from '../errors/index.js';
import { describeIssue, WITH_MESSAGES } from './describe-issue.js';
import type { Recipe } from './recipe.js';
import { recipeSchema } from './recipe-schema.js';

/**
 * A recipe in which missing fields have their defaults. Unknown fields are kept.
 *
 * @param input a `RecipeInput`, or whatever came in its place
 * @throws {RecipeError} naming the first field that has the wrong type or is outside the interface's bounds
 * @example
 * completeRecipe({ seed: 42 }).size; // 100
 */
export function completeRecipe(input: unknown): Recipe {
  const result = recipeSchema.safeParse(input, WITH_MESSAGES);
  if (result.success) return result.data as Recipe;
  const { path, message } = describeIssue(result.error);
  const subject = path ? `The recipe's ${path}` : 'The recipe';
  throw new RecipeError(`${subject} ${message}.`, path, { cause: result.error });
}
