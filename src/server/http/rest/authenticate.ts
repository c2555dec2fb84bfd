import type { Context, MiddlewareHandler } from 'hono';
import type { Service } from '../../crowds/service.js';
import type { Environment } from './environment.js';

const BEARER = /^Bearer +(\S+) *$/i;

/** The key that a request came with. @param authorization its header */
export function bearerKeyOf(authorization: string | undefined): string | undefined {
  return BEARER.exec(authorization ?? '')?.[1];
}

/** Refuses requests without a valid bearer key, and sets `account`. */
export function authenticate(service: Service): MiddlewareHandler<Environment> {
  return async (context, next) => {
    const key = bearerKeyOf(context.req.header('Authorization'));
    context.set('account', await service.authenticate(key, originOf(context)));
    await next();
  };
}

/** The origin of the calling page. Browsers send none for reads of a page of the same origin. */
function originOf(context: Context): string | undefined {
  const origin = context.req.header('Origin');
  if (origin !== undefined || context.req.header('Sec-Fetch-Site') !== 'same-origin') return origin;
  return new URL(context.req.url).origin;
}
