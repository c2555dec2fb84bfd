import type { Context } from 'hono';

/** Address of the service without a slash at the end: the one that is set, or where the request went. */
export function baseUrlOf(context: Context, baseUrl: string | undefined): string {
  return baseUrl ?? new URL(context.req.url).origin;
}
