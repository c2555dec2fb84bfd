import { STATUS_CODES } from 'node:http';
import type { MiddlewareHandler } from 'hono';
import { parseAccept } from 'hono/utils/accept';
import type { Environment } from './environment.js';

export const PROBLEM = 'application/problem+json';

/**
 * Sends errors as problem details (RFC 9457) to callers that accept them, and as `{error}`, as the interface has it, to all
 * others. Their type is `about:blank`: the status and the detail say all that `{error}` says.
 */
export const describeProblems: MiddlewareHandler<Environment> = async (context, next) => {
  await next();
  const { status, headers } = context.res;
  if (status < 400 || !headers.get('Content-Type')?.startsWith('application/json')) return;
  headers.append('Vary', 'Accept');
  if (!wantsProblem(context.req.header('Accept'))) return;
  const { error } = (await context.res.clone().json()) as { error?: unknown };
  // Refusals of the tool server's protocol are JSON-RPC.
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
