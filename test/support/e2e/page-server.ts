import { createServer, type ServerResponse } from 'node:http';
import { SAMPLE_KEY } from '../../../src/server/index.js';
import { type LocalServer, listenLocally } from '../file-server.js';

export interface PageServer extends LocalServer {
  /** Gives a page an address of its own. */
  publish(html: string, contentSecurityPolicy: string): string;
}

interface Page {
  readonly html: string;
  readonly contentSecurityPolicy: string;
}

/**
 * Serves pages under a content security policy and, at the same origin, the script files of a service, the service
 * behind a proxy that adds the key (`/proxy`), and the same without bone textures (`/unbaked`).
 */
export async function servePages(serviceUrl: string): Promise<PageServer> {
  const pages: Page[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const page = pages[Number(/^\/pages\/(\d+)$/.exec(path)?.[1])];
    if (page) sendPage(response, page);
    else void proxy(response, serviceUrl, path);
  });
  const { url, close } = await listenLocally(server);
  return {
    url,
    publish: (html, contentSecurityPolicy) =>
      `${url}/pages/${pages.push({ html, contentSecurityPolicy }) - 1}`,
    close,
  };
}

function sendPage(response: ServerResponse, { html, contentSecurityPolicy }: Page): void {
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': contentSecurityPolicy,
  });
  response.end(`<!doctype html><html lang="en"><title>A page</title>${html}</html>`);
}

async function proxy(response: ServerResponse, serviceUrl: string, path: string): Promise<void> {
  const [, prefix, rest] = /^(\/proxy|\/unbaked|)(\/.*)$/.exec(path) ?? [];
  const answer = await fetch(serviceUrl + rest, { headers: { authorization: `Bearer ${SAMPLE_KEY}` } });
  const type = answer.headers.get('content-type') ?? 'application/octet-stream';
  // That of a worker's file holds for the worker.
  const policy = answer.headers.get('content-security-policy') ?? '';
  let body = Buffer.from(await answer.arrayBuffer());
  if (rest?.startsWith('/v1/')) body = Buffer.from(adapt(body.toString(), prefix === '/unbaked', serviceUrl));
  response.writeHead(answer.status, { 'content-type': type, 'content-security-policy': policy }).end(body);
}

/** The proxy's own addresses for the assets, and no bone texture where it is to be baked. */
function adapt(json: string, isUnbaked: boolean, serviceUrl: string): string {
  const crowd = JSON.parse(json.replaceAll(serviceUrl, ''));
  if (isUnbaked) {
    delete crowd.assets.bone_tex_bin;
    delete crowd.assets.bone_tex_manifest;
  }
  return JSON.stringify(crowd);
}
