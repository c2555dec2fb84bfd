import type { Context } from 'hono';

/** Goes last on a path: answers 405 to every method that no route before it takes. */
export function methodNotAllowed(...allowed: readonly string[]) {
  return (context: Context): Response => {
    const methods = [...allowed, 'OPTIONS'].join(', ');
    context.header('Allow', methods);
    return context.json({ error: `${context.req.method} is not allowed here; these are: ${methods}` }, 405);
  };
}
