/**
 * The memory that callers can make the service hold, however much they request at once and however slowly they read. The
 * milliseconds that another caller waits meanwhile are printed.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { SAMPLE_KEY } from 'three-crowd-server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeTimes, timeBystander } from '../../support/contract/percentile.js';
import type { ServerProcess } from '../../support/contract/server-process.js';
import { testServers } from '../../support/contract/test-servers.js';
import { TOOL_ACCEPT, toolCall } from '../../support/contract/tool-call.js';

/** Megabytes of the whole process. */
const MOST_MEMORY = 400;
/** Milliseconds that each attack is watched for at least. */
const WATCHED = 2_000;
const BYSTANDING_REQUESTS = 10;

const servers = testServers();
let server: ServerProcess;
const sockets: Socket[] = [];
beforeEach(async () => {
  server = await servers.start({}, 'ulimit -n 1024');
  // What is loaded and compiled once is no part of what is measured.
  for (let i = 0; i < 3; i++) await (await readCrowd()).arrayBuffer();
  await (await callTools(JSON.stringify(callOf(0)))).arrayBuffer();
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

function readCrowd(): Promise<Response> {
  return fetch(`${server.url}/v1/crowd/cr_Parade5k`, {
    headers: { Authorization: `Bearer ${SAMPLE_KEY}`, 'Accept-Encoding': 'identity' },
  });
}

/** A call of the tool that answers most. */
function callOf(id: number, options: object = {}): object {
  return toolCall(id, 'svc_get_crowd', { crowd_id: 'cr_Parade5k', ...options });
}

const TOOL_HEADERS = {
  Authorization: `Bearer ${SAMPLE_KEY}`,
  'Content-Type': 'application/json',
  ...TOOL_ACCEPT,
};

function callTools(body: string, options: RequestInit = {}): Promise<Response> {
  const headers = { ...TOOL_HEADERS, ...options.headers };
  return fetch(`${server.url}/mcp`, { ...options, method: 'POST', headers, body });
}

/** A connection that sends some bytes and reads nothing. */
async function openSilent(text: string): Promise<Socket> {
  const socket = connect({ port: Number(new URL(server.url).port), host: '127.0.0.1' });
  sockets.push(socket);
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve));
  socket.pause();
  socket.write(text);
  return socket;
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Others are served all the time, and the process stays small. */
async function expectBounded(attack: () => Promise<unknown>): Promise<void> {
  const times = await timeBystander(`${server.url}/health`, BYSTANDING_REQUESTS, async () => {
    await attack();
    await wait(WATCHED);
  });
  console.log({ ...describeTimes(times), 'peak MB': Math.round(server.peakMemory()) });
  expect(server.peakMemory()).toBeLessThan(MOST_MEMORY);
  expect((await readCrowd()).status).toBe(200);
}

function get(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${SAMPLE_KEY}\r\n\r\n`;
}

test('twenty batches of a hundred calls of a tool, read as fast as they come', async () => {
  const body = JSON.stringify(Array.from({ length: 100 }, (_, id) => callOf(id)));
  const stop = new AbortController();
  let bytes = 0;
  const readBatch = async (): Promise<void> => {
    const response = await callTools(body, { signal: stop.signal });
    expect(response.status).toBe(200);
    for await (const chunk of response.body ?? []) bytes += chunk.length;
  };
  let ended: Promise<unknown> = Promise.resolve();
  await expectBounded(async () => {
    ended = Promise.allSettled(Array.from({ length: 20 }, readBatch));
  });
  stop.abort();
  await ended;
  expect(bytes).toBeGreaterThan(1_000_000);
});

test('a call of a tool is answered while others read no answers, at one other address and at many', async () => {
  const body = JSON.stringify(Array.from({ length: 100 }, (_, id) => callOf(id, { characters: 500 })));
  const headers = Object.entries(TOOL_HEADERS).map((header) => `${header.join(': ')}\r\n`);
  const head = `POST /mcp HTTP/1.1\r\nHost: localhost\r\n${headers.join('')}Content-Length: ${body.length}\r\n`;
  const callSilently = async (address: string): Promise<void> => {
    const from = `${head}X-Forwarded-For: ${address}\r\n\r\n`;
    await openSilent(from);
    const socket = await openSilent(from + body);
    // The answer has begun.
    await once(socket, 'readable');
  };
  const call = () => callTools(JSON.stringify(callOf(0)), { headers: { 'X-Forwarded-For': '198.51.100.7' } });
  for (const last of [1, 2, 3, 4]) {
    for (let i = 0; i < 3; i++) await callSilently(`203.0.113.${last}`);
    const response = await call();
    expect(response.status, await response.text()).toBe(200);
  }
});

test('a thousand requests for a crowd of 5,000 on one connection, and no answer read', {
  tags: ['nightly'],
}, async () => {
  await expectBounded(() => openSilent(get('/v1/crowd/cr_Parade5k').repeat(1000)));
});

test('three hundred connections that ask for it and do not read', { tags: ['nightly'] }, async () => {
  await expectBounded(() =>
    Promise.all(Array.from({ length: 300 }, () => openSilent(get('/v1/crowd/cr_Parade5k')))),
  );
});

test('a thousand connections that say nothing, where the process may have 1,024 descriptors', {
  tags: ['nightly'],
}, async () => {
  await expectBounded(async () => {
    for (let i = 0; i < 1000; i++) await openSilent('');
  });
});
