import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { acceptBody, takeBody } from '../content/direct-body.js';
import { writeBody } from '../content/write-body.js';
import type { Figures } from '../core/runtime-figures.js';
import { Connections } from './connections.js';

/** Address and limits of the listening server. */
export interface ListenOptions {
  /** 0 takes a free one. @default 0 */
  port?: number | undefined;
  /** @default '127.0.0.1', which only this machine reaches */
  host?: string | undefined;
  /** Milliseconds that a whole request may take to arrive. @default 30000 */
  bodyTimeout?: number | undefined;
  /**
   * Milliseconds in which nothing at all passes on a connection that waits for its first request, sends one, or reads
   * an answer; then it is closed.
   *
   * @default 20000
   */
  idleTimeout?: number | undefined;
  /**
   * Connections at a time. A new one takes the place of the one that has been silent longest.
   *
   * @default 10000, or as many as the process may have descriptors for, less 128
   */
  maxConnections?: number | undefined;
}

/** A service that a Node server can listen for. */
export interface ListeningService {
  fetch(request: Request, caller: { readonly address: string | undefined }): Promise<Response>;
  /** Answers the usual request past `fetch`. @returns undefined for requests that are for `fetch`; never rejects */
  answerDirectly?(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    address: string | undefined,
  ): Promise<void> | undefined;
  watch?(figures: () => Figures): void;
}

/** A service that listens. */
export interface RunningServer {
  /** Without a slash at the end. */
  readonly url: string;
  /** From now on, answers with `Connection: close`; still takes requests. */
  drain(): void;
  /** Takes no more requests, and cuts off those still under way after five seconds. */
  close(): Promise<void>;
}

const GRACE_MILLISECONDS = 5_000;
const LONGEST_HEADERS_MILLISECONDS = 10_000;
const LONGEST_CHECK_MILLISECONDS = 1_000;
/** Longer than the usual 60 s of a proxy, so that the proxy closes idle connections and not this server, amid a request. */
const KEEP_ALIVE_MILLISECONDS = 65_000;
/** Idle time after which a closing server ends a connection: a request may be on its way. */
const END_OF_IDLE_MILLISECONDS = 100;

/** Serves a service over HTTP. @throws what `node:http` throws, such as `EADDRINUSE` */
export async function listen(
  service: ListeningService,
  {
    port = 0,
    host = '127.0.0.1',
    bodyTimeout = 30_000,
    idleTimeout = 20_000,
    maxConnections,
  }: ListenOptions = {},
): Promise<RunningServer> {
  const answer = getRequestListener(
    async (request, bindings) => {
      acceptBody(request);
      const { incoming, outgoing } = bindings as HttpBindings;
      const response = await service.fetch(request, { address: addressOfCaller(incoming) });
      // Errors are never sent with a body that was prepared before them.
      const body = response.ok ? takeBody(request) : undefined;
      return body ? writeAnswer(response, body, outgoing) : response;
    },
    {
      // It would replace the global Request and Response of the process.
      overrideGlobalObjects: false,
      // For requests of HTTP/1.0, which need no Host.
      hostname: 'localhost',
      // Only requests without a usable address come here: the service itself answers everything.
      errorHandler: () =>
        Response.json({ error: 'malformed request' }, { status: 400, headers: refusalHeaders() }),
    },
  );
  const connections = new Connections(maxConnections);
  const server = createServer(
    {
      requestTimeout: bodyTimeout,
      headersTimeout: Math.min(bodyTimeout, LONGEST_HEADERS_MILLISECONDS),
      connectionsCheckingInterval: Math.min(bodyTimeout, LONGEST_CHECK_MILLISECONDS),
      keepAliveTimeout: KEEP_ALIVE_MILLISECONDS,
      // Probes of HTTP/1.0 send no Host; other requests without one are refused below.
      requireHostHeader: false,
    },
    (incoming, outgoing) => {
      if (!isHostClear(incoming)) return answerRefusal(outgoing, 400, 'the request must say one valid Host');
      connections.answer(incoming, outgoing, () => {
        const answering = service.answerDirectly?.(incoming, outgoing, addressOfCaller(incoming));
        if (!answering) void answer(incoming, outgoing);
      });
    },
  );
  server.timeout = idleTimeout;
  server.on('timeout', (socket) => connections.endInactive(socket));
  server.on('connection', (socket) => connections.add(socket));
  server.on('clientError', refuse);
  server.on('checkExpectation', (_incoming, outgoing) => {
    answerRefusal(outgoing, 417, 'the only expectation that can be met is 100-continue');
  });
  server.on('connect', (_incoming, socket) => {
    end(socket, '405 Method Not Allowed', 'this is no proxy: CONNECT is not allowed');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  service.watch?.(() => ({
    three_crowd_connections_open: connections.open,
    three_crowd_connections_busy: connections.busy,
    three_crowd_connections_limit: connections.limit,
    three_crowd_connections_refused_total: connections.refused,
  }));
  const sweeping = setInterval(() => connections.endStalled(), LONGEST_CHECK_MILLISECONDS).unref();
  return {
    url: addressOf(server, host),
    drain: () => connections.startClosing(),
    close: () => close(server, connections).finally(() => clearInterval(sweeping)),
  };
}

const THIS_MACHINE = /^(?:127\.|::1$|::ffff:127\.)/;

/** Address of the caller: the other end, or the address that a proxy on this machine names. */
function addressOfCaller({ socket, headers }: IncomingMessage): string | undefined {
  const { remoteAddress } = socket;
  if (remoteAddress === undefined || !THIS_MACHINE.test(remoteAddress)) return remoteAddress;
  const named = headers['x-forwarded-for'];
  return (Array.isArray(named) ? named.join() : named)?.split(',').at(-1)?.trim() || remoteAddress;
}

/** Writes an answer whose body is beside it. */
function writeAnswer(response: Response, body: Uint8Array, http: ServerResponse): Response {
  http.writeHead(response.status, Object.fromEntries(response.headers));
  if (http.req.method === 'HEAD') http.end();
  else writeBody(body, http);
  return RESPONSE_ALREADY_SENT;
}

/** Answers requests that Node refuses with `{error}`, as all other errors. */
function refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] = REFUSALS[error.code ?? ''] ?? ['400 Bad Request', 'malformed request'];
  end(socket, status, message);
}

/** Answers a request that Node has no answer object for, and ends its connection. */
function end(socket: Duplex, status: string, message: string): void {
  const body = toErrorJson(message);
  const headers = { ...refusalHeaders(), 'Content-Length': body.length };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`);
}

function answerRefusal(outgoing: ServerResponse, status: number, message: string): void {
  const body = toErrorJson(message);
  outgoing.writeHead(status, { ...refusalHeaders(), 'Content-Length': body.length }).end(body);
}

/** Headers of answers that the service itself does not make. */
function refusalHeaders() {
  return {
    'Content-Type': 'application/json',
    'X-Request-Id': randomUUID(),
    'Access-Control-Allow-Origin': '*',
    'Cache-Control': 'no-store',
    Connection: 'close',
  };
}

function toErrorJson(error: string): string {
  return JSON.stringify({ error });
}

/** The last valid Host: most callers use one name. */
let lastHost: string | undefined;

/** True if a request has exactly one valid Host, or none in HTTP/1.0 (RFC 9112, 3.2). */
function isHostClear({ rawHeaders, headers, httpVersion }: IncomingMessage): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    // Most names are ruled out by their length.
    if (rawHeaders[i].length === 4 && rawHeaders[i].toLowerCase() === 'host') hosts += 1;
  }
  if (hosts === 0) return httpVersion === '1.0';
  if (hosts > 1) return false;
  const { host } = headers;
  if (host === lastHost) return true;
  const isValid = URL.canParse(`http://${host}`);
  if (isValid) lastHost = host;
  return isValid;
}

const REFUSALS: Readonly<Record<string, readonly [status: string, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'the request took too long to arrive'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'the headers are too long'],
};

function addressOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  // The address of all interfaces cannot be requested.
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/**
 * Node's own `close` destroys idle connections at once, and requests that are just arriving there. So only listening ends at
 * once.
 */
async function close(server: Server, connections: Connections): Promise<void> {
  connections.startClosing();
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  const end = () => connections.endIdle(END_OF_IDLE_MILLISECONDS);
  end();
  const ending = setInterval(end, END_OF_IDLE_MILLISECONDS);
  const deadline = setTimeout(() => connections.destroyAll(), GRACE_MILLISECONDS);
  await closed;
  clearInterval(ending);
  clearTimeout(deadline);
  // Ends Node's own timers.
  server.close();
}
