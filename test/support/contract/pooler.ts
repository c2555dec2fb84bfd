import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import pg from 'pg';

export interface Pooler {
  /** Address of the database through the pooler. */
  readonly location: string;
  close(): Promise<void>;
}

/** Messages of PostgreSQL's protocol: from the client that a query is whole, and from the server that it is answered. */
const [QUERY, SYNC, TERMINATE, READY] = Buffer.from('QSXZ');
const SSL_REQUEST = 80_877_103;
/** Authentication succeeded, and ready for queries outside of a transaction. */
const WELCOME = Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1');

/**
 * What PgBouncer does with `pool_mode = transaction`, for one connection to the database: a client has the connection from
 * the beginning of its transaction to the end. Callers need no password.
 */
export async function startPooler(database: string): Promise<Pooler> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  // Signed in; from now on clients share its connection.
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  stream.removeAllListeners();
  const answers = framesOf(stream);
  let free = Promise.resolve();

  const serve = async (socket: Socket): Promise<void> => {
    let release: (() => void) | undefined;
    let request: Buffer[] = [];
    for await (const frame of framesOf(socket, true)) {
      if (frame[0] === TERMINATE) break;
      if (frame[0] === 0) {
        // The message that begins a connection has no type.
        socket.write(frame.readInt32BE(4) === SSL_REQUEST ? 'N' : WELCOME);
        continue;
      }
      request.push(frame);
      if (frame[0] !== QUERY && frame[0] !== SYNC) continue;
      if (!release) {
        const before = free;
        free = new Promise((resolve) => {
          release = resolve;
        });
        await before;
      }
      stream.write(Buffer.concat(request));
      request = [];
      for (;;) {
        const { value: answer, done } = await answers.next();
        if (done) return;
        socket.write(answer);
        if (answer[0] !== READY) continue;
        if (answer.at(-1) === 'I'.charCodeAt(0)) {
          release?.();
          release = undefined;
        }
        break;
      }
    }
    release?.();
    socket.end();
  };

  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    serve(socket).catch(() => socket.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const location = new URL(database);
  location.port = String((server.address() as AddressInfo).port);
  return {
    location: location.href,
    async close() {
      for (const socket of sockets) socket.destroy();
      stream.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The messages that come, each whole: a type (0 for a client's first ones), and a length that counts itself. */
async function* framesOf(socket: Socket, isClient = false): AsyncGenerator<Buffer, void> {
  let rest = Buffer.alloc(0);
  let isBegun = !isClient;
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const typed = isBegun ? 1 : 0;
      if (rest.length < 4 + typed) break;
      const end = rest.readInt32BE(typed) + typed;
      if (rest.length < end) break;
      const frame = rest.subarray(0, end);
      isBegun ||= frame.readInt32BE(4) !== SSL_REQUEST;
      rest = rest.subarray(end);
      yield frame;
    }
  }
}
