import { type Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import { requestId } from 'hono/request-id';
import type { Content } from '../content/content.js';
import type { KitFiles } from '../kit-files.js';
import type { Service } from '../service.js';
import { ServiceError } from '../service-error.js';
import { addCrowdRoutes } from './crowd-routes.js';
import type { Environment } from './environment.js';
import { addFileRoutes } from './file-routes.js';
import { addSampleRoute } from './sample-route.js';

export interface AppParts {
  readonly service: Service;
  readonly kit: KitFiles;
  readonly examples: ReadonlyMap<string, Content>;
  readonly sdk: ReadonlyMap<string, Content>;
  /** Without a slash at the end; undefined for the origin of each request. */
  readonly baseUrl: string | undefined;
  readonly logger: Pick<Console, 'error'>;
}

/** Headers of answers that pages of other origins may read. */
const EXPOSED_HEADERS = [
  'Content-Length',
  'Content-Range',
  'ETag',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Request-Id',
];

/** The routes of the service; what they do is the {@link Service}'s. */
export function createApp(parts: AppParts): Hono<Environment> {
  const app = new Hono<Environment>();
  app.use(requestId());
  // Before authentication: a preflight carries no key.
  app.use(
    cors({
      origin: '*',
      allowMethods: ['GET', 'HEAD', 'POST', 'PUT'],
      exposeHeaders: EXPOSED_HEADERS,
      maxAge: 86_400,
    }),
  );
  app.use(async (context, next) => {
    await next();
    // Pages that isolate themselves (for SharedArrayBuffer) load only what says so.
    context.header('Cross-Origin-Resource-Policy', 'cross-origin');
    context.header('X-Content-Type-Options', 'nosniff');
  });
  addCrowdRoutes(app, parts);
  addSampleRoute(app);
  addFileRoutes(app, parts);
  app.notFound((context) => context.json({ error: `there is nothing at ${context.req.path}` }, 404));
  app.onError((error, context) => answerError(error, context, parts.logger));
  return app;
}

function answerError(error: Error, context: Context<Environment>, logger: AppParts['logger']): Response {
  if (error instanceof ServiceError) {
    for (const [name, value] of Object.entries(error.headers)) context.header(name, value);
    context.status(error.status as 400);
    return context.json({ error: error.message });
  }
  logger.error(
    `Request ${context.get('requestId')} failed: ${context.req.method} ${context.req.path}`,
    error,
  );
  return context.json({ error: 'internal error' }, 500);
}
