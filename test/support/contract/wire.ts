import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

export interface Wire {
  readonly port: number;
  /** Number of connections so far. */
  readonly opened: number;
  /** Drops all data in both directions from now on without closing, as if a cable were pulled. */
  cut(): void;
  /** The same for connections that begin from now on. */
  cutNew(): void;
  /** Forwards delayed data, and all data from then on. */
  mend(): void;
  close(): Promise<void>;
}

/**
 * A connection to a port of this machine that can be cut.
 *
 * @param delay of all bytes in each direction, milliseconds. @default 0
 */
export async function startWire(to: number, delay = 0): Promise<Wire> {
  const sockets = new Set<Socket>();
  let isCut = false;
  let opened = 0;
  const server = createServer({ pauseOnConnect: true }, (near) => {
    opened += 1;
    const far = connect(to, '127.0.0.1');
    for (const [from, into] of [
      [near, far],
      [far, near],
    ]) {
      sockets.add(from);
      from.on('data', (bytes: Buffer) => {
        if (delay > 0) setTimeout(() => into.write(bytes), delay);
        else into.write(bytes);
      });
      from.on('error', () => into.destroy());
      from.on('close', () => {
        sockets.delete(from);
        into.destroy();
      });
      if (isCut) from.pause();
      else from.resume();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    get opened() {
      return opened;
    },
    cutNew() {
      isCut = true;
    },
    cut() {
      isCut = true;
      for (const socket of sockets) socket.pause();
    },
    mend() {
      isCut = false;
      for (const socket of sockets) socket.resume();
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
