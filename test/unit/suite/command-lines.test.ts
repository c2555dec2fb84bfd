import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { testInTurn } from '../../support/in-turn.js';

const ROOT = resolve(import.meta.dirname, '../../..');
const TYPESCRIPT = /(?:tsx|--import tsx)(?: --tsconfig tsconfig\.json)? (\S+\.ts)/g;

/** Programs that npm scripts start, and those that have no script. */
const PROGRAMS = new Set([
  ...Object.values(packageJson.scripts).flatMap((script) =>
    [...script.matchAll(TYPESCRIPT)].map(([, path]) => path),
  ),
  ...['bench/wire.ts', 'bench/walking.ts', 'bench/strides.ts', 'bench/hitches.ts', 'bench/far.ts'],
]);

async function run(path: string, word: string): Promise<{ status: number; stdout: string; stderr: string }> {
  const args = ['--import', 'tsx', path, word];
  const env = { ...process.env, TSX_TSCONFIG_PATH: 'tsconfig.json' };
  try {
    return { status: 0, ...(await promisify(execFile)(process.execPath, args, { cwd: ROOT, env })) };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { status: code, stdout, stderr };
  }
}

/** Programs of every run: the suite itself, one that measures, and one that writes a file. The others are run each night. */
const DAILY = ['.ci/test.ts', 'bench/run.ts', 'bench/report.ts'].map((path) => [...PROGRAMS].indexOf(path));
/** Programs that take any word: a directory, a crowd, files. */
const TAKES_WORDS = /write-gallery|wire|compare/;

test('there are programs to check', () => {
  expect(PROGRAMS.size).toBeGreaterThan(15);
  expect(DAILY).not.toContain(-1);
});

testInTurn([...PROGRAMS], DAILY)(
  '%s answers --help with its usage, a wrong word with one line',
  async (path) => {
    const readme = readFileSync(resolve(ROOT, 'README.md'), 'utf8');
    const help = await run(path, '--help');
    expect(help.stdout).toMatch(/^Usage: np[mx] .+\n\n\S/);
    expect([help.status, help.stderr]).toEqual([0, '']);
    expect(readFileSync(resolve(ROOT, 'README.md'), 'utf8')).toBe(readme);
    for (const word of TAKES_WORDS.test(path) ? ['--wrong'] : ['--wrong', 'wrong-word']) {
      const { status, stdout, stderr } = await run(path, word);
      expect(stderr).toMatch(/^error: .+\n$/);
      expect([status, stdout]).toEqual([1, '']);
    }
  },
);

test('an error that a program throws is one line', async () => {
  const { status, stderr } = await run('bench/run.ts', '--view=moon');
  expect(stderr).toBe('error: view has no "moon"; it has overview, street, close.\n');
  expect(status).toBe(1);
});
