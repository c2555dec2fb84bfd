import { readdirSync, readFileSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const SRC = resolve(import.meta.dirname, '../../src');

const PURE = ['math', 'errors', 'protocol'];
const RENDERER = [...PURE, 'rig', 'three', 'three-stdlib', 'render/shared', 'shaders'];

/** Folder → folders and packages it may import. A folder may always import itself. */
const ALLOWED: Record<string, readonly string[]> = {
  math: [],
  errors: [],
  protocol: ['math', 'errors', 'zod'],
  generate: [...PURE, 'simplex-noise'],
  rig: PURE,
  simulate: [...PURE, 'generate', 'shaders'],
  client: ['errors', 'protocol', 'ky'],
  assets: [...PURE, 'rig', 'three', 'three-stdlib'],
  'render/shared': [...PURE, 'rig', 'three'],
  'render/webgpu': RENDERER,
  'render/webgl': RENDERER,
  'render/clones': RENDERER,
  render: [...RENDERER, 'render/webgpu', 'render/webgl', 'render/clones', 'assets', 'simulate'],
  facade: [...PURE, 'client', 'assets', 'render', 'generate', 'simulate', 'three'],
  element: ['facade', 'three'],
  react: ['facade', 'three', 'react', '@react-three/fiber'],
  kit: [...PURE, 'rig', '@gltf-transform/core', '@gltf-transform/extensions', 'meshoptimizer', 'node:'],
  server: [
    ...PURE,
    'generate',
    'rig',
    'kit',
    'hono',
    '@hono/node-server',
    '@modelcontextprotocol/server',
    'kysely',
    'libsql',
    'pg',
    'zod',
    'node:',
  ],
  cli: ['server', 'kit', 'rig', 'protocol', 'errors', 'pino', 'node:'],
};

/** Shader text is part of a backend, and `three/webgpu` is a part of three that a WebGL page must not download. */
const NEVER: readonly { folder: string; specifier: RegExp; reason: string }[] = [
  {
    folder: 'render/webgl',
    specifier: /^three\/(webgpu|tsl)$/,
    reason: 'a WebGL page must not download WebGPU',
  },
  { folder: 'render/shared', specifier: /^three\/(webgpu|tsl)$/, reason: 'shared by the WebGL half' },
  { folder: 'assets', specifier: /^three\/(webgpu|tsl)$/, reason: 'shared by the WebGL half' },
];

function folderOf(file: string): string {
  const path = relative(SRC, file).split(sep).join('/');
  if (path.startsWith('../shaders/')) return 'shaders';
  if (!path.includes('/')) return 'facade';
  const folders = Object.keys(ALLOWED).sort((a, b) => b.length - a.length);
  return folders.find((folder) => path.startsWith(`${folder}/`)) ?? `unlisted folder ${path}`;
}

function packageOf(specifier: string): string {
  if (specifier.startsWith('node:')) return 'node:';
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
  .map((name) => resolve(SRC, name));

test('there are source files to check', () => expect(files.length).toBeGreaterThan(30));

test.each(files.map((file) => [relative(SRC, file), file]))('%s respects the layers', (_name, file) => {
  const from = folderOf(file);
  const allowed = ALLOWED[from] ?? [];
  for (const { fileName } of ts.preProcessFile(readFileSync(file, 'utf8')).importedFiles) {
    const to = fileName.startsWith('.') ? folderOf(resolve(file, '..', fileName)) : packageOf(fileName);
    if (to !== from) expect(allowed, `${from} → ${to} (${fileName})`).toContain(to);
    for (const rule of NEVER) {
      if (rule.folder === from) expect(fileName, rule.reason).not.toMatch(rule.specifier);
    }
  }
});
