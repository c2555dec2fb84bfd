import { createHash } from 'node:crypto';
import type { Context, Handler, Hono } from 'hono';
import { Content } from '../../content/content.js';
import { dashboardPolicyOf, pagePolicyOf, SCRIPT_POLICY } from '../../content/page-policy.js';
import type { PublishedFiles } from '../../content/published-files.js';
import { sendFile } from '../../content/send-file.js';
import { VERSION } from '../../core/version.js';
import type { AppOptions } from './app-options.js';
import type { Environment } from './environment.js';
import { methodNotAllowed } from './method-not-allowed.js';

/** For addresses that contain the version of the kit or package: their content never changes. */
const FOR_EVER = { 'Cache-Control': 'public, max-age=31536000, immutable' };
const ASK_AGAIN = { 'Cache-Control': 'public, no-cache' };
/** Isolates the dashboard's window from other pages, and hides its address from them. */
const DASHBOARD_HEADERS = {
  ...ASK_AGAIN,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
};

/** Assets, built pages and script files. They need no key, since loaders and script tags send none. */
export function addFileRoutes(app: Hono<Environment>, options: AppOptions): void {
  const { kits, examples, sdk, dashboard, published } = options;
  for (const { version, files } of kits.all) addFiles(app, `/assets/${version}`, files, FOR_EVER);
  app.get('/assets/*', sendPublished(published, FOR_EVER));
  if (sdk.size > 0) addScripts(app, sdk);
  app.get('/sdk/:version{\\d+\\.[^/]+}/*', sendPublished(published, FOR_EVER));
  app.get('/sdk/*', sendPublished(published, ASK_AGAIN));
  addFiles(app, '/examples', examples, ASK_AGAIN);
  app.get('/examples/*', sendPublished(published, ASK_AGAIN));
  addFiles(app, '/dashboard', dashboard, DASHBOARD_HEADERS, dashboardPolicyOf(options.assetBaseUrl));
  app.get('/dashboard/*', sendPublished(published, DASHBOARD_HEADERS));
  for (const root of ['/assets', '/sdk', '/examples', '/dashboard']) {
    app.all(`${root}/*`, methodNotAllowed('GET', 'HEAD'));
  }
  app.get('/', (context) => (examples.size > 0 ? redirect(context, 'examples/') : context.notFound()));
  app.all('/', methodNotAllowed('GET', 'HEAD'));
}

/** Redirects are relative, so that they work behind a proxy that serves the service under a path. */
function redirect(context: Context, directory: string): Response {
  return context.redirect(directory + new URL(context.req.url).search);
}

/**
 * Serves each script under two addresses: with the version, to be cached for ever, and without, to be revalidated each time,
 * since a script may load files of its own version only.
 */
function addScripts(app: Hono<Environment>, sdk: ReadonlyMap<string, Content>): void {
  const integrity = listIntegrity(sdk);
  const list = new Content(new TextEncoder().encode(JSON.stringify(integrity)), 'application/json');
  addFiles(app, `/sdk/${integrity.version}`, sdk, FOR_EVER);
  addFiles(app, '/sdk', new Map(sdk).set('integrity.json', list), ASK_AGAIN);
}

/** Serves the files of this server; {@link sendPublished} serves those of others. */
function addFiles(
  app: Hono<Environment>,
  root: string,
  files: ReadonlyMap<string, Content>,
  headers: Readonly<Record<string, string>>,
  policy?: string,
): void {
  const directory = `${root.slice(root.lastIndexOf('/') + 1)}/`;
  const policies = new Map(
    [...files.values()].filter(isPage).map((page) => [page, policy ?? pagePolicyOf(page)]),
  );
  app.get(root, (context) => (files.has('index.html') ? redirect(context, directory) : context.notFound()));
  app.get(`${root}/*`, (context, next) => {
    const path = context.req.path.slice(root.length + 1);
    const content = files.get(path === '' || path.endsWith('/') ? `${path}index.html` : path);
    if (!content) return next();
    return sendWithPolicy(context, content, headers, policies.get(content));
  });
}

/** Serves the files that other servers have published. */
function sendPublished(
  published: PublishedFiles,
  headers: Readonly<Record<string, string>>,
): Handler<Environment> {
  return async (context) => {
    const content = await published.find(context.req.path.slice(1));
    return content ? sendWithPolicy(context, content, headers) : context.notFound();
  };
}

/** @param policy of a page */
function sendWithPolicy(
  context: Context,
  content: Content,
  headers: Readonly<Record<string, string>>,
  policy = content.mediaType.startsWith('text/javascript') ? SCRIPT_POLICY : undefined,
): Promise<Response> {
  return sendFile(context.req.raw, content, {
    ...headers,
    ...(policy !== undefined && { 'Content-Security-Policy': policy }),
  });
}

function isPage({ mediaType }: Content): boolean {
  return mediaType.startsWith('text/html');
}

/** The script files of a service: the versioned address of each, and its hash for an `integrity` attribute. */
export interface Integrity {
  /** Version of the package, part of the addresses. */
  readonly version: string;
  readonly files: Readonly<Record<string, { readonly url: string; readonly integrity: string }>>;
}

/** @param files by their paths under `/sdk/`; addresses in the list are relative to it */
function listIntegrity(files: ReadonlyMap<string, Content>): Integrity {
  const listed = [...files].map(([name, { bytes }]) => {
    const hash = createHash('sha384').update(bytes).digest('base64');
    return [name, { url: `${VERSION}/${name}`, integrity: `sha384-${hash}` }] as const;
  });
  return { version: VERSION, files: Object.fromEntries(listed) };
}
