import type { MiddlewareHandler } from 'hono';
import type { Service } from '../service.js';
import type { Environment } from './environment.js';

const BEARER = /^Bearer +(\S+) *$/i;

/** Lets only requests with a valid bearer key through, and says whose it is. */
export function authenticate(service: Service): MiddlewareHandler<Environment> {
  return async (context, next) => {
    const key = BEARER.exec(context.req.header('Authorization') ?? '')?.[1];
    context.set('account', await service.authenticate(key));
    await next();
  };
}
