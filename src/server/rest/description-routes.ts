import type { Hono } from 'hono';
import { BoundedCache } from '../bounded-cache.js';
import { Content } from '../content/content.js';
import { sendContent } from '../content/send-content.js';
import { describeServer } from '../mcp/describe-server.js';
import { describeApi } from '../openapi/describe-api.js';
import type { AppOptions } from './app-options.js';
import { baseUrlOf } from './base-url-of.js';
import type { Environment } from './environment.js';
import { methodNotAllowed } from './method-not-allowed.js';

/** Callers may name the service as they like; the last names are remembered. */
const CACHED_BYTES = 1024 * 1024;

/** `/openapi.json`, and `/server.json` for the registry of tool servers: what the service says of itself. */
export function addDescriptionRoutes(app: Hono<Environment>, { baseUrl }: AppOptions): void {
  const documents: Record<string, (base: string) => object> = {
    '/openapi.json': describeApi,
    '/server.json': describeServer,
  };
  const cache = new BoundedCache<Content>(CACHED_BYTES);
  for (const [path, describe] of Object.entries(documents)) {
    app.get(path, (context) => {
      const base = baseUrlOf(context, baseUrl);
      const key = `${path} ${base}`;
      let document = cache.get(key);
      if (!document) {
        const json = JSON.stringify(describe(base));
        document = new Content(new TextEncoder().encode(json), 'application/json');
        cache.set(key, document, document.bytes.byteLength);
      }
      return sendContent(context.req.raw, document, { 'Cache-Control': 'public, no-cache' });
    });
    app.all(path, methodNotAllowed('GET', 'HEAD'));
  }
}
