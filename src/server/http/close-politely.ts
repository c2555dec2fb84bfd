import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** Milliseconds that a caller may go on sending after its answer has gone. */
const LONGEST_SENDING = 5_000;

/**
 * Closes a connection after its last answer as RFC 9112 (9.6) says. Node closes both directions at once. The system then
 * resets the connection when more of the request arrives, and the caller loses the rest of the answer. So only the sending
 * direction ends at once, and the rest of the request is discarded.
 *
 * @param findRequest returns the request that is being answered
 */
export function closePolitely(socket: Socket, findRequest: () => IncomingMessage | undefined): void {
  const closeAtOnce = socket.destroySoon.bind(socket);
  let isEnding = false;
  // The method by which Node's HTTP server, and what runs on it, ends a connection.
  socket.destroySoon = () => {
    if (isEnding) return;
    const request = findRequest();
    if (!request || request.complete) {
      closeAtOnce();
      return;
    }
    isEnding = true;
    socket.end();
    request.once('end', closeAtOnce);
    request.resume();
    const deadline = setTimeout(() => socket.destroy(), LONGEST_SENDING).unref();
    socket.once('close', () => clearTimeout(deadline));
  };
}
