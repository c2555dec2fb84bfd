import type { Hono } from 'hono';
import { BoundedCache } from '../bounded-cache.js';
import { Content } from '../content/content.js';
import { sendContent } from '../content/send-content.js';
import { describeApi } from '../openapi/describe-api.js';
import { baseUrlOf } from './base-url-of.js';
import type { AppOptions } from './create-app.js';
import type { Environment } from './environment.js';
import { methodNotAllowed } from './method-not-allowed.js';

/** Callers may name the service as they like; the last names are remembered. */
const CACHED_BYTES = 1024 * 1024;

/** `/openapi.json` */
export function addDescriptionRoute(app: Hono<Environment>, { baseUrl, deprecations }: AppOptions): void {
  const documents = new BoundedCache<Content>(CACHED_BYTES);
  app.get('/openapi.json', (context) => {
    const base = baseUrlOf(context, baseUrl);
    let document = documents.get(base);
    if (!document) {
      const json = JSON.stringify(describeApi(base, deprecations));
      document = new Content(new TextEncoder().encode(json), 'application/json');
      documents.set(base, document, document.bytes.byteLength);
    }
    return sendContent(context.req.raw, document, { 'Cache-Control': 'public, no-cache' });
  });
  app.all('/openapi.json', methodNotAllowed('GET', 'HEAD'));
}
