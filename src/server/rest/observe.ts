import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { maskKeys } from '../api-key.js';
import type { ServiceLogger } from '../logger.js';
import type { Environment } from './environment.js';
import type { Metrics } from './metrics.js';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'];

/** Logs and counts every request: its path without the query, and of its headers nothing. */
export function observe(logger: ServiceLogger, metrics: Metrics): MiddlewareHandler<Environment> {
  return async (context, next) => {
    const started = performance.now();
    await next();
    const milliseconds = performance.now() - started;
    const { method } = context.req.raw;
    const { status } = context.res;
    const { traceId, spanId, parentId } = context.get('trace');
    const route = status === 404 ? 'none' : routePath(context, -1);
    metrics.observe(METHODS.includes(method) ? method : 'other', route, status, milliseconds / 1000);
    logger.info(
      {
        requestId: context.get('requestId'),
        traceId,
        spanId,
        parentId,
        account: context.get('account')?.id,
        method,
        path: maskKeys(context.req.path),
        status,
        milliseconds: Math.round(milliseconds * 10) / 10,
      },
      'request',
    );
  };
}
