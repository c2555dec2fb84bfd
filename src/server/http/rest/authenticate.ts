import type { Context, MiddlewareHandler } from 'hono';
import type { Service } from '../../crowds/service.js';
import type { Environment } from './environment.js';

const BEARER = /^Bearer +(\S+) *$/i;

/** The key that a request came with. @param authorization its header */
export function bearerKeyOf(authorization: string | undefined): string | undefined {
  return BEARER.exec(authorization ?? '')?.[1];
}

/** Lets only requests with a valid bearer key through, and says whose it is. */
export function authenticate(service: Service): MiddlewareHandler<Environment> {
  return async (context, next) => {
    const key = bearerKeyOf(context.req.header('Authorization'));
    context.set('account', await service.authenticate(key, originOf(context)));
    await next();
  };
}

/** The origin of the page that asks. A browser says none for a page of the service's own that only reads. */
function originOf(context: Context): string | undefined {
  const origin = context.req.header('Origin');
  if (origin !== undefined || context.req.header('Sec-Fetch-Site') !== 'same-origin') return origin;
  return new URL(context.req.url).origin;
}
