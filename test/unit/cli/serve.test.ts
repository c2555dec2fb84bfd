import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SAMPLE_CROWDS, SAMPLE_KEY } from 'three-crowd-server';
import { KIT_VERSION } from 'three-crowd-server/kit';
import { expect, test } from 'vitest';
import { run } from '../../../src/cli/program/run.js';
import { THREE_CROWD_SERVER } from '../../../src/cli/three-crowd-server.js';
import { createTerminal, runProgram, type TestTerminal } from '../../support/cli/test-terminal.js';
import { createFakeKit } from '../../support/contract/fake-kit.js';
import { createDirectory } from '../../support/temporary-directory.js';

const data = await createDirectory();
const kit = join(data, `kit-${KIT_VERSION}`);
await write(kit, createFakeKit());

async function write(root: string, files: Iterable<readonly [string, string | Uint8Array]>): Promise<void> {
  for (const [name, content] of files) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), content);
  }
}

/** Waits for the line that says where the server is. */
async function urlOf(terminal: TestTerminal): Promise<string> {
  const line = await terminal.whenPrinted(/^three-crowd ready at http:\/\//);
  return line.slice('three-crowd ready at '.length);
}

test('serves the sample crowds, says how to reach them, and stops when told', async () => {
  const terminal = createTerminal();
  const done = run(THREE_CROWD_SERVER, ['serve', '--port', '0', '--data', data], terminal);
  const url = await urlOf(terminal);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const text = terminal.printed.join('\n');
  for (const { id, name } of SAMPLE_CROWDS) expect(text).toMatch(new RegExp(`${id} +\\d+ +${name}`));
  expect(text).toContain(SAMPLE_KEY);
  expect(text).toMatch(/Ctrl\+C/);
  const headers = { Authorization: `Bearer ${SAMPLE_KEY}`, Connection: 'close' };
  const crowd = await (await fetch(`${url}/v1/crowd/cr_Teahouse`, { headers })).json();
  expect(crowd.assets.skeleton_glb.startsWith(`${url}/assets/`)).toBe(true);
  terminal.stop();
  expect(await done).toBe(0);
  await expect(fetch(url)).rejects.toThrow('fetch failed');
  expect(terminal.errors).toEqual([]);
});

test('serves the pages and scripts beside the program, under the base address of the environment', async () => {
  const home = join(data, 'program');
  await write(home, [
    ['examples/index.html', '<h1>Examples</h1>'],
    ['sdk/crowd.js', 'export {};'],
  ]);
  const terminal = createTerminal({
    home: pathToFileURL(`${home}/`),
    environment: { PORT: '0', THREE_CROWD_BASE_URL: 'https://crowds.test/base/' },
  });
  const done = run(THREE_CROWD_SERVER, ['serve', '--data', data], terminal);
  const url = await urlOf(terminal);
  const headers = { Authorization: `Bearer ${SAMPLE_KEY}`, Connection: 'close' };
  expect(await (await fetch(url, { headers })).text()).toBe('<h1>Examples</h1>');
  expect(await (await fetch(`${url}/sdk/crowd.js`, { headers })).text()).toBe('export {};');
  const crowd = await (await fetch(`${url}/v1/crowd/cr_Teahouse`, { headers })).json();
  expect(crowd.assets.lod_glb).toMatch(/^https:\/\/crowds\.test\/base\/assets\//);
  terminal.stop();
  expect(await done).toBe(0);
});

test('a port in use is a failure that names it and the way out', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const { port } = taken.address() as { port: number };
  const { status, errors } = await runProgram(THREE_CROWD_SERVER, [
    'serve',
    '--port',
    String(port),
    '--data',
    data,
  ]);
  expect([status, errors]).toEqual([1, [expect.stringMatching(`Port ${port} is in use.*--port`)]]);
  taken.close();
});

test('a host that is no interface of the machine is a failure of one line', async () => {
  const args = ['serve', '--port', '0', '--data', data, '--host', '203.0.113.1'];
  const { status, errors } = await runProgram(THREE_CROWD_SERVER, args);
  expect([status, errors]).toEqual([1, [expect.stringMatching(/203\.0\.113\.1 is no interface/)]]);
});

test('a kit that was changed is a failure that says so', async () => {
  const broken = join(data, 'broken');
  await write(join(broken, `kit-${KIT_VERSION}`), createFakeKit().set('lod.glb', new Uint8Array(3)));
  const { status, errors } = await runProgram(THREE_CROWD_SERVER, ['serve', '--port', '0', '--data', broken]);
  expect([status, errors]).toEqual([1, [expect.stringMatching(/lod\.glb is not the file/)]]);
});
