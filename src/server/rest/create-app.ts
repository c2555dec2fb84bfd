import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { maskKeys } from '../api-key.js';
import type { Content } from '../content/content.js';
import type { PublishedFiles } from '../content/published-files.js';
import type { Kits } from '../kits.js';
import type { ServiceLogger } from '../logger.js';
import type { MoreOfTools } from '../mcp/create-handler.js';
import type { Service } from '../service.js';
import { ServiceError } from '../service-error.js';
import { StorageUnavailableError } from '../storage/storage-error.js';
import { startTrace } from '../trace.js';
import { addAccountRoutes } from './account-routes.js';
import { COMMON_HEADERS, DEFAULT_HEADERS, requestIdOf } from './answer-headers.js';
import { authenticate } from './authenticate.js';
import { addCrowdRoutes } from './crowd-routes.js';
import { describeProblems } from './describe-problems.js';
import { addDescriptionRoutes } from './description-routes.js';
import type { Environment } from './environment.js';
import { addFileRoutes } from './file-routes.js';
import { KeptAnswers } from './kept-answers.js';
import { RateLimits } from './limit-rate.js';
import type { Metrics } from './metrics.js';
import { Observer } from './observe.js';
import { addOperationRoutes } from './operation-routes.js';
import { addProjectRoutes } from './project-routes.js';
import { addSampleRoute } from './sample-route.js';
import { addToolRoute } from './tool-route.js';

export interface AppOptions {
  readonly service: Service;
  readonly kits: Kits;
  readonly examples: ReadonlyMap<string, Content>;
  readonly sdk: ReadonlyMap<string, Content>;
  /** What other servers have. */
  readonly published: PublishedFiles;
  readonly dashboard: ReadonlyMap<string, Content>;
  readonly crowdApp: ReadonlyMap<string, Content>;
  /** Where the assets are; undefined where the service itself has them. */
  readonly assetBaseUrl: string | undefined;
  /** Without a slash at the end; undefined for the origin of each request. */
  readonly baseUrl: string | undefined;
  /** Names of hosts that the tool server may be reached under. */
  readonly hosts: readonly string[];
  readonly logger: ServiceLogger;
  /** Where the figures of the whole process are gathered. */
  readonly metrics: Metrics;
  /** What `/metrics` answers. */
  readonly describeMetrics: () => string | Promise<string>;
  /** Of one account, and without a key of one address. */
  readonly freeRequestsPerSecond: number;
  /** What the tool server offers beside the service's own. */
  readonly moreOfTools: MoreOfTools | undefined;
  /** Whether the service takes its last requests. */
  readonly isDraining: () => boolean;
}

/** The ways to the service; what is done there is the {@link Service}'s. */
export interface App {
  readonly fetch: Hono<Environment>['fetch'];
}

export function createApp(options: AppOptions): App {
  const app = new Hono<Environment>();
  const observer = new Observer(options.logger, options.metrics);
  const limits = new RateLimits(options.freeRequestsPerSecond);
  const answers = new KeptAnswers(options.service.answers);
  app.use(nameAndTrace);
  app.use(observer.middleware);
  app.use(addHeaders);
  app.use(describeProblems);
  // Before authentication: a preflight carries no key.
  app.options('*', PREFLIGHT);
  const guards = [limits.byAddress, authenticate(options.service), limits.byAccount];
  app.use('/v1/*', ...guards, refuseNul);
  addCrowdRoutes(app, options, answers);
  addProjectRoutes(app, options);
  addAccountRoutes(app, options);
  addToolRoute(app, options, guards);
  addDescriptionRoutes(app, options);
  addSampleRoute(app);
  addOperationRoutes(app, options);
  addFileRoutes(app, options);
  app.notFound((context) =>
    context.json({ error: `there is nothing at ${maskKeys(context.req.path)}` }, 404),
  );
  app.onError((error, context) => answerError(error, context, options.logger));
  return { fetch: app.fetch };
}

const nameAndTrace: MiddlewareHandler<Environment> = async (context, next) => {
  context.set('requestId', requestIdOf(context.req.header('X-Request-Id')));
  context.set('trace', startTrace(context.req.header('traceparent'), context.req.header('tracestate')));
  await next();
};

/** Nothing has NUL in its name; PostgreSQL refuses to look. Paths are decoded in part here. */
const refuseNul: MiddlewareHandler<Environment> = async (context, next) =>
  /\0|%00/.test(context.req.path) ? context.notFound() : next();

const PREFLIGHT = cors({
  origin: '*',
  allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
  maxAge: 86_400,
});

/**
 * What every answer says. Set on the answer itself at the end: Hono copies an answer for each header that is set by its
 * context then, and for those that were set before.
 */
const addHeaders: MiddlewareHandler<Environment> = async (context, next) => {
  await next();
  const { headers } = context.res;
  headers.set('X-Request-Id', context.get('requestId'));
  for (const [name, value] of Object.entries(COMMON_HEADERS)) headers.set(name, value);
  for (const [name, value] of Object.entries(DEFAULT_HEADERS))
    if (!headers.has(name)) headers.set(name, value);
};

function answerError(error: Error, context: Context<Environment>, logger: ServiceLogger): Response {
  if (error instanceof ServiceError) {
    for (const [name, value] of Object.entries(error.headers)) context.header(name, value);
    context.status(error.status as 400);
    return context.json({ error: maskKeys(error.message) });
  }
  const fields = {
    requestId: context.get('requestId'),
    traceId: context.get('trace').traceId,
    method: context.req.method,
    path: maskKeys(context.req.path),
  };
  if (error instanceof StorageUnavailableError) {
    logger.warn({ ...fields, reason: error.message, cause: String(error.cause) }, 'storage unavailable');
    context.header('Retry-After', '1');
    return context.json({ error: `${error.message}; try again` }, 503);
  }
  logger.error({ ...fields, err: error }, 'request failed');
  return context.json({ error: 'internal error' }, 500);
}
