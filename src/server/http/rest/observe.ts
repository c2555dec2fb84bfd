import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { maskKeys } from '../../accounts/api-key.js';
import type { ServiceLogger } from '../../core/logger.js';
import type { Trace } from '../../core/trace.js';
import type { Environment } from './environment.js';
import type { Metrics } from './metrics.js';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'];

/** An answered request, for log and metrics. */
interface Answered {
  readonly requestId: string;
  /** Called only if the request is logged. */
  readonly trace: () => Trace;
  /** Id of the account; undefined without a valid key. */
  readonly account: string | undefined;
  readonly method: string;
  readonly path: string;
  /** The pattern of the path. */
  readonly route: string;
  readonly status: number;
  /** Time of arrival, in milliseconds of this process. */
  readonly started: number;
}

/** Logs and counts every request, without its query and headers. */
export class Observer {
  readonly #logger: ServiceLogger;
  readonly #metrics: Metrics;

  constructor(logger: ServiceLogger, metrics: Metrics) {
    this.#logger = logger;
    this.#metrics = metrics;
  }

  readonly middleware: MiddlewareHandler<Environment> = async (context, next) => {
    const started = performance.now();
    await next();
    const { status } = context.res;
    this.record({
      requestId: context.get('requestId'),
      trace: () => context.get('trace'),
      account: context.get('account')?.id,
      method: context.req.raw.method,
      path: maskKeys(context.req.path),
      route: status === 404 ? 'none' : routePath(context, -1),
      status,
      started,
    });
  };

  record({ requestId, trace, account, method, path, route, status, started }: Answered): void {
    const milliseconds = performance.now() - started;
    this.#metrics.observe(METHODS.includes(method) ? method : 'other', route, status, milliseconds / 1000);
    if (this.#logger.isLevelEnabled?.('info') === false) return;
    const { traceId, spanId, parentId } = trace();
    this.#logger.info(
      {
        requestId,
        traceId,
        spanId,
        parentId,
        account,
        method,
        path,
        status,
        milliseconds: Math.round(milliseconds * 10) / 10,
      },
      'request',
    );
  }
}
