import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';

export interface ListenOptions {
  /** 0 takes a free one. @default 0 */
  port?: number | undefined;
  /** @default '127.0.0.1', which only this machine reaches */
  host?: string | undefined;
}

export interface RunningServer {
  /** Without a slash at the end. */
  readonly url: string;
  /** Takes no more requests, lets those under way end, and cuts off what is left after five seconds. */
  close(): Promise<void>;
}

const GRACE_MILLISECONDS = 5_000;

/** Serves a service over HTTP. @throws what `node:http` throws, such as `EADDRINUSE` */
export async function listen(
  service: { fetch(request: Request): Promise<Response> },
  { port = 0, host = '127.0.0.1' }: ListenOptions = {},
): Promise<RunningServer> {
  const answer = getRequestListener((request) => service.fetch(request), {
    // Its own Request and Response would replace the global ones of the whole process.
    overrideGlobalObjects: false,
    // Only requests without a usable address come here: the service itself answers everything.
    errorHandler: () => Response.json({ error: 'malformed request' }, { status: 400 }),
  });
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return { url: addressOf(server, host), close: () => close(server) };
}

function addressOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  // "Every interface" is no place to go to.
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const deadline = setTimeout(() => server.closeAllConnections(), GRACE_MILLISECONDS);
  await closed;
  clearTimeout(deadline);
}
