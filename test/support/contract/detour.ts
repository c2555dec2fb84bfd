import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Names a server that wants to see every exchange: requests of the suite reach the service by way of it. */
export const DETOUR_VARIABLE = 'THREE_CROWD_TEST_DETOUR';
/** Tells the far end of the way where the service is. */
export const SERVICE_HEADER = 'x-test-service';
/** Tells exchanges with one service apart. */
export const EXCHANGE_HEADER = 'x-test-exchange';

/** Hop-by-hop headers, which are not forwarded. */
const OF_A_CONNECTION = [
  'host',
  'connection',
  'content-length',
  'expect',
  'te',
  'transfer-encoding',
  'upgrade',
];
/** Longer bodies are refused, however long the rest is. */
const MOST_BYTES = 1.1 * 1024 * 1024;

type Fetch = (request: Request) => Promise<Response>;

interface Exchange {
  readonly request: Request;
  answer(response: Response): void;
}

/**
 * The same service by way of another server, over HTTP. The service gets the request, and the caller the answer, as
 * they left the other: what the way does to their bytes is not what is tested.
 */
export async function takeDetour(service: Fetch, by: string): Promise<Fetch> {
  const underWay = new Map<string, Exchange>();
  const server = createServer(async (incoming, outgoing) => {
    incoming.resume();
    const exchange = underWay.get(String(incoming.headers[EXCHANGE_HEADER])) as Exchange;
    const response = await service(exchange.request);
    exchange.answer(response.clone());
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(new Uint8Array(await response.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const here = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let count = 0;
  return async (request) => {
    const id = String(++count);
    const { method } = request;
    const { pathname, search } = new URL(request.url);
    const headers = new Headers(request.headers);
    for (const name of OF_A_CONNECTION) headers.delete(name);
    headers.set(SERVICE_HEADER, here);
    headers.set(EXCHANGE_HEADER, id);
    const body = request.body && (await readStart(request.clone()));
    let answered: Response | undefined;
    underWay.set(id, {
      request,
      answer: (response) => {
        answered = response;
      },
    });
    const proxied = await fetch(by + pathname + search, { method, headers, body, redirect: 'manual' });
    await proxied.arrayBuffer();
    underWay.delete(id);
    // The other may have answered by itself.
    return answered ?? service(request);
  };
}

async function readStart(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done || size > MOST_BYTES) break;
    chunks.push(value);
    size += value.byteLength;
  }
  return new Uint8Array(Buffer.concat(chunks));
}
