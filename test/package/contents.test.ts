import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };

const ROOT = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

test('publint has nothing to say about the package', async () => {
  const { messages } = await publint({ pkgDir: ROOT, strict: true, pack: 'npm' });
  expect(messages.map((message) => formatMessage(message, packageJson))).toEqual([]);
});

test('the types of every entry resolve', async () => {
  const { stdout } = await run('npx', ['attw', '--pack', '--profile', 'esm-only', '--format', 'json', '.'], {
    cwd: ROOT,
    maxBuffer: 64 * 1024 * 1024,
  });
  const { analysis } = JSON.parse(stdout);
  expect(Object.keys(analysis.entrypoints).length).toBe(Object.keys(packageJson.exports).length);
  const problems = (analysis.problems as { kind: string; resolutionKind?: string }[]).filter(
    ({ resolutionKind }) => resolutionKind !== 'node10' && resolutionKind !== 'node16-cjs',
  );
  expect(problems).toEqual([]);
});

test('the package holds the build, the licence and what the README needs, and no source or test', async () => {
  const { stdout } = await run('npm', ['pack', '--dry-run', '--json'], { cwd: ROOT });
  const files = (JSON.parse(stdout)[0].files as { path: string }[]).map(({ path }) => path);
  expect(files).toEqual(
    expect.arrayContaining([
      'LICENSE',
      'README.md',
      'package.json',
      'dist/index.js',
      'dist/index.d.ts',
      'dist/cli.js',
      'dist/bake-worker.js',
      'dist/sdk/three-crowd.js',
      'dist/sdk/three-crowd.global.js',
    ]),
  );
  expect(files.filter((path) => /^(src|test|bench|shaders)\//.test(path))).toEqual([]);
});
