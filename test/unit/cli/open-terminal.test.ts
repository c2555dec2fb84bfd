import { PassThrough, Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { openTerminal } from '../../../src/cli/program/open-terminal.js';
import { showProgress } from '../../../src/cli/program/show-progress.js';

const ESCAPE = '\u001b';
const HOME = new URL('file:///nowhere/');

/** A stream that says it is a terminal, and what was written to it. */
function screen() {
  const stream = Object.assign(new PassThrough(), {
    isTTY: true as const,
    columns: 80,
    hasColors: (_count: unknown, env: Record<string, string | undefined>) => env['NO_COLOR'] === undefined,
    clearLine: () => stream.write(`${ESCAPE}[2K`),
    cursorTo: () => stream.write(`${ESCAPE}[G`),
    moveCursor: () => stream.write(`${ESCAPE}[A`),
  });
  return stream;
}

function open(stdout: PassThrough, stderr: PassThrough, env: Record<string, string> = {}) {
  const stdin = Readable.from([new Uint8Array([1]), new Uint8Array([2, 3])]) as never;
  return openTerminal(HOME, { stdout, stderr, stdin, env, once: () => {}, on: () => {} });
}

const written = (stream: PassThrough): string => String(stream.read() ?? '');

test('a terminal gets colours and a line that changes; a pipe gets plain lines', async () => {
  const [stdout, stderr] = [new PassThrough(), screen()];
  const terminal = open(stdout, stderr);
  terminal.print(terminal.printColors.red('result'));
  terminal.printError(terminal.errorColors.red('complaint'));
  await showProgress('Working', terminal, (report) => report(0.5));
  expect(written(stdout)).toBe('result\n');
  const told = written(stderr);
  expect(told).toContain(`${ESCAPE}[31mcomplaint`);
  expect(told).toContain('Working: 50 %');
  expect(told).toMatch(/Working: done after \d\.\d s\n/);
  expect(terminal.isScreen).toBe(false);
});

test.each([{ NO_COLOR: '1' }])('%j switches colours off', (env) => {
  const terminal = open(screen(), screen(), env);
  expect(terminal.printColors.red('x')).toBe('x');
  expect(terminal.isScreen).toBe(true);
});

test.each([{ CI: 'true' }, { TERM: 'dumb' }])('with %j, progress comes in lines', async (env) => {
  const stderr = screen();
  await showProgress('Working', open(screen(), stderr, env), (report) => report(1));
  expect(written(stderr)).toMatch(/^Working …\nWorking: 100 %\nWorking: done after \d\.\d s\n$/);
});

test('standard input is read to its end', async () => {
  expect([...(await open(new PassThrough(), new PassThrough()).readInput())]).toEqual([1, 2, 3]);
});

test('work that fails ends its line', async () => {
  const stderr = screen();
  const work = showProgress('Working', open(screen(), stderr), () => Promise.reject(new Error('no')));
  await expect(work).rejects.toThrow('no');
  expect(written(stderr)).toMatch(/Working: failed after/);
});

test('a closed terminal stops a service; without a terminal the same signal has it read its settings again', async () => {
  const start = (stdout: PassThrough) => {
    const listeners = new Map<string, () => void>();
    const listen = (signal: string, listener: () => void) => listeners.set(signal, listener);
    const [stderr, stdin] = [new PassThrough(), Readable.from([]) as never];
    const terminal = openTerminal(HOME, { stdout, stderr, stdin, env: {}, once: listen, on: listen });
    let reloads = 0;
    terminal.onReload(() => {
      reloads += 1;
    });
    const stopped = terminal.stopped();
    listeners.get('SIGHUP')?.();
    return { stopped, listeners, reloads: () => reloads };
  };
  const onScreen = start(screen());
  expect(await onScreen.stopped).toBe('SIGINT');
  expect(onScreen.reloads()).toBe(0);
  const service = start(new PassThrough());
  expect(service.reloads()).toBe(1);
  service.listeners.get('SIGTERM')?.();
  expect(await service.stopped).toBe('SIGTERM');
});
