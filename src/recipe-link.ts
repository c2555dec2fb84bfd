import { RecipeError } from './errors/index.js';
import { completeRecipe, RECIPE_VERSION, type Recipe, type RecipeInput } from './protocol/index.js';

const NAME = 'crowd';

/**
 * Writes a recipe as the fragment of a link, without `#`: `crowd=` and base64url (RFC 4648, section 5) of the fields that
 * differ from the defaults, as JSON.
 *
 * @throws {RecipeError} for a field that is wrong
 * @example
 * location.hash = writeRecipeLink({ seed: 42, size: 500 });
 */
export function writeRecipeLink(recipe: RecipeInput): string {
  const complete = completeRecipe(recipe);
  const defaults: Partial<Recipe> = completeRecipe({});
  const changed = Object.entries(complete).filter(
    ([field, value]) =>
      // The version stays in the link, since the default becomes another one.
      field === 'v' || JSON.stringify(value) !== JSON.stringify(defaults[field as keyof Recipe]),
  );
  const bytes = new TextEncoder().encode(JSON.stringify(Object.fromEntries(changed)));
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return `${NAME}=${base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
}

/**
 * Reads a recipe from the fragment of a link; undefined where the fragment has no `crowd=…`.
 *
 * @param fragment such as `location.hash`, with or without `#`
 * @throws {RecipeError} for a link that was cut short, for a recipe of a version that is not known here, and for a field that is
 *   wrong
 * @example
 * const recipe = readRecipeLink(location.hash) ?? { seed: 1, size: 200 };
 * const crowd = await createCrowd({ recipe, assets, renderer });
 */
export function readRecipeLink(fragment: string): Recipe | undefined {
  const text = new URLSearchParams(fragment.replace(/^#/, '')).get(NAME);
  if (text === null) return undefined;
  let input: unknown;
  try {
    const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    input = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new RecipeError(
      `The link's "${NAME}" cannot be read: its ${text.length} characters are no recipe. Copy the whole link again.`,
      NAME,
      { cause },
    );
  }
  const recipe = completeRecipe(input);
  if (recipe.v < 1 || recipe.v > RECIPE_VERSION) {
    throw new RecipeError(
      `The link's recipe is of version ${recipe.v}, and this page knows 1 to ${RECIPE_VERSION}. Open it with the version of three-crowd ` +
        'that wrote it, or a newer one.',
      'v',
    );
  }
  return recipe;
}
