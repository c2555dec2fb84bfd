import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';

/** Where to listen, and for how long. */
export interface ListenOptions {
  /** 0 takes a free one. @default 0 */
  port?: number | undefined;
  /** @default '127.0.0.1', which only this machine reaches */
  host?: string | undefined;
  /** Milliseconds that a whole request may take to arrive. @default 30000 */
  bodyTimeout?: number | undefined;
}

/** A service that listens. */
export interface RunningServer {
  /** Without a slash at the end. */
  readonly url: string;
  /** Takes no more requests, lets those under way end, and cuts off what is left after five seconds. */
  close(): Promise<void>;
}

const GRACE_MILLISECONDS = 5_000;
const LONGEST_HEADERS_MILLISECONDS = 10_000;
const LONGEST_CHECK_MILLISECONDS = 1_000;

/** Serves a service over HTTP. @throws what `node:http` throws, such as `EADDRINUSE` */
export async function listen(
  service: { fetch(request: Request): Promise<Response> },
  { port = 0, host = '127.0.0.1', bodyTimeout = 30_000 }: ListenOptions = {},
): Promise<RunningServer> {
  const answer = getRequestListener((request) => service.fetch(request), {
    // Its own Request and Response would replace the global ones of the whole process.
    overrideGlobalObjects: false,
    // Only requests without a usable address come here: the service itself answers everything.
    errorHandler: () => Response.json({ error: 'malformed request' }, { status: 400 }),
  });
  const server = createServer(
    {
      requestTimeout: bodyTimeout,
      headersTimeout: Math.min(bodyTimeout, LONGEST_HEADERS_MILLISECONDS),
      connectionsCheckingInterval: Math.min(bodyTimeout, LONGEST_CHECK_MILLISECONDS),
    },
    (incoming, outgoing) => void answer(incoming, outgoing),
  );
  server.on('clientError', refuse);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return { url: addressOf(server, host), close: () => close(server) };
}

/** What Node itself refuses is told as every other error is. */
function refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] = REFUSALS[error.code ?? ''] ?? ['400 Bad Request', 'malformed request'];
  const body = JSON.stringify({ error: message });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
}

const REFUSALS: Readonly<Record<string, readonly [status: string, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'the request took too long to arrive'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'the headers are too long'],
};

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
