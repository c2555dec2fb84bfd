import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };

const ROOT = resolve(import.meta.dirname, '../../..');
const TYPESCRIPT = /(?:tsx|--import tsx)(?: --tsconfig tsconfig\.json)? (\S+\.ts)/g;

/** Programs that npm scripts start, and those that have no script. */
const PROGRAMS = new Set([
  ...Object.values(packageJson.scripts).flatMap((script) =>
    [...script.matchAll(TYPESCRIPT)].map(([, path]) => path),
  ),
  ...['bench/wire.ts', 'bench/walking.ts', 'bench/strides.ts'],
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

test('there are programs to check', () => expect(PROGRAMS.size).toBeGreaterThan(15));

describe.each([...PROGRAMS])('%s', (path) => {
  test('answers --help with its usage', async () => {
    const readme = readFileSync(resolve(ROOT, 'README.md'), 'utf8');
    const { status, stdout, stderr } = await run(path, '--help');
    expect(stdout).toMatch(/^Usage: np[mx] .+\n\n\S/);
    expect([status, stderr]).toEqual([0, '']);
    expect(readFileSync(resolve(ROOT, 'README.md'), 'utf8')).toBe(readme);
  });

  test.each(['--wrong', 'wrong-word'])('refuses %s in one line', async (word) => {
    // Some programs take any directory, crowd or file.
    if (word === 'wrong-word' && /write-gallery|wire|compare/.test(path)) return;
    const { status, stdout, stderr } = await run(path, word);
    expect(stderr).toMatch(/^error: .+\n$/);
    expect([status, stdout]).toEqual([1, '']);
  });
});
