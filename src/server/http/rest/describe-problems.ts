import { STATUS_CODES } from 'node:http';
import type { MiddlewareHandler } from 'hono';
import { parseAccept } from 'hono/utils/accept';
import type { Environment } from './environment.js';

export const PROBLEM = 'application/problem+json';

/**
 * Tells errors as problem details (RFC 9457) to those who ask for them. Everybody else gets `{error}`, which is all that
 * the interface knows.
 *
 * Their type is `about:blank`: the status and the sentence tell what is wrong, as they do in `{error}`.
 */
export const describeProblems: MiddlewareHandler<Environment> = async (context, next) => {
  await next();
  const { status, headers } = context.res;
  if (status < 400 || !headers.get('Content-Type')?.startsWith('application/json')) return;
  headers.append('Vary', 'Accept');
  if (!wantsProblem(context.req.header('Accept'))) return;
  const { error } = (await context.res.clone().json()) as { error?: unknown };
  // The tool server's own refusals are those of JSON-RPC.
  if (typeof error !== 'string') return;
  const problem = {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: error,
    request_id: context.get('requestId'),
  };
  context.res = new Response(JSON.stringify(problem), { status, headers: { 'Content-Type': PROBLEM } });
};

/** True if `Accept` names problem details and does not prefer plain JSON. A wildcard does not count. */
function wantsProblem(accept: string | undefined): boolean {
  if (!accept?.includes(PROBLEM)) return false;
  const qualities = new Map(parseAccept(accept).map(({ type, q }) => [type.toLowerCase(), q]));
  const quality = qualities.get(PROBLEM) ?? 0;
  return quality > 0 && quality >= (qualities.get('application/json') ?? 0);
}
