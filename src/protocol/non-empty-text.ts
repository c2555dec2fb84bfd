import * as z from 'zod/mini';

/** A text that is not empty. `z.minLength` checks the same, but its support of lists would make every page larger. */
export const nonEmptyText = () => z.string().check(z.regex(/./s, { error: 'must not be empty' }));
