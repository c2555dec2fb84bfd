import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { fileURLToPath } from 'node:url';

/** Behaviours of webhook receivers with a connection, most of them faulty. */
const BEHAVIOURS: Readonly<Record<string, (socket: Socket, otherUrl: string) => void>> = {
  'takes it': takeIt,
  'closes at once': (socket) => socket.end(),
  'resets at once': (socket) => socket.resetAndDestroy(),
  'switches protocols': (socket) =>
    answer(socket, 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
  'speaks no HTTP': (socket) => answer(socket, '\0\xff garbage\r\n'.repeat(1000)),
  'has too many headers': (socket) =>
    answer(socket, `HTTP/1.1 200 OK\r\n${`X: ${'x'.repeat(1000)}\r\n`.repeat(1000)}\r\n`),
  'redirects elsewhere': (socket, otherUrl) =>
    answer(socket, `HTTP/1.1 307 Temporary Redirect\r\nLocation: ${otherUrl}\r\nContent-Length: 0\r\n\r\n`),
  'wants it later': (socket) =>
    answer(socket, 'HTTP/1.1 503 Busy\r\nRetry-After: 1e999\r\nContent-Length: 0\r\n\r\n'),
  'answers without end': (socket) => {
    answer(socket, 'HTTP/1.1 500 No\r\nTransfer-Encoding: chunked\r\n\r\n');
    repeat(socket, '400\r\n'.padEnd(1024 + 5, 'x').concat('\r\n'), 0);
  },
  'is always about to answer': (socket) => repeat(socket, 'HTTP/1.1 102 Processing\r\n\r\n', 50),
  'dribbles its headers': (socket) => {
    answer(socket, 'HTTP/1.1 200 OK\r\n');
    repeat(socket, 'X: y\r\n', 1000);
  },
  'never answers': (socket) => socket.resume(),
};

/** Receivers that hang: each holds a message for as long as the sender waits. */
export const SLOW_BEHAVIOURS = [
  'is always about to answer',
  'dribbles its headers',
  'never answers',
  'never ends the handshake',
];

/** Behaviours of receivers at `https` addresses that do not use TLS. */
const WITHOUT_TLS: Readonly<Record<string, (socket: Socket) => void>> = {
  'speaks plain text': takeIt,
  'hangs up in the handshake': (socket) => socket.once('data', () => socket.end()),
  'never ends the handshake': (socket) => socket.resume(),
};

/** Certificates and keys of receivers, all of which take every message that comes, by name in the fixtures. */
const CERTIFICATES: Readonly<Record<string, string>> = {
  'takes it by TLS': 'valid',
  'has a certificate of its own': 'self-signed',
  'has a certificate that has expired': 'expired',
  'has a certificate of another host': 'of-another-host',
};

/** File with the certificate of the authority that has signed some of them. */
export const AUTHORITY = certificateFile('authority');

function certificateFile(name: string): string {
  return fileURLToPath(new URL(`../../fixtures/certificates/${name}.pem`, import.meta.url));
}

/** Messages to the owner of a webhook about receivers with broken TLS. */
export const TLS_REASONS: Readonly<Record<string, RegExp>> = {
  'speaks plain text': /^the TLS handshake failed: [a-z ]+$/,
  'hangs up in the handshake': /disconnected before secure TLS connection was established|ECONNRESET/,
  'has a certificate of its own': /self-signed certificate/,
  'has a certificate that has expired': /certificate has expired/,
  'has a certificate of another host': /does not match certificate's altnames/,
};

const HOST = '127.0.0.1';

/** Receivers of webhooks on this machine, one for each kind of odd behaviour. */
export class OddReceivers {
  /** Addresses by behaviour. */
  readonly urls: ReadonlyMap<string, string>;
  readonly #counts: ReadonlyMap<string, () => number>;
  readonly #sockets: ReadonlySet<Socket>;
  readonly #servers: readonly Server[];

  private constructor(receivers: readonly Receiver[], sockets: ReadonlySet<Socket>) {
    this.urls = new Map(receivers.map(({ behaviour, url }) => [behaviour, url]));
    this.#counts = new Map(receivers.map(({ behaviour, count }) => [behaviour, count]));
    this.#servers = receivers.map(({ server }) => server);
    this.#sockets = sockets;
  }

  static async start(): Promise<OddReceivers> {
    const sockets = new Set<Socket>();
    const elsewhere = await startReceiver(ELSEWHERE, takeIt, sockets);
    const others = Object.entries(BEHAVIOURS).map(([behaviour, behave]) =>
      startReceiver(behaviour, (socket) => behave(socket, elsewhere.url), sockets),
    );
    const withoutTls = Object.entries(WITHOUT_TLS).map(([behaviour, behave]) =>
      startReceiver(behaviour, behave, sockets, 'https'),
    );
    const withTls = Object.entries(CERTIFICATES).map(([behaviour, name]) => {
      const pem = readFileSync(certificateFile(name));
      return startReceiver(behaviour, takeIt, sockets, 'https', { cert: pem, key: pem });
    });
    const receivers = await Promise.all([...others, ...withoutTls, ...withTls]);
    return new OddReceivers([elsewhere, ...receivers], sockets);
  }

  /** Number of connections to a receiver so far. */
  count(behaviour: string): number {
    return this.#counts.get(behaviour)?.() ?? 0;
  }

  close(): void {
    for (const server of this.#servers) server.close();
    for (const socket of this.#sockets) socket.destroy();
  }
}

/** Target of the receiver that redirects. */
export const ELSEWHERE = 'elsewhere';

interface Receiver {
  readonly behaviour: string;
  readonly url: string;
  readonly count: () => number;
  readonly server: Server;
}

async function startReceiver(
  behaviour: string,
  behave: (socket: Socket) => void,
  sockets: Set<Socket>,
  protocol = 'http',
  tls?: TlsOptions,
): Promise<Receiver> {
  let count = 0;
  const listener = (socket: Socket) => {
    socket.on('error', () => {});
    behave(socket);
  };
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  // Counts connections that fail before TLS, too.
  server.on('connection', (socket: Socket) => {
    count += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
  const url = `${protocol}://${HOST}:${(server.address() as AddressInfo).port}/hook`;
  return { behaviour, url, count: () => count, server };
}

function takeIt(socket: Socket): void {
  answer(socket, 'HTTP/1.1 204 No Content\r\n\r\n');
}

/** Once the request begins to arrive. */
function answer(socket: Socket, text: string): void {
  socket.once('data', () => socket.write(text, 'latin1'));
}

/** Writes a text again and again, once the request begins to arrive, as fast as it is read. */
function repeat(socket: Socket, text: string, milliseconds: number): void {
  const write = () => {
    if (socket.destroyed) return;
    if (socket.write(text)) setTimeout(write, milliseconds);
    else socket.once('drain', write);
  };
  socket.once('data', write);
}
