import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** HTTP server that listens on the loopback device. */
export interface LocalServer {
  /** Without a slash at the end. */
  readonly url: string;
  /** Ends open connections too. */
  close(): Promise<void>;
}

/** Starts an HTTP server on a free port of the loopback device. */
export async function listenLocally(server: Server): Promise<LocalServer> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Responds to a request instead of the file server. */
export type Responder = (response: ServerResponse, file: Uint8Array | undefined) => void;

/** A real HTTP server on the loopback device, for files in memory. */
export interface FileServer {
  /** Ends in a slash. */
  readonly url: string;
  /** Number of requests for each path. */
  readonly requests: Map<string, number>;
  /** Handlers of paths that do not serve a file. */
  readonly responders: Map<string, Responder>;
  close(): Promise<void>;
}

export async function serveFiles(files: ReadonlyMap<string, Uint8Array>): Promise<FileServer> {
  const requests = new Map<string, number>();
  const responders = new Map<string, Responder>();
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').slice(1);
    requests.set(path, (requests.get(path) ?? 0) + 1);
    const file = files.get(path);
    const responder = responders.get(path);
    if (responder) responder(response, file);
    else if (file) response.writeHead(200, { 'content-length': file.byteLength }).end(file);
    else response.writeHead(404).end();
  });
  const { url, close } = await listenLocally(server);
  return { url: `${url}/`, requests, responders, close };
}
