/** What is odd in requests, names and limits, and must do no harm: by raw sockets and by the command line. */
import { execFile } from 'node:child_process';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { openStorage, SAMPLE_KEY } from 'three-crowd-server';
import { beforeAll, expect, test } from 'vitest';
import { createCrowd, registerAccount } from '../../support/contract/account.js';
import { createDatabase } from '../../support/contract/postgres-of-run.js';
import { programOfRun } from '../../support/contract/program-of-run.js';
import type { ServerProcess } from '../../support/contract/server-process.js';
import { testServers } from '../../support/contract/test-servers.js';
import { TOOL_ACCEPT } from '../../support/contract/tool-call.js';

const servers = testServers('file');
/** Server of the tests that leave it unchanged. */
let server: ServerProcess;
beforeAll(async () => {
  server = await servers.start();
});

/** The head of the answer to a request that ends its connection. */
async function converse({ url }: ServerProcess, lines: readonly string[], body = ''): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(`${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n${body}`);
  return (await text(socket)).split('\r\n\r\n')[0];
}

/** Runs the command line. @returns what it wrote, and its exit code */
function run(...words: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [programOfRun(), ...words, '--data', servers.data], (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    );
  });
}

test('an answer arrives complete while the caller still sends a body', async () => {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  const chunks: Buffer[] = [];
  // Slowly: what has come and was not read yet is what a reset takes away.
  socket.on('data', (chunk) => {
    chunks.push(chunk);
    socket.pause();
    setTimeout(() => socket.resume(), 10);
  });
  // What is sent after the server has closed its side may fail; what it had answered must not be lost by that.
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.on('close', resolve));
  const megabyte = Buffer.alloc(1024 * 1024, ' ');
  const parts = 40;
  const head = [
    'GET /v1/crowd/cr_Parade5k HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${SAMPLE_KEY}`,
    `Content-Length: ${parts * megabyte.length}`,
    'Connection: close',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  let sent = 0;
  const sendOn = () => {
    if (sent++ < parts && !socket.destroyed) socket.write(megabyte, () => setTimeout(sendOn, 20));
  };
  sendOn();
  await closed;
  const answer = Buffer.concat(chunks);
  const end = answer.indexOf('\r\n\r\n');
  const length = Number(/^Content-Length: (\d+)/im.exec(answer.toString('latin1', 0, end))?.[1]);
  expect(length).toBeGreaterThan(1_000_000);
  expect(answer.length - end - 4).toBe(length);
});

test('NUL in an address names nothing, and is no failure of PostgreSQL', async () => {
  const location = await createDatabase();
  const { key } = await registerAccount(location, 'studio');
  const { url } = await servers.start({ DATABASE_URL: location });
  const headers = { Authorization: `Bearer ${key}` };
  const places = [
    ['DELETE', '/v1/webhooks/%00'],
    ['GET', '/v1/webhooks/a%00b/failures'],
    ['POST', '/v1/webhooks/x/failures/%00/resend'],
    ['DELETE', '/v1/keys/%00'],
    ['GET', '/v1/crowd/%00'],
    ['GET', '/assets/%00'],
  ];
  for (const [method, path] of places) {
    const { status } = await fetch(url + path, { method, headers });
    expect(status, `${method} ${path}`).toBe(404);
  }
});

test.each(['HTTP/1.0', 'HTTP/1.1'])(
  'an answer of tools closes the connection on request (%s)',
  async (version) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const head = await converse(
      server,
      [
        `POST /mcp ${version}`,
        'Host: localhost',
        `Authorization: Bearer ${SAMPLE_KEY}`,
        'Content-Type: application/json',
        'Accept: application/json, text/event-stream',
        `Content-Length: ${body.length}`,
      ],
      body,
    );
    // That it came at all says that the connection ended.
    expect(head).toMatch(/^HTTP\/1\.1 200 /);
    expect(head).toMatch(/^connection: close$/im);
  },
);

test('an operator who lists crowds sees control characters of their names written out', async () => {
  const { location } = servers;
  const { key, id } = await registerAccount(location, 'studio', 'Ann');
  const created = await createCrowd(server.url, key, 'harmless');
  const { crowd_id } = (await created.json()) as { crowd_id: string };
  const storage = await openStorage({ location });
  // As a version might have saved it that did not look.
  const name = 'a\u001b]0;owned\u0007\r\ncr_forged00  \u009b2J';
  await storage.updateCrowd(crowd_id, (crowd) => ({ crowd: { ...crowd, name } }));
  expect(await storage.listCrowds(id, 9)).toMatchObject([{ name }]);
  await storage.close();
  const { code, output } = await run('crowd', 'list', '--account', 'Ann');
  expect(code).toBe(0);
  expect(output).toContain('owned');
  expect(output.split('\n').filter((line) => line.startsWith('cr_forged'))).toEqual([]);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  expect(output).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
});

test('the public key creates nothing, whatever the command line is asked for its account', async () => {
  const { code, output } = await run('key', 'create', '--account', 'Sample crowds', '--plan', 'studio');
  expect(code).not.toBe(0);
  expect(output).toContain('Sample crowds');
  expect((await createCrowd(server.url, SAMPLE_KEY, 'public')).status).toBe(403);
});

test('the service runs with 256 descriptors', async () => {
  const { url } = await servers.start({}, 'ulimit -n 256');
  const headers = { Authorization: `Bearer ${SAMPLE_KEY}` };
  expect((await fetch(`${url}/v1/crowd/cr_Teahouse`, { headers })).status).toBe(200);
  expect((await fetch(`${url}/ready`)).status).toBe(200);
});

test('a byte order mark before JSON is ignored, as RFC 8259 allows; one within, and UTF-16, are no JSON', async () => {
  const { key } = await registerAccount(servers.location, 'studio', 'Byte order');
  const { url } = server;
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...TOOL_ACCEPT };
  const post = (path: string, body: string | Uint8Array<ArrayBuffer>) =>
    fetch(url + path, { method: 'POST', headers, body });
  const mark = '\ufeff';
  const made = await post('/v1/keys', `${mark}{"label":"${mark}from a file"}`);
  expect(made.status).toBe(201);
  // Within a text it is a character like others.
  expect(await made.json()).toMatchObject({ label: `${mark}from a file` });
  const recipe = JSON.stringify(`${mark}{"size":3}`);
  expect((await post('/v1/projects', `${mark}{"recipe_json":${recipe}}`)).status).toBe(201);
  const tools = await post('/mcp', `${mark}{"jsonrpc":"2.0","id":1,"method":"tools/list"}`);
  expect(tools.status).toBe(200);
  expect(await tools.text()).toContain('svc_create_crowd');

  const utf16 = Buffer.from(`${mark}{}`, 'utf16le');
  for (const body of [`${mark}${mark}{}`, mark, `{${mark}}`, `{}${mark}`, new Uint8Array(utf16)]) {
    const refused = await post('/v1/keys', body);
    expect(refused.status, JSON.stringify(body)).toBe(400);
    expect(Object.keys((await refused.json()) as object)).toEqual(['error']);
  }
});
