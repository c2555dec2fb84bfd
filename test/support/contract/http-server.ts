import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { listenLocally } from '../file-server.js';

export interface TestServer {
  readonly url: string;
  /** Every request so far. */
  readonly requests: readonly IncomingMessage[];
}

/** A server on a free port of this machine with the given behaviour, faulty or not, until the test ends. */
export async function startHttpServer(
  answer: (request: IncomingMessage, response: ServerResponse, index: number) => void,
): Promise<TestServer> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    answer(request, response, requests.length - 1);
  });
  const { url, close } = await listenLocally(server);
  onTestFinished(close);
  return { url, requests };
}

export function sendJson(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}
