import type { Hono } from 'hono';
import type { Deprecation, Deprecations } from '../deprecations.js';
import type { Environment } from './environment.js';

/** Says on every answer of a route that is to go that it is, since when, and until when. */
export function tellDeprecations(app: Hono<Environment>, deprecations: Deprecations): void {
  for (const [route, deprecation] of Object.entries(deprecations)) {
    const [method, path] = route.split(' ');
    const headers = headersOf(deprecation);
    app.use(path.replace(/\{(\w+)\}/g, ':$1'), async (context, next) => {
      await next();
      if (context.req.method !== method) return;
      for (const [name, value] of headers) context.res.headers.append(name, value);
    });
  }
}

function headersOf({ since, until, link }: Deprecation): [name: string, value: string][] {
  const headers: [string, string][] = [
    // A date of structured fields (RFC 9745, RFC 9651).
    ['Deprecation', `@${Math.floor(since.getTime() / 1000)}`],
  ];
  if (until) headers.push(['Sunset', until.toUTCString()]);
  if (link !== undefined) headers.push(['Link', `<${link}>; rel="deprecation"; type="text/html"`]);
  return headers;
}
