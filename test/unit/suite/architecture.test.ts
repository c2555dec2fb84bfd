import { readdirSync, readFileSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const SRC = resolve(import.meta.dirname, '../../../src');

const PURE = ['math', 'errors', 'protocol'];
/** What every room of `render` may import; arrows between the rooms only point to the rooms before them. */
const RENDER = [...PURE, 'rig', 'three'];
/** Rooms that the shapes of the kit are built from. */
const SHAPES = ['math', 'kit/math', 'kit/skeleton', 'kit/mesh'];
const BACKEND = [...RENDER, 'three-stdlib', 'shaders', 'render/characters', 'render/poses', 'render/drawing'];

const SIMULATION_ROOMS = ['simulate/population', 'simulate/world', 'simulate/step', 'simulate/goals'];
/** What most rooms of the service may import. Arrows between its rooms only point to the rooms before them. */
const SERVER = [...PURE, 'zod', 'node:', 'server/core', 'server/storage', 'server/accounts'];

/** Folder → folders and packages it may import. A folder may always import itself. */
const ALLOWED: Record<string, readonly string[]> = {
  math: [],
  errors: [],
  protocol: ['math', 'errors', 'zod'],
  worker: [],
  'generate/shapes': ['math', 'protocol'],
  'generate/traits': ['math', 'protocol'],
  'generate/recipe': [...PURE, 'generate/traits'],
  'generate/placement': ['math', 'protocol', 'generate/shapes', 'generate/traits', 'generate/recipe'],
  generate: [
    ...PURE,
    'simplex-noise',
    'generate/shapes',
    'generate/traits',
    'generate/recipe',
    'generate/placement',
  ],
  rig: PURE,
  'rig/manifest': [...PURE, 'rig'],
  'rig/retarget': [...PURE, 'rig', 'rig/manifest'],
  'rig/index': [...PURE, 'rig', 'rig/manifest', 'rig/retarget'],
  gltf: [...PURE, 'rig', 'meshoptimizer'],
  'simulate/population': [...PURE, 'generate'],
  'simulate/world': [...PURE, 'generate', 'simulate/population'],
  'simulate/step': [...PURE, 'simulate/population', 'simulate/world'],
  'simulate/goals': [...PURE, 'simulate/population', 'simulate/world', 'simulate/step'],
  'simulate/commands': [...PURE, ...SIMULATION_ROOMS],
  'simulate/simulation': [...PURE, 'generate', ...SIMULATION_ROOMS, 'simulate/commands'],
  'simulate/worker': [...PURE, 'worker', ...SIMULATION_ROOMS, 'simulate/commands', 'simulate/simulation'],
  simulate: [...SIMULATION_ROOMS, 'simulate/commands', 'simulate/simulation', 'simulate/worker'],
  motion: [...PURE, 'rig', 'render/characters', 'render/poses', 'simulate', 'simulate/worker', 'three'],
  client: ['errors', 'protocol', 'ky'],
  'assets/simplify': ['worker', 'meshoptimizer'],
  assets: [...PURE, 'worker', 'assets/simplify', 'rig', 'gltf', 'three', 'three-stdlib', 'meshoptimizer'],
  'render/characters': [...RENDER, 'assets'],
  'render/poses': [...RENDER, 'render/characters'],
  'render/drawing': [...RENDER, 'assets', 'shaders', 'render/characters', 'render/poses'],
  'render/webgpu': BACKEND,
  'render/webgl': BACKEND,
  'render/clones': BACKEND,
  render: [...BACKEND, 'render/webgpu', 'render/webgl', 'render/clones', 'motion', 'assets', 'simulate'],
  'from-gltf': [...PURE, 'assets', 'generate', 'motion', 'render', 'simulate'],
  facade: [...PURE, 'from-gltf', 'rig', 'client', 'assets', 'render', 'motion', 'generate', 'three'],
  stage: ['errors', 'facade', 'three'],
  // Its script asks for the WebGPU half beside its renderer, before the code that needs it is there.
  element: ['facade', 'motion', 'stage', 'render/webgpu', 'three'],
  react: ['facade', 'from-gltf', 'element', 'three', 'react', '@react-three/fiber'],
  picture: ['protocol'],
  // Runs within a host of the Model Context Protocol, whose types the package has.
  // Types of the element alone: the page loads the script of the service.
  'crowd-app': ['element', 'protocol', 'generate', 'picture', '@modelcontextprotocol/ext-apps'],
  // A page, which knows the service by its addresses alone.
  dashboard: [],
  'kit/math': ['math'],
  'kit/skeleton': ['math', 'rig', 'kit/math'],
  'kit/mesh': ['math', 'meshoptimizer', 'kit/math', 'kit/skeleton'],
  'kit/head': [...SHAPES],
  'kit/bodies': [...SHAPES, 'kit/head'],
  'kit/things': [...SHAPES, 'kit/bodies'],
  'kit/hair': [...SHAPES, 'kit/head', 'kit/things'],
  'kit/gltf': ['math', 'rig', '@gltf-transform/core', 'kit/mesh', 'kit/skeleton'],
  'kit/base-mesh': [...SHAPES, 'kit/head', 'kit/bodies', 'kit/gltf'],
  'kit/motion': ['math', 'protocol', 'rig', 'kit/math', 'kit/skeleton'],
  'kit/motion/clips': ['kit/math', 'kit/skeleton', 'kit/motion'],
  kit: [
    ...PURE,
    'rig',
    'gltf',
    ...SHAPES,
    'kit/head',
    'kit/hair',
    'kit/bodies',
    'kit/gltf',
    'kit/base-mesh',
    'kit/motion',
    'kit/motion/clips',
    'node:',
  ],
  'server/core': [...PURE, 'zod', 'lru-cache', 'node:'],
  'server/storage': [...PURE, 'server/core'],
  'server/storage/sql': [...PURE, 'server/core', 'server/storage', 'kysely', 'libsql', 'pg', 'node:'],
  'server/accounts': [...PURE, 'zod', 'node:', 'server/core', 'server/storage'],
  'server/content': [...PURE, 'hono', 'node:', 'server/core', 'server/storage'],
  'server/webhooks': SERVER,
  'server/crowds/generation': [...PURE, 'generate', 'tinypool', 'node:', 'server/core'],
  'server/crowds': [
    ...SERVER,
    'generate',
    'generate/placement',
    'generate/recipe',
    'kit',
    'picture',
    'server/content',
    'server/webhooks',
    'server/crowds/generation',
  ],
  'server/http': ['node:', '@hono/node-server', 'server/core', 'server/content'],
  'server/http/openapi': [...SERVER, 'server/webhooks', 'server/crowds'],
  'server/http/mcp': [
    ...SERVER,
    '@modelcontextprotocol/server',
    'server/content',
    'server/crowds',
    'server/http',
    'server/http/openapi',
  ],
  'server/http/rest': [
    ...SERVER,
    'hono',
    '@modelcontextprotocol/server',
    'server/content',
    'server/webhooks',
    'server/crowds',
    'server/http',
    'server/http/openapi',
    'server/http/mcp',
  ],
  server: [
    ...SERVER,
    'server/storage/sql',
    'server/content',
    'server/webhooks',
    'server/crowds/generation',
    'server/crowds',
    'server/http',
    'server/http/mcp',
    'server/http/rest',
  ],
  cli: ['cli/program', 'cli/commands', 'server', 'node:'],
  'cli/program': [
    ...PURE,
    'server',
    'kit',
    'commander',
    'picocolors',
    'yocto-spinner',
    'tinyglobby',
    'node:',
  ],
  'cli/workers': ['server', 'node:'],
  'cli/commands': [
    ...PURE,
    'client',
    'server',
    'kit',
    'rig',
    'gltf',
    'assets/simplify',
    'cli/program',
    'cli/workers',
    'commander',
    'picocolors',
    'pino',
    'tinyglobby',
    'node:',
  ],
  // Programs of users, who start from them.
  'cli/templates': ['three', 'three-crowd', 'three-crowd-server', 'vite', 'node:'],
};

/** Shader text is part of a backend, and `three/webgpu` is a part of three that a WebGL page must not download. */
const NEVER: readonly { folder: string; specifier: RegExp; reason: string }[] = [
  {
    folder: 'render/webgl',
    specifier: /^three\/(webgpu|tsl)$/,
    reason: 'a WebGL page must not download WebGPU',
  },
  { folder: 'render/characters', specifier: /^three\/(webgpu|tsl)$/, reason: 'shared by the WebGL half' },
  { folder: 'render/poses', specifier: /^three\/(webgpu|tsl)$/, reason: 'shared by the WebGL half' },
  { folder: 'render/drawing', specifier: /^three\/(webgpu|tsl)$/, reason: 'shared by the WebGL half' },
  { folder: 'assets', specifier: /^three\/(webgpu|tsl)$/, reason: 'shared by the WebGL half' },
];

function folderOf(file: string): string {
  const path = relative(SRC, file).split(sep).join('/');
  if (path.startsWith('../shaders/')) return 'shaders';
  if (!path.includes('/')) return 'facade';
  // Above the worker, which uses the other files at the top of `simulate`.
  if (/^simulate\/(index|public)\.[jt]s$/.test(path)) return 'simulate';
  if (/^simulate\/[^/]+$/.test(path)) return 'simulate/simulation';
  if (/^rig\/(index|public)\./.test(path)) return 'rig/index';
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

/** What a file imports against the table, one sentence an offence. */
function offences(file: string): string[] {
  const from = folderOf(file);
  const allowed = ALLOWED[from] ?? [];
  const found: string[] = [];
  for (const { fileName } of ts.preProcessFile(readFileSync(file, 'utf8')).importedFiles) {
    const to = fileName.startsWith('.') ? folderOf(resolve(file, '..', fileName)) : packageOf(fileName);
    const name = `${relative(SRC, file)} imports ${fileName}`;
    const door = to.replace(/\/index$/, '');
    if (to !== from && !allowed.includes(door)) found.push(`${name}: ${from} may not import ${to}`);
    for (const { folder, specifier, reason } of NEVER) {
      if (folder === from && specifier.test(fileName)) found.push(`${name}: ${reason}`);
    }
  }
  return found;
}

const folders = [...new Set(files.map(folderOf))].sort();

test.each(folders)('%s imports only what stands below it', (folder) => {
  const own = files.filter((file) => folderOf(file) === folder);
  expect(own.length).toBeGreaterThan(0);
  expect(own.flatMap(offences)).toEqual([]);
});

/** Groups of files that import each other, imports of types included. */
function circles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const reachable = (from: string): Set<string> => {
    const found = new Set<string>();
    const open = [from];
    for (let file = open.pop(); file !== undefined; file = open.pop()) {
      for (const next of imports.get(file) ?? []) {
        if (found.has(next)) continue;
        found.add(next);
        open.push(next);
      }
    }
    return found;
  };
  const reached = new Map([...imports.keys()].map((file) => [file, reachable(file)]));
  const groups = [...imports.keys()]
    .filter((file) => reached.get(file)?.has(file))
    .map((file) => [...(reached.get(file) ?? [])].filter((other) => reached.get(other)?.has(file)).sort());
  return [...new Map(groups.map((group) => [group.join(), group])).values()];
}

test('no files import each other in a circle but those of the table', () => {
  const known = new Set(files);
  const imports = files.map((file): [string, string[]] => [
    relative(SRC, file).split(sep).join('/'),
    ts
      .preProcessFile(readFileSync(file, 'utf8'))
      .importedFiles.flatMap(({ fileName }) =>
        ['ts', 'tsx'].map((end) => resolve(file, '..', fileName.replace(/js$/, end))),
      )
      .filter((path) => known.has(path))
      .map((path) => relative(SRC, path).split(sep).join('/')),
  ]);
  expect(circles(new Map(imports)).sort()).toEqual([]);
});
