import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { describe, expect, test } from 'vitest';
import { PACKAGES, type PackageName, packOnce } from '../support/package/pack.js';

const names = Object.keys(PACKAGES) as PackageName[];

describe.each(names)('%s', (name) => {
  const directory = PACKAGES[name];
  const manifest = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));

  test('publint has nothing to say', async () => {
    const { buffer } = await readFile((await packOnce(name)).path);
    const { messages } = await publint({ strict: true, pack: { tarball: buffer } });
    expect(messages.map((message) => formatMessage(message, manifest))).toEqual([]);
  });

  test('the types of every entry resolve', { tags: ['nightly'] }, async () => {
    const { stdout } = await promisify(execFile)(
      'npx',
      ['attw', (await packOnce(name)).path, '--profile', 'esm-only', '--format', 'json'],
      { cwd: directory, maxBuffer: 64 * 1024 * 1024 },
    );
    const { analysis } = JSON.parse(stdout);
    expect(Object.keys(analysis.entrypoints).length).toBe(Object.keys(manifest.exports).length);
    const problems = (analysis.problems as { kind: string; resolutionKind?: string }[]).filter(
      ({ resolutionKind }) => resolutionKind !== 'node10' && resolutionKind !== 'node16-cjs',
    );
    expect(problems).toEqual([]);
  });

  test('npm pack builds it, and it has a version and a licence', () => {
    expect(manifest.scripts.prepack).toContain('npm run build');
    expect(manifest.version).toBe(versionOf('three-crowd'));
    expect(readFileSync(join(directory, 'LICENSE'), 'utf8')).toBe(
      readFileSync(join(PACKAGES['three-crowd'], 'LICENSE'), 'utf8'),
    );
  });
});

test('no module of three-crowd but the command line imports one of Node', async () => {
  const { files } = await packOnce('three-crowd');
  const scripts = files.map(({ path }) => path).filter((path) => /^dist\/[^/]+\.js$/.test(path));
  expect(scripts).toContain('dist/index.js');
  const ofNode = scripts.filter((path) =>
    /(from|import)\s*"node:/.test(readFileSync(join(PACKAGES['three-crowd'], path), 'utf8')),
  );
  expect(ofNode).toEqual(['dist/cli.js']);
});

test('three-crowd holds the build, the guides and the script files, and nothing of the service or the examples', async () => {
  const { files } = await packOnce('three-crowd');
  const paths = files.map(({ path }) => path);
  expect(paths).toEqual(
    expect.arrayContaining([
      'LICENSE',
      'README.md',
      'package.json',
      'dist/index.js',
      'dist/index.d.ts',
      'dist/cli.js',
      'dist/llms.txt',
      'dist/SKILL.md',
      'dist/templates/street/main.ts',
      'dist/bake-worker.js',
      'dist/simplify-worker.js',
      'dist/sdk/crowd-view.js',
      'dist/sdk/three-crowd.js',
      'dist/sdk/three-crowd.global.js',
      'dist/THIRD-PARTY-LICENSES.txt',
      'dist/sdk/THIRD-PARTY-LICENSES.txt',
      'examples/guides/getting-started.md',
    ]),
  );
  const strays = paths.filter(
    (path) =>
      !/^(dist\/(sdk\/)?[^/]+|dist\/templates\/\w+\/[^/]+|examples\/guides\/[^/]+\.md|[^/]+)$/.test(path),
  );
  expect(strays).toEqual([]);
});

test('three-crowd-server holds the service, the examples and the script files, and no benchmark', async () => {
  const { files } = await packOnce('three-crowd-server');
  const paths = files.map(({ path }) => path);
  expect(paths).toEqual(
    expect.arrayContaining([
      'LICENSE',
      'README.md',
      'package.json',
      'dist/cli.js',
      'dist/index.js',
      'dist/index.d.ts',
      'dist/kit.js',
      'dist/sdk/crowd-view.js',
      'dist/sdk/three-crowd.js',
      'dist/dashboard/index.html',
      'dist/dashboard/main.js',
      'dist/crowd-app/index.html',
      'dist/crowd-app/main.js',
      'grafana.json',
      'dist/examples/index.html',
      'dist/examples/THIRD-PARTY-LICENSES.txt',
    ]),
  );
  expect(paths.filter((path) => path.startsWith('dist/examples/bench') || path.endsWith('.ts.map'))).toEqual(
    [],
  );
  expect(paths.filter((path) => /(?<!\.d)\.ts$/.test(path))).toEqual([]);
});

function versionOf(name: PackageName): string {
  return JSON.parse(readFileSync(join(PACKAGES[name], 'package.json'), 'utf8')).version;
}
