import { generateCharacters } from '../generate/public.js';
import type { Bucket, Character, Recipe } from '../protocol/index.js';

/** Height that recipes take people to have, metres: their bodies are measured by it. */
const RECIPE_HEIGHT = 1.7;

/** Characters of a recipe, for a height and a number of looks. */
export interface RecipePeople {
  /** The given one, complete, for people who are so tall. */
  readonly recipe: Recipe;
  /** Their buckets are the numbers of their looks. */
  readonly characters: readonly Character[];
}

/**
 * Places characters as a service does for the recipe.
 *
 * @param given complete, as `completeRecipe` makes it
 * @param looks how many there are; `weights` knows them as `0`, `1`, …
 * @param height metres at scale 1
 * @throws {RecipeError} naming the field that makes no sense
 */
export function placeByRecipe(given: Recipe, looks: number, height: number): RecipePeople {
  const recipe = { ...given, collisionRadius: (given.collisionRadius * height) / RECIPE_HEIGHT };
  const buckets = Array.from({ length: looks }, (_, look) => bucketOf(look));
  return {
    recipe,
    characters: generateCharacters(recipe, { version: '', parts: [], shared: [], buckets }),
  };
}

function bucketOf(look: number): Bucket {
  return {
    id: String(look),
    label: '',
    weight: 1,
    bodies: [String(look)],
    faces: [''],
    hairs: [''],
    palette: [[0, 0, 1]],
    skin: ['#ffffff'],
    hair: ['#ffffff'],
  };
}
