import type { Context } from 'hono';

/** Last handler of a path: answers 405 to methods without a route, and 404 where a route found nothing. */
export function methodNotAllowed(...allowed: readonly string[]) {
  return (context: Context): Response | Promise<Response> => {
    if (allowed.includes(context.req.method)) return context.notFound();
    const methods = [...allowed, 'OPTIONS'].join(', ');
    context.header('Allow', methods);
    return context.json({ error: `${context.req.method} is not allowed here; these are: ${methods}` }, 405);
  };
}
