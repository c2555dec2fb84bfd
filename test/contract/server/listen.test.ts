import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { CrowdClient } from 'three-crowd/client';
import { createCrowdService, listen, SAMPLE_KEY } from 'three-crowd-server';
import { afterAll, expect, test } from 'vitest';
import { createFakeKit } from '../../support/contract/fake-kit.js';

const GLOBALS = { Request, Response };
const service = await createCrowdService({ kit: createFakeKit() });
const server = await listen(service);
afterAll(() => server.close());
const { port } = new URL(server.url);
const authorization = { Authorization: `Bearer ${SAMPLE_KEY}` };

/** What the server sends back to these bytes. */
function converse(request: string): Promise<string> {
  const socket = connect(Number(port), '127.0.0.1', () => socket.end(request));
  return text(socket);
}

test('listens on this machine alone, on a free port', () => {
  expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
});

test('serves a crowd, its assets and ranges of them over HTTP', async () => {
  const crowd = await (await fetch(`${server.url}/v1/crowd/cr_Market1k`, { headers: authorization })).json();
  expect(crowd.characters).toHaveLength(1000);
  expect(crowd.assets.skeleton_glb.startsWith(`${server.url}/assets/`)).toBe(true);
  const part = await fetch(crowd.assets.skeleton_glb, { headers: { Range: 'bytes=10-19' } });
  expect(part.status).toBe(206);
  const file = createFakeKit().get('skeleton.glb') as Uint8Array;
  expect(new Uint8Array(await part.arrayBuffer())).toEqual(file.slice(10, 20));
});

test('HEAD gives the length of what GET would', async () => {
  const length = await new Promise<string | undefined>((resolve, reject) => {
    request(`${server.url}/v1/crowd/cr_Teahouse`, { method: 'HEAD', headers: authorization }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.headers['content-length']));
    })
      .on('error', reject)
      .end();
  });
  const whole = await fetch(`${server.url}/v1/crowd/cr_Teahouse`, {
    headers: { ...authorization, 'Accept-Encoding': 'identity' },
  });
  expect(Number(length)).toBe((await whole.arrayBuffer()).byteLength);
});

test('a request with a host that is none is 400', async () => {
  const answer = await converse('GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('{"error":"the request must say one valid Host"}');
});

test('dots in a path reach no file', async () => {
  const answer = await converse(
    'GET /assets/../../package.json HTTP/1.1\r\nHost: crowds.test\r\nConnection: close\r\n\r\n',
  );
  expect(answer).toMatch(/^HTTP\/1\.1 404 /);
});

test('callers that hang up, before and within an answer, leave the server well', async () => {
  const client = new CrowdClient({ baseUrl: server.url, apiKey: SAMPLE_KEY });
  for (const wait of [0, 1, 2, 5, 10]) {
    const hasty = client.getCrowd('cr_Parade5k', { signal: AbortSignal.timeout(wait) });
    await hasty.catch((error) => expect(error).toMatchObject({ name: 'TimeoutError' }));
    const response = await fetch(`${server.url}/v1/crowd/cr_Parade5k`, { headers: authorization });
    await response.body?.cancel();
  }
  expect((await client.getCrowd('cr_Parade5k')).characters).toHaveLength(5000);
});

test('a port in use is an error', async () => {
  await expect(listen(service, { port: Number(port) })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

test('closing lets the request under way end and takes no more', async () => {
  let finish = (): void => {};
  const started = new Promise<void>((entered) => {
    finish = entered;
  });
  let answer = (_response: Response): void => {};
  const slow = await listen({
    fetch: () => {
      finish();
      return new Promise((resolve) => {
        answer = resolve;
      });
    },
  });
  const response = fetch(slow.url);
  await started;
  const closed = slow.close();
  await expect(fetch(slow.url)).rejects.toThrow('fetch failed');
  answer(new Response('done', { headers: { Connection: 'close' } }));
  expect(await (await response).text()).toBe('done');
  await closed;
});

test('the globals of the process stay its own', () => {
  expect({ Request, Response }).toEqual(GLOBALS);
});

test.each([
  ['HTTP/1.0 without a Host, as probes speak it', 'GET /health HTTP/1.0\r\n\r\n', 200],
  ['HTTP/1.1 without a Host', 'GET /health HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['two Hosts', 'GET /health HTTP/1.1\r\nHost: a.test\r\nHost: b.test\r\nConnection: close\r\n\r\n', 400],
  ['another expectation', 'GET /health HTTP/1.1\r\nHost: a.test\r\nExpect: tea\r\n\r\n', 417],
  ['CONNECT', 'CONNECT a.test:80 HTTP/1.1\r\nHost: a.test\r\n\r\n', 405],
  ['headers without end', `GET / HTTP/1.1\r\nHost: a.test\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ['an address that is none', 'GET // HTTP/1.1\r\nHost: a.test:b\r\nConnection: close\r\n\r\n', 400],
  ['no HTTP', 'NONSENSE\r\n\r\n', 400],
])('%s: an answer with an id, that pages may read', async (_name, text, status) => {
  const [head, body] = (await converse(text)).split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(head).toMatch(/^x-request-id: [\w-]{36}$/im);
  expect(head).toMatch(/^access-control-allow-origin: \*$/im);
  expect(JSON.parse(body)).toEqual(status === 200 ? { status: 'ok' } : { error: expect.any(String) });
});

test('a connection without activity is closed, unless its caller waits for an answer', async () => {
  const service: Parameters<typeof listen>[0] = {
    fetch: async () => new Response(),
    answerDirectly: async (incoming, outgoing) => {
      const timeOut = () => {
        // As Node does after `idleTimeout`.
        incoming.socket.emit('timeout');
        outgoing.end('answered');
      };
      if (incoming.method === 'GET') incoming.resume().on('end', timeOut);
      else timeOut();
    },
  };
  /** All that comes back until the connection is closed, in whatever way. */
  const send = ({ url }: typeof server, bytes: string): Promise<string> => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(bytes));
    return text(socket).catch(() => '');
  };
  const patient = await listen(service);
  const impatient = await listen(service, { idleTimeout: 1 });
  try {
    const host = 'Host: crowds.test\r\n';
    const waiting = `GET / HTTP/1.1\r\n${host}Connection: close\r\n\r\n`;
    expect(await send(patient, waiting)).toMatch(/\r\n\r\nanswered$/);
    const halfSent = `POST / HTTP/1.1\r\n${host}Content-Length: 9\r\n\r\n{`;
    expect(await send(patient, halfSent)).toBe('');
    expect(await send(impatient, '')).toBe('');
  } finally {
    await patient.close();
    await impatient.close();
  }
});
