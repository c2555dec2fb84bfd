import { RecipeError } from '../../errors/index.js';

/**
 * Throws an error for a recipe.
 *
 * @param path the field, such as `weights.soldier`; empty for the recipe itself
 * @param problem what is wrong, as the rest of a sentence about the field, without its full stop
 * @throws {RecipeError} always
 */
export function refuse(path: string, problem: string): never {
  const subject = path ? `The recipe's ${path}` : 'The recipe';
  throw new RecipeError(`${subject} ${problem}.`, path);
}
