import type { Context } from 'hono';

/** Goes last on a path: answers 405 to every method that no route before it takes, and 404 where there is nothing to get. */
export function methodNotAllowed(...allowed: readonly string[]) {
  return (context: Context): Response | Promise<Response> => {
    if (allowed.includes(context.req.method)) return context.notFound();
    const methods = [...allowed, 'OPTIONS'].join(', ');
    context.header('Allow', methods);
    return context.json({ error: `${context.req.method} is not allowed here; these are: ${methods}` }, 405);
  };
}
