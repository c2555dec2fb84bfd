import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { KIT_VERSION } from '../../support/contract/fake-kit.js';
import { programOfRun } from '../../support/contract/program-of-run.js';
import { createData } from '../../support/contract/server-process.js';

const program = programOfRun();
let data: string;
beforeAll(async () => {
  data = await createData();
});
afterAll(async () => {
  await rm(data, { recursive: true });
});

interface Run {
  readonly process: ChildProcess;
  readonly output: { stdout: string; stderr: string };
}

function start(...args: string[]): Run {
  const process_ = spawn(process.execPath, [program, ...args], { env: { ...process.env, PORT: '0' } });
  const output = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    process_[stream].on('data', (chunk) => {
      output[stream] += chunk;
    });
  }
  return { process: process_, output };
}

test('help goes to standard output with exit code 0, complaints to standard error with 2', async () => {
  const help = start('--help');
  const wrong = start('dance');
  const codes = await Promise.all([help, wrong].map(async ({ process }) => (await once(process, 'exit'))[0]));
  expect(codes).toEqual([0, 2]);
  expect(help.output.stdout).toContain('Usage: three-crowd-server <command>');
  expect(help.output.stderr).toBe('');
  expect(wrong.output.stdout).toBe('');
  expect(wrong.output.stderr).toMatch(/^three-crowd-server: Unknown command 'dance'\./);
});

/** Where a server says it is, once it has said all; fails with its complaints if it ends before that. */
function urlOf({ process, output }: Run): Promise<string> {
  return new Promise((resolve, reject) => {
    process.on('exit', () => reject(new Error(output.stderr)));
    process.stdout?.on('data', () => {
      const url = /^three-crowd ready at (http:\/\/\S+)$/m.exec(output.stdout)?.[1];
      if (url && output.stdout.includes('Ctrl+C')) resolve(url);
    });
  });
}

test.each(['SIGINT', 'SIGTERM'] as const)('a server stops on %s with exit code 0', async (signal) => {
  const server = start('serve', '--data', data);
  const exited = once(server.process, 'exit');
  const url = await urlOf(server);
  expect((await fetch(`${url}/assets/${KIT_VERSION}/manifest.json`)).status).toBe(200);
  server.process.kill(signal);
  expect(await exited).toEqual([0, null]);
  expect(server.output.stderr).toBe('');
});

test('a command whose reader goes away ends quietly', async () => {
  const { process, output } = start('--help');
  process.stdout?.destroy();
  expect(await once(process, 'exit')).toEqual([0, null]);
  expect(output.stderr).toBe('');
});

test('a server whose log has no reader any more goes on', async () => {
  process.env['THREE_CROWD_LOG'] = 'info';
  onTestFinished(() => {
    delete process.env['THREE_CROWD_LOG'];
  });
  const server = start('serve', '--data', data);
  const exited = once(server.process, 'exit');
  const url = await urlOf(server);
  server.process.stdout?.destroy();
  server.process.stderr?.destroy();
  for (let i = 0; i < 5; i++) expect((await fetch(`${url}/health`)).status).toBe(200);
  server.process.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
});
