import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, sep } from 'node:path';
import { type LocalServer, listenLocally } from '../file-server.js';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

/** Options of a file server. */
export interface ServeOptions {
  /** Called for each request. */
  readonly onRequest?: () => void;
  /** Path that its files are under, with slashes at both ends. @default '/' */
  readonly base?: string;
  /** Further headers of every response. @default none */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Serves the files of a directory as static hosts do: GET and HEAD only. The address is that of the first
 * page, with a slash at the end.
 */
export async function serveDirectory(
  directory: string,
  { onRequest, base = '/', headers = {} }: ServeOptions = {},
): Promise<LocalServer> {
  const server = createServer(async (request, response) => {
    onRequest?.();
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405).end();
      return;
    }
    const pathname = decodeURIComponent(new URL(request.url ?? '/', 'http://site').pathname);
    const path = join(directory, pathname.slice(base.length - 1));
    const name = path.endsWith(sep) ? join(path, 'index.html') : path;
    const file = pathname.startsWith(base) ? await readFile(name).catch(() => undefined) : undefined;
    const type = MEDIA_TYPES[extname(name)] ?? 'application/octet-stream';
    // No project of the tests has an icon, and a browser asks for one.
    const status = file ? 200 : pathname === '/favicon.ico' ? 204 : 404;
    response.writeHead(status, { 'content-type': type, ...headers }).end(file);
  });
  const { url, close } = await listenLocally(server);
  return { url: url + base, close };
}
