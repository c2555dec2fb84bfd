import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

/** What is served at an address. */
export interface Site {
  /** Of the first page; ends in a slash where a directory is served. */
  readonly url: string;
  close(): void;
}

/**
 * Serves the files of a directory, as static hosts do.
 *
 * @param onRequest called for each request
 */
export async function serveDirectory(directory: string, onRequest = (): void => {}): Promise<Site> {
  const server = createServer(async (request, response) => {
    onRequest();
    const pathname = decodeURIComponent(new URL(request.url ?? '/', 'http://site').pathname);
    const path = join(directory, pathname.endsWith('/') ? `${pathname}index.html` : pathname);
    const file = await readFile(path).catch(() => undefined);
    const type = MEDIA_TYPES[extname(path)] ?? 'application/octet-stream';
    // No project of the tests has an icon, and a browser asks for one.
    const status = file ? 200 : pathname === '/favicon.ico' ? 204 : 404;
    response.writeHead(status, { 'content-type': type }).end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
