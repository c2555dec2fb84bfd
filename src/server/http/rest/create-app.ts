import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { maskKeys } from '../../accounts/api-key.js';
import { respondWith } from '../../content/send-content.js';
import type { ServiceLogger } from '../../core/logger.js';
import { startTrace } from '../../core/trace.js';
import { addAccountRoutes } from './account-routes.js';
import { COMMON_HEADERS, DEFAULT_HEADERS, requestIdOf } from './answer-headers.js';
import type { AppOptions } from './app-options.js';
import { baseUrlOf } from './app-options.js';
import { authenticate } from './authenticate.js';
import { CROWD_ROUTE, CrowdReads } from './crowd-reads.js';
import { describeError } from './describe-error.js';
import { describeProblems } from './describe-problems.js';
import { addDescriptionRoutes, addSampleRoute } from './description-routes.js';
import type { Environment } from './environment.js';
import { addFileRoutes } from './file-routes.js';
import { KeptAnswers } from './kept-answers.js';
import { RateLimits } from './limit-rate.js';
import { methodNotAllowed } from './method-not-allowed.js';
import { Observer } from './observe.js';
import { addOperationRoutes } from './operation-routes.js';
import { addProjectRoutes } from './project-routes.js';
import { addToolRoute } from './tool-route.js';

/** The REST interface and the tool server of a {@link Service}. */
export interface App {
  readonly fetch: Hono<Environment>['fetch'];
  readonly reads: CrowdReads;
}

export function createApp(options: AppOptions): App {
  const app = new Hono<Environment>();
  const observer = new Observer(options.logger, options.metrics);
  const limits = new RateLimits(options.freeRequestsPerSecond);
  const answers = new KeptAnswers(options.service.answers);
  const reads = new CrowdReads(options, { answers, limits, observer });
  app.use(nameAndTrace);
  app.use(observer.middleware);
  app.use(addHeaders);
  app.use(describeProblems);
  // Before authentication: a preflight carries no key.
  app.options('*', PREFLIGHT);
  const guards = [limits.byAddress, authenticate(options.service), limits.byKey];
  app.use('/v1/*', ...guards, refuseNul);
  addCrowdRoute(app, options, reads);
  addProjectRoutes(app, options);
  addAccountRoutes(app, options);
  addToolRoute(app, options, limits, guards);
  addDescriptionRoutes(app, options);
  addSampleRoute(app);
  addOperationRoutes(app, options);
  addFileRoutes(app, options);
  app.notFound((context) =>
    context.json({ error: `there is nothing at ${maskKeys(context.req.path)}` }, 404),
  );
  app.onError((error, context) => answerError(error, context, options.logger));
  return { fetch: app.fetch, reads };
}

/** `/v1/crowd/{crowd_id}` */
function addCrowdRoute(app: Hono<Environment>, { baseUrl }: AppOptions, reads: CrowdReads): void {
  app.get(CROWD_ROUTE, async (context) => {
    const { raw } = context.req;
    const account = context.get('account');
    const prepared = await reads.read(account, {
      method: raw.method,
      id: context.req.param('crowd_id'),
      tier: context.req.query('tier'),
      base: baseUrlOf(context, baseUrl),
      header: (name) => context.req.header(name),
      time: account.time,
    });
    context.set('isCounted', raw.method === 'GET' && prepared.bytes !== undefined);
    return respondWith(raw, prepared);
  });
  app.all(CROWD_ROUTE, methodNotAllowed('GET', 'HEAD'));
}

const nameAndTrace: MiddlewareHandler<Environment> = async (context, next) => {
  context.set('requestId', requestIdOf(context.req.header('X-Request-Id')));
  context.set('trace', startTrace(context.req.header('traceparent'), context.req.header('tracestate')));
  await next();
};

/** Answers 404 to paths with NUL, which PostgreSQL refuses in queries. */
const refuseNul: MiddlewareHandler<Environment> = async (context, next) =>
  /\0|%00/.test(context.req.path) ? context.notFound() : next();

const PREFLIGHT = cors({
  origin: '*',
  allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
  maxAge: 86_400,
});

/**
 * Sets the headers of every answer, on the finished answer: Hono would copy the answer for each header that its context
 * sets.
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
  const answer = describeError(error, logger, () => ({
    requestId: context.get('requestId'),
    traceId: context.get('trace').traceId,
    method: context.req.method,
    path: maskKeys(context.req.path),
  }));
  for (const [name, value] of Object.entries(answer.headers)) context.header(name, value);
  context.status(answer.status as 400);
  return context.json(answer.body);
}
