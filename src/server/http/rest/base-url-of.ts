import type { Context } from 'hono';

/** Address of the service without a slash at the end: `baseUrl`, or else the origin of the request. */
export function baseUrlOf(context: Context, baseUrl: string | undefined): string {
  return baseUrl ?? new URL(context.req.url).origin;
}
