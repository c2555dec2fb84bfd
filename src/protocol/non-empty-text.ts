import * as z from 'zod/mini';

/** A text with something in it. `z.minLength` checks the same, but takes lists too, and a page would carry that. */
export const nonEmptyText = () => z.string().check(z.regex(/./s, { error: 'must not be empty' }));
