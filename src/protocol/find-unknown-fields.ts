import type * as z from 'zod/mini';
import { closestName } from '../math/index.js';
import { recipeSchema } from './recipe-schema.js';

/** A field that recipes do not have. */
export interface UnknownField {
  /** Where it is, such as `terrain.amplitud`. */
  readonly path: string;
  /** The most similar known field, if there is one. */
  readonly meant: string | undefined;
}

/**
 * Returns the fields of a recipe that the format does not have, for callers that reject or report them. Unknown fields
 * are kept and have no effect. Bucket ids in `weights` are not fields.
 */
export function findUnknownFields(recipe: object): UnknownField[] {
  return find(recipeSchema, recipe, '');
}

/** Excludes one-letter names from suggestions: `y` of an obstacle does not mean `x`. */
const isWord = (name: string): boolean => name.length > 2;

function find(schema: z.core.$ZodType, value: unknown, path: string): UnknownField[] {
  if (typeof value !== 'object' || value === null) return [];
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'default':
    case 'nullable':
    case 'optional':
      return find(def.innerType, value, path);
    case 'union':
      return def.options.flatMap((option) => find(option, value, path));
    case 'array':
      return Object.entries(value).flatMap(([i, entry]) => find(def.element, entry, `${path}${i}.`));
    case 'object':
      // The names in `weights` are the manifest's.
      if (def.catchall?._zod.def.type === 'number') return [];
      return Object.entries(value).flatMap(([name, member]) =>
        Object.hasOwn(def.shape, name)
          ? find(def.shape[name], member, `${path}${name}.`)
          : [{ path: path + name, meant: closestName(name, Object.keys(def.shape).filter(isWord)) }],
      );
    default:
      return [];
  }
}
