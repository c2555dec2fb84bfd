import { type IncomingMessage, request, type ServerResponse } from 'node:http';

/**
 * Passes a request on to another server of this machine, and its answer back, both as they are.
 *
 * @param to address of the other server; the path is the request's
 * @param headers further headers of the request
 */
export function passOn(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  to: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  const { hostname, port } = new URL(to);
  const { url: path, method } = incoming;
  const passed = request(
    { hostname, port, path, method, headers: { ...incoming.headers, ...headers } },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    },
  );
  passed.on('error', () => outgoing.destroy());
  incoming.pipe(passed);
}
