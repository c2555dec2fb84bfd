import type { Hono } from 'hono';
import { Content } from '../../content/content.js';
import { sendContent } from '../../content/send-content.js';
import { BoundedCache } from '../../core/bounded-cache.js';
import { DEFAULT_CROWD, SAMPLE_CROWDS, SAMPLE_KEY } from '../../crowds/sample-crowds.js';
import { describeServer } from '../mcp/describe-server.js';
import { describeApi } from '../openapi/describe-api.js';
import type { AppOptions } from './app-options.js';
import { baseUrlOf } from './app-options.js';
import type { Environment } from './environment.js';
import { methodNotAllowed } from './method-not-allowed.js';

/** Documents contain the service's address, so each `Host` has its own; the last ones are kept. */
const CACHED_BYTES = 1024 * 1024;

/** `/openapi.json`, and `/server.json` for the registry of tool servers. */
export function addDescriptionRoutes(app: Hono<Environment>, { baseUrl }: AppOptions): void {
  const documents: Record<string, (base: string) => object> = {
    '/openapi.json': describeApi,
    '/server.json': describeServer,
  };
  const cache = new BoundedCache(CACHED_BYTES, Content.sizeOf);
  for (const [path, describe] of Object.entries(documents)) {
    app.get(path, (context) => {
      const base = baseUrlOf(context, baseUrl);
      const key = `${path} ${base}`;
      const document = cache.get(key) ?? cache.set(key, encode(describe(base)));
      return sendContent(context.req.raw, document, { 'Cache-Control': 'public, no-cache' });
    });
    app.all(path, methodNotAllowed('GET', 'HEAD'));
  }
}

/** `/sample.json`: the public key and the sample crowds. */
export function addSampleRoute(app: Hono<Environment>): void {
  const content = encode({ key: SAMPLE_KEY, crowds: listSamples() });
  app.get('/sample.json', (context) =>
    sendContent(context.req.raw, content, { 'Cache-Control': 'public, no-cache' }),
  );
  app.all('/sample.json', methodNotAllowed('GET', 'HEAD'));
}

function encode(data: object): Content {
  return new Content(new TextEncoder().encode(JSON.stringify(data)), 'application/json');
}

/** The sample crowds by id and name, the default one first. */
function listSamples(): { crowd_id: string; name: string }[] {
  return SAMPLE_CROWDS.toSorted(
    (a, b) => Number(b.id === DEFAULT_CROWD) - Number(a.id === DEFAULT_CROWD),
  ).map(({ id, name }) => ({ crowd_id: id, name }));
}
