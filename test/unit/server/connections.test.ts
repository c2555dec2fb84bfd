import { createServer } from 'node:http';
import { connect } from 'node:net';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { writeBody } from '../../../src/server/content/write-body.js';
import { Connections } from '../../../src/server/http/connections.js';
import { listenLocally } from '../../support/file-server.js';

afterEach(() => vi.restoreAllMocks());

/** A server that answers with so many bytes, and a caller who has begun to read them and has stopped. */
async function startStalled(length: number) {
  const connections = new Connections();
  const body = new Uint8Array(length);
  const server = createServer((incoming, outgoing) =>
    connections.answer(incoming, outgoing, () => {
      outgoing.writeHead(200, { 'Content-Length': length });
      writeBody(body, outgoing);
    }),
  );
  let isEnded = () => false;
  server.on('connection', (socket) => {
    isEnded = () => socket.destroyed;
    connections.add(socket);
  });
  const { url, close } = await listenLocally(server);
  const caller = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {});
  onTestFinished(() => {
    caller.destroy();
    return close();
  });
  caller.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await new Promise((resolve) => caller.once('data', resolve));
  caller.pause();
  expect(connections.busy).toBe(1);
  const start = performance.now();
  return (seconds: number) => {
    vi.spyOn(performance, 'now').mockReturnValue(start + seconds * 1000);
    connections.endStalled();
    vi.restoreAllMocks();
    return isEnded() ? 'ended' : 'open';
  };
}

test('a stalled answer of 64 MB is ended after the time that it takes at 16 kB a second, and half a minute', async () => {
  const after = await startStalled(64_000_000);
  // What is not known to be long is ended after five minutes.
  expect(after(600)).toBe('open');
  expect(after(3_900)).toBe('open');
  expect(after(4_100)).toBe('ended');
});
