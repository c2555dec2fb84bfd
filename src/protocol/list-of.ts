import * as z from 'zod/mini';

/**
 * A list of exactly two or three. Checked here, because `z.length` would be a third of a kilobyte more in every page,
 * and `z.tuple` half of one.
 */
export function listOf<Tuple extends number[]>(length: Tuple['length'], entry = z.number()) {
  const list = z.array(entry).check(({ value, issues }) => {
    if (value.length === length) return;
    issues.push({ code: 'custom', message: `must have a length of ${length}`, input: value });
  });
  // What JSON Schema tells of the length.
  Object.assign(list._zod.bag, { minimum: length, maximum: length });
  return list as unknown as z.ZodMiniType<Tuple, Tuple>;
}
