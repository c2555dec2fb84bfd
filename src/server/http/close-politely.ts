import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** Milliseconds that a caller may go on sending after its answer has gone. */
const LONGEST_SENDING = 5_000;

/**
 * Makes Node close a connection after its last answer as RFC 9112 (9.6) has it. Node would close both directions at once;
 * the system then answers what still arrives of the request with a reset, which takes from the caller what it has not
 * read of the answer. So only our direction ends at once, and what comes is thrown away until the request is over.
 *
 * @param findRequest the one that is being answered
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
