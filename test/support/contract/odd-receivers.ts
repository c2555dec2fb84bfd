import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** What receivers of webhooks do with a connection, most of which no receiver should. */
const BEHAVIOURS: Readonly<Record<string, (socket: Socket, otherUrl: string) => void>> = {
  'takes it': (socket) => answer(socket, 'HTTP/1.1 204 No Content\r\n\r\n'),
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
export const SLOW_BEHAVIOURS = ['is always about to answer', 'dribbles its headers', 'never answers'];

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
    const elsewhere = await startReceiver(ELSEWHERE, BEHAVIOURS['takes it'], '', sockets);
    const others = Object.entries(BEHAVIOURS).map(([behaviour, behave]) =>
      startReceiver(behaviour, behave, elsewhere.url, sockets),
    );
    return new OddReceivers([elsewhere, ...(await Promise.all(others))], sockets);
  }

  /** Connections that one has had so far. */
  count(behaviour: string): number {
    return this.#counts.get(behaviour)?.() ?? 0;
  }

  close(): void {
    for (const server of this.#servers) server.close();
    for (const socket of this.#sockets) socket.destroy();
  }
}

/** Where the one that redirects sends its callers. */
export const ELSEWHERE = 'elsewhere';

interface Receiver {
  readonly behaviour: string;
  readonly url: string;
  readonly count: () => number;
  readonly server: Server;
}

async function startReceiver(
  behaviour: string,
  behave: (socket: Socket, otherUrl: string) => void,
  otherUrl: string,
  sockets: Set<Socket>,
): Promise<Receiver> {
  let count = 0;
  const server = createServer((socket) => {
    count += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    behave(socket, otherUrl);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return { behaviour, url, count: () => count, server };
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
