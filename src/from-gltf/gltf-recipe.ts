import { generateCharacters } from '../generate/public.js';
import type { Bucket, Character, Recipe } from '../protocol/index.js';
import type { BodySize } from './gltf-motion.js';

/** Height of the people that recipes are made for, and radius of their bodies by default, metres. */
const RECIPE_HEIGHT = 1.7;
const RECIPE_RADIUS = 0.175 * RECIPE_HEIGHT;

/** Characters of a recipe, for a height and a number of looks. */
export interface RecipePeople {
  /** The given one, complete, for people who are so tall and wide. */
  readonly recipe: Recipe;
  /** Their buckets are the numbers of their looks. */
  readonly characters: readonly Character[];
}

/**
 * Places characters as a service does for the recipe.
 *
 * @param given complete, as `completeRecipe` makes it
 * @param looks how many there are; `weights` knows them as `0`, `1`, …
 * @param size metres at scale 1
 * @throws {RecipeError} naming the field that makes no sense
 */
export function placeByRecipe(given: Recipe, looks: number, { height, radius }: BodySize): RecipePeople {
  const factor = Math.max(height / RECIPE_HEIGHT, radius / RECIPE_RADIUS);
  const recipe = { ...given, collisionRadius: given.collisionRadius * factor };
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
