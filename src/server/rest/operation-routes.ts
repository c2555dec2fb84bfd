import type { Hono } from 'hono';
import type { AppParts } from './create-app.js';
import type { Environment } from './environment.js';
import { methodNotAllowed } from './method-not-allowed.js';
import type { Metrics } from './metrics.js';

/** `/health`, `/ready` and `/metrics`: for those who run the service. */
export function addOperationRoutes(
  app: Hono<Environment>,
  { service, isDraining }: AppParts,
  metrics: Metrics,
): void {
  app.get('/health', (context) => context.json({ status: 'ok' }));
  app.get('/ready', async (context) => {
    if (isDraining()) return context.json({ error: 'the service is stopping' }, 503);
    try {
      await service.checkReady();
    } catch {
      return context.json({ error: 'the storage cannot be reached' }, 503);
    }
    return context.json({ status: 'ready' });
  });
  app.get('/metrics', (context) =>
    context.text(metrics.toText(), 200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' }),
  );
  for (const path of ['/health', '/ready', '/metrics']) app.all(path, methodNotAllowed('GET', 'HEAD'));
}
