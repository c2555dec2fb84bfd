import * as z from 'zod/mini';
import { RecipeError } from '../../errors/index.js';
import { closestName } from '../../math/index.js';
import { completeRecipe, findUnknownFields, type Recipe, recipeSchema } from '../../protocol/index.js';
import { describeUnknownField, parseFields, parseJson } from '../core/parse-input.js';
import { ServiceError } from '../core/service-error.js';

/** Bytes of a recipe as JSON; one with every list at its limit has about 30,000. */
const MAX_RECIPE_BYTES = 64 * 1024;
/** Characters of a path that an error repeats. */
const LONGEST_PATH = 200;
const DEFAULT_NAME = 'Untitled crowd';

/** A text of 1 to 200 code points, without NUL and unpaired surrogates. */
const title = () =>
  z.string().check(
    z.regex(/^[^\0\p{Surrogate}]{1,200}$/u, {
      error: 'must be a text of 1 to 200 characters without NUL and unpaired surrogates',
    }),
  );

const titles = { name: z.optional(title()), collection: z.optional(title()) };

/** Body of `POST /v1/projects`. Fields it does not know are ignored. */
export const projectInputSchema = z.looseObject({
  ...titles,
  recipe_json: z.union([recipeSchema, z.string()]),
});

/** Body of `PUT /v1/projects/{crowd_id}`: at least one of its fields. */
export const projectChangeSchema = z.partial(projectInputSchema);

/** The same but for the inside of the recipe, whose errors are to name its fields. */
const bodySchema = z.looseObject({
  ...titles,
  recipe_json: z.optional(z.union([z.looseObject({}), z.string()])),
});

/** A new crowd as its sender wants it, complete. */
export interface ParsedProject {
  readonly name: string;
  readonly recipe: Recipe;
}

/** Changes of a crowd; undefined for a field that stays. */
export interface ParsedChange {
  readonly name: string | undefined;
  readonly collection: string | undefined;
  /** Complete. */
  readonly recipe: Recipe | undefined;
  /** True if the recipe's collection was sent, and is not a default. */
  readonly saysCollection: boolean;
}

/** @throws {ServiceError} 422 naming the first field that is wrong */
export function parseProjectInput(body: unknown): ParsedProject {
  const { name = DEFAULT_NAME, collection, recipe } = parseProjectChange(body);
  if (!recipe) throw new ServiceError(422, 'recipe_json: must be an object, or a text that is JSON');
  return { name, recipe: collection === undefined ? recipe : { ...recipe, collection } };
}

/** @throws {ServiceError} 422 naming the first field that is wrong, or saying that there is none */
export function parseProjectChange(body: unknown): ParsedChange {
  const fields = parseFields(bodySchema, body);
  checkFieldNames(fields);
  const { name, collection, recipe_json: sent } = fields;
  if (name === undefined && collection === undefined && sent === undefined) {
    throw new ServiceError(422, 'the body: must have at least one of name, recipe_json and collection');
  }
  if (sent !== undefined) checkLength(typeof sent === 'string' ? sent : JSON.stringify(sent));
  const recipe = typeof sent === 'string' ? parseJson(sent, 'recipe_json') : sent;
  const said = (recipe as { collection?: unknown } | undefined)?.collection;
  return {
    name,
    collection,
    recipe: recipe === undefined ? undefined : parseRecipe(recipe),
    saysCollection: said !== undefined,
  };
}

/** Refuses misspelled fields. Others are ignored: the interface leaves them open. @throws {ServiceError} 422 */
function checkFieldNames(fields: object): void {
  const names = Object.keys(bodySchema.def.shape);
  for (const name of Object.keys(fields)) {
    if (!names.includes(name) && closestName(name.toLowerCase(), names))
      throw new ServiceError(422, describeUnknownField(name, names));
  }
}

/** @throws {ServiceError} 422 for a recipe that says far more than recipes have fields for */
function checkLength(json: string): void {
  const bytes = Buffer.byteLength(json);
  if (bytes <= MAX_RECIPE_BYTES) return;
  throw new ServiceError(
    422,
    `recipe_json: must not have more than ${MAX_RECIPE_BYTES} bytes as JSON, and has ${bytes}; keep what is not for the service elsewhere`,
  );
}

/** @throws {ServiceError} 422 for what is no recipe, or holds a misspelled field of a recipe */
function parseRecipe(recipe: unknown): Recipe {
  const complete = asServiceError(() => completeRecipe(recipe));
  // Fields with names of their own are kept: editors put notes there, and the interface does not forbid them.
  const mistyped = findUnknownFields(complete).find(({ meant }) => meant !== undefined);
  if (mistyped) {
    const { path, meant } = mistyped;
    const place = `recipe_json.${path.slice(0, LONGEST_PATH)}`;
    throw new ServiceError(422, `${place}: is no field of a recipe; did you mean "${meant}"?`);
  }
  return complete;
}

/** Calls `work`, and throws errors about a recipe as answers to its sender. */
export function asServiceError<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof RecipeError)) throw error;
    // The sentence about the recipe, about the field, as every other error is.
    const [path, subject] = error.path
      ? [`recipe_json.${error.path}`, `The recipe's ${error.path} `]
      : ['recipe_json', 'The recipe '];
    throw new ServiceError(422, `${path}: ${error.message.replace(subject, '').replace(/\.$/, '')}`);
  }
}
