import { CrowdError, isCrowdError } from './crowd-error.js';

/** A recipe cannot be turned into characters. */
export class RecipeError extends CrowdError {
  override readonly name = 'RecipeError';

  constructor(
    message: string,
    /** The field, such as \`weights.soldier\`. */
    readonly path: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** True for {@link RecipeError}, whichever copy of this package threw it. */
export function isRecipeError(value: unknown): value is RecipeError {
  return isCrowdError(value, 'RecipeError');
}
