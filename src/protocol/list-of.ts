import * as z from 'zod/mini';

/** A list of exactly `length` entries. `z.tuple` checks the same, and would be half a kilobyte more in every page. */
export function listOf<Tuple extends number[]>(length: Tuple['length'], entry = z.number()) {
  const isFull = z.length(length, { error: `must have a length of ${length}` });
  return z.array(entry).check(isFull) as unknown as z.ZodMiniType<Tuple, Tuple>;
}
