import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    requests,
    responders,
    close: () =>
      new Promise((resolve, reject) => {
        server.closeAllConnections();
        server.close((error) => (error ? reject(error) : resolve()));
      }),
  };
}
