import { connect, type Socket } from 'node:net';
import { SAMPLE_KEY } from 'three-crowd-server';
import { describeTimes, timeBystander } from '../../support/contract/percentile.js';
import { type ServerProcess, startServer } from '../../support/contract/server-process.js';
import { TOOL_ACCEPT, toolCall } from '../../support/contract/tool-call.js';
import type { LoadSetting } from './run.js';

const SECONDS = 10;
const GET = `GET /v1/crowd/cr_Parade5k HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${SAMPLE_KEY}\r\n\r\n`;

const BATCH = JSON.stringify(
  Array.from({ length: 100 }, (_, id) => toolCall(id, 'svc_get_crowd', { crowd_id: 'cr_Parade5k' })),
);

/** How long bystanders wait, and how large the process grows, while somebody asks too much. */
export async function attack({ program, data }: LoadSetting): Promise<object[]> {
  const attacks: Readonly<Record<string, (server: ServerProcess, sockets: Socket[]) => void>> = {
    'nobody else': () => {},
    '20 batches of 100 tools': ({ url }) => {
      for (let i = 0; i < 20; i++) void callTools(url);
    },
    '1,000 pipelined': ({ url }, sockets) => open(url, GET.repeat(1000), sockets),
    '300 silent readers': ({ url }, sockets) => {
      for (let i = 0; i < 300; i++) open(url, GET, sockets);
    },
    '1,000 idle, 1,024 descriptors': ({ url }, sockets) => {
      for (let i = 0; i < 1000; i++) open(url, '', sockets);
    },
  };
  const rows: object[] = [];
  for (const [name, begin] of Object.entries(attacks)) {
    const server = await startServer(program, data, {}, 'ulimit -n 1024');
    for (let i = 0; i < 3; i++) {
      await (await fetch(`${server.url}/v1/crowd/cr_Parade5k`, authorized())).arrayBuffer();
    }
    const sockets: Socket[] = [];
    const times = await timeBystander(`${server.url}/health`, 10, async () => {
      begin(server, sockets);
      await new Promise((resolve) => setTimeout(resolve, SECONDS * 1000));
    });
    rows.push({
      attack: name,
      requests: times.length,
      ...describeTimes(times),
      'peak MB': Math.round(server.peakMemory()),
    });
    for (const socket of sockets) socket.destroy();
    await server.kill();
  }
  return rows;
}

function authorized(): { headers: Record<string, string> } {
  return { headers: { Authorization: `Bearer ${SAMPLE_KEY}`, 'Accept-Encoding': 'identity' } };
}

async function callTools(url: string): Promise<void> {
  const headers = {
    ...authorized().headers,
    'Content-Type': 'application/json',
    ...TOOL_ACCEPT,
  };
  try {
    const response = await fetch(`${url}/mcp`, { method: 'POST', headers, body: BATCH });
    for await (const _ of response.body ?? []);
  } catch {
    // The server is killed at the end.
  }
}

function open(url: string, text: string, sockets: Socket[]): void {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1' });
  sockets.push(socket.on('error', () => {}).pause());
  socket.write(text);
}
