import type { Hono } from 'hono';
import { StorageUnavailableError } from '../../storage/storage.js';
import type { AppOptions } from './app-options.js';
import type { Environment } from './environment.js';
import { methodNotAllowed } from './method-not-allowed.js';

/** `/health`, `/ready` and `/metrics`, for operators. */
export function addOperationRoutes(
  app: Hono<Environment>,
  { service, isDraining, describeMetrics, logger }: AppOptions,
): void {
  app.get('/health', (context) => context.json({ status: 'ok' }));
  app.get('/ready', async (context) => {
    if (isDraining()) return context.json({ error: 'the service is stopping' }, 503);
    try {
      await service.checkReady();
    } catch (error) {
      logger.warn({ err: error }, 'not ready');
      const reason =
        error instanceof StorageUnavailableError ? error.message : 'the storage cannot be reached';
      return context.json({ error: reason }, 503);
    }
    return context.json({ status: 'ready' });
  });
  app.get('/metrics', async (context) =>
    context.text(await describeMetrics(), 200, {
      'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
    }),
  );
  for (const path of ['/health', '/ready', '/metrics']) app.all(path, methodNotAllowed('GET', 'HEAD'));
}
