import * as z from 'zod/mini';

/** A text that is not empty. `z.minLength` checks the same, but its support of lists would make every page larger. */
export const nonEmptyText = () => z.string().check(z.regex(/./s, { error: 'must not be empty' }));

export const fraction = () => z.number().check(z.minimum(0), z.maximum(1));

/** A list of exactly `length` entries. `z.tuple` checks the same, and would be half a kilobyte more in every page. */
export function listOf<Tuple extends number[]>(length: Tuple['length'], entry = z.number()) {
  const isFull = z.length(length, { error: `must have a length of ${length}` });
  return z.array(entry).check(isFull) as unknown as z.ZodMiniType<Tuple, Tuple>;
}
