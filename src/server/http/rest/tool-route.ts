import type { McpHttpHandler } from '@modelcontextprotocol/server';
import type { Context, Hono, MiddlewareHandler } from 'hono';
import { ServiceError } from '../../core/service-error.js';
import { type NamedRequest, nameRequest } from '../../crowds/idempotency-key.js';
import { createCrowdPage } from '../mcp/crowd-page.js';
import type { ToolCaller } from '../mcp/tools.js';
import { readBytes } from '../read-json.js';
import type { AppOptions } from './app-options.js';
import { baseUrlOf } from './app-options.js';
import type { Environment } from './environment.js';
import { bucketOf, type RateLimits } from './limit-rate.js';
import { methodNotAllowed } from './method-not-allowed.js';
import { ToolAnswers } from './tool-answers.js';

const THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]'];

/** `/mcp`. @param guards middleware that authenticates and limits callers */
export function addToolRoute(
  app: Hono<Environment>,
  options: AppOptions,
  limits: RateLimits,
  guards: readonly MiddlewareHandler<Environment>[],
): void {
  const { service, logger, baseUrl, assetBaseUrl, crowdApp, moreOfTools } = options;
  const answers = new ToolAnswers();
  let handler: Promise<McpHttpHandler> | undefined;
  // Loaded with the first call, since it slows down the start.
  const load = async () => {
    const { createToolHandler } = await import('../mcp/create-handler.js');
    const page = createCrowdPage(crowdApp);
    return createToolHandler({ service, logger, page, assetBaseUrl, more: moreOfTools });
  };
  app.use('/mcp', checkHost(options));
  for (const guard of guards) app.post('/mcp', guard);
  app.post('/mcp', async (context: Context<Environment>) => {
    const body = await readBytes(context.req.raw);
    handler ??= load();
    const { fetch } = await handler;
    const account = context.get('account');
    const address = context.env?.address;
    const common = {
      account,
      baseUrl: baseUrlOf(context, baseUrl),
      nextRequest: nameToolCalls(context.req.header('Idempotency-Key')),
      ifMatch: context.req.header('If-Match'),
      trace: context.get('trace'),
    };
    context.set('isCounted', true);
    return answers.answer(context.req.raw, body, {
      name: bucketOf(account, address),
      fetch: (request, onUnavailable) => {
        const onBilled = limits.takeBillable(account, address);
        const extra = { ...common, onBilled, onUnavailable } satisfies ToolCaller;
        const authInfo = { token: '', clientId: account.id, scopes: [], extra };
        return fetch(request, { authInfo });
      },
    });
  });
  app.all('/mcp', methodNotAllowed('POST'));
}

/** Refuses pages that reach this machine through a host name of their own (DNS rebinding), and those of other origins. */
function checkHost({ hosts, baseUrl }: AppOptions): MiddlewareHandler<Environment> {
  const own = baseUrl === undefined ? [] : [new URL(baseUrl).hostname];
  const allowed = new Set([...THIS_MACHINE, ...own, ...hosts]);
  return async (context, next) => {
    const { hostname } = new URL(context.req.url);
    if (!allowed.has(hostname)) throw new ServiceError(403, 'this Host may not reach the tool server');
    const origin = context.req.header('Origin');
    if (origin !== undefined && !(URL.canParse(origin) && allowed.has(new URL(origin).hostname))) {
      throw new ServiceError(403, 'pages of this Origin may not reach the tool server');
    }
    await next();
  };
}

/**
 * Names the calls of one request by its `Idempotency-Key`: the first of a batch as the key itself, the others with their
 * number. Undefined for one without.
 */
function nameToolCalls(key: string | undefined): (content: string) => NamedRequest | undefined {
  const named = nameRequest(key, '');
  let calls = 0;
  return (content) => {
    const number = calls++;
    return named && { key: number === 0 ? named.key : `${named.key} ${number}`, content };
  };
}
