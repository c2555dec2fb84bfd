import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type BuildOptions, build, type OutputOptions, type Plugin } from 'rolldown';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import { commandLine } from '../bench/command-line.js';
import { LICENCES_FILE, Licences } from '../examples/plugins/licences.js';
import { llmsText, skillText } from '../examples/site/llms.js';

const ROOT = resolve(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');
const SERVER = join(ROOT, 'src/server');
const SERVER_DIST = join(SERVER, 'dist');

/** Scripts of web workers, by name. */
const WORKERS = {
  'bake-worker': 'src/assets/bake/bake-worker.ts',
  'simplify-worker': 'src/assets/simplify/simplify-worker.ts',
  'simulation-worker': 'src/simulate/worker/simulation-worker.ts',
};

/**
 * Shader text without comments and blank lines. Newlines stay: they end GLSL directives. One space of indentation stays: a
 * brace at the beginning of a line ends a function (see `shader-functions.ts`). No shader has block comments.
 */
const shaders: Plugin = {
  name: 'shaders',
  load: {
    filter: { id: /\.(wgsl|glsl)\?raw$/ },
    handler: (id) => ({
      code: readFileSync(id.replace('?raw', ''), 'utf8')
        .replace(/\/\/.*$/gm, '')
        .replace(/[ \t]+$/gm, '')
        .replace(/^[ \t]+/gm, ' ')
        .replace(/\n{2,}/g, '\n'),
      moduleType: 'text',
    }),
  },
};

/** Adds indirect imports to entry files, so that browsers request all files at once and not level by level. */
const indirectImports: Plugin = {
  name: 'indirect-imports',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk' || !(chunk.isEntry || chunk.isDynamicEntry)) continue;
      // The loop also visits the names that it adds.
      const names = new Set(chunk.imports);
      for (const name of names) {
        const imported = bundle[name];
        if (imported?.type === 'chunk') for (const indirect of imported.imports) names.add(indirect);
      }
      const added = [...names].filter((name) => !chunk.imports.includes(name)).reverse();
      const statements = added.map((name) => `import"./${name}";`).join('');
      chunk.code = chunk.code.replace(/^(\/\*!.*\n)?/, (comment) => comment + statements);
    }
  },
};

/** Adds the code of builds, which others load on demand, to the first file: most crowds of a service need it, and it would be one more request. */
const buildsAtOnce: Plugin = {
  name: 'builds-at-once',
  transform: {
    filter: { id: /load-crowd-assets\.ts$/ },
    handler(code) {
      const onDemand = "await import('./bake/create-builds.js')";
      if (!code.includes(onDemand)) this.error(`load-crowd-assets.ts has no "${onDemand}" to replace.`);
      return `import * as atOnce from './bake/create-builds.js';\n${code.replace(onDemand, 'atOnce')}`;
    },
  },
};

/** Writes scripts into a directory, with the licences of the packages whose code they contain. */
async function buildScripts(dir: string, ...builds: BuildOptions[]): Promise<void> {
  const licences = new Licences();
  const common: OutputOptions = {
    dir,
    comments: false,
    // Names of merged chunks begin with the group's name, then list the entries that import them.
    chunkFileNames: ({ name }) => `${name.replace(/~.*/, '')}-[hash].js`,
    postBanner: licences.postBanner,
  };
  for (const { output, ...options } of builds) {
    await build({
      cwd: ROOT,
      logLevel: 'warn',
      plugins: [shaders],
      ...options,
      output: { ...common, ...output },
    });
  }
  writeFileSync(join(dir, LICENCES_FILE), licences.text());
}

/** Bundles declarations, so that a package has no types of internal modules. */
async function buildTypes(dir: string, entries: Readonly<Record<string, string>>): Promise<void> {
  const input = Object.fromEntries(
    Object.entries(entries).map(([name, path]) => [
      name,
      path.replace(/^src/, '.declarations').replace(/ts$/, 'd.ts'),
    ]),
  );
  const bundle = await rollup({ input, plugins: [dts()], external: /^[^./]/, logLevel: 'silent' });
  await bundle.write({ dir, entryFileNames: '[name].d.ts', chunkFileNames: '[name]-[hash].d.ts' });
  await bundle.close();
}

/** The entry points that a manifest exports, and a test for imports that are installed beside the package. */
function readManifest(
  directory: string,
  main: string,
): { entries: Record<string, string>; external: RegExp } {
  const manifest = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
  const names = Object.keys(manifest.exports).filter((path) => path !== './package.json');
  const entries = names.map((path) => {
    const folder = path === '.' ? main : `src${path.slice(1)}`;
    const file = existsSync(join(ROOT, folder, 'public.ts')) ? 'public.ts' : 'index.ts';
    return [path.slice(2) || 'index', `${folder}/${file}`];
  });
  const packages = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
  return { entries: Object.fromEntries(entries), external: new RegExp(`^(${packages.join('|')})(/|$)`) };
}

commandLine('npm run build:package', 'Builds both packages. Their types are in .declarations.').parse();
for (const directory of [DIST, SERVER_DIST]) {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
}

const { entries, external } = readManifest(ROOT, 'src');
await buildScripts(DIST, {
  input: { ...entries, ...WORKERS, cli: 'src/cli/main.ts' },
  external,
  platform: 'node',
  // Names stay, for stack traces in programs that use the package.
  output: {
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    // One file, and so one request, for the modules of a folder that are needed together.
    codeSplitting: {
      groups: [
        { name: 'math', test: /[\\/]src[\\/](math|worker|errors)/ },
        { name: 'rig', test: /[\\/]src[\\/]rig[\\/](?!builds)/ },
        { name: 'protocol', test: /[\\/]src[\\/]protocol/ },
        // But for textures: they import three, which the command line starts without.
        { name: 'fetch', test: /[\\/]src[\\/]assets[\\/]fetch[\\/](?!fetch-texture)/ },
      ],
    },
  },
});
await buildTypes(DIST, entries);
cpSync(join(ROOT, 'src/cli/templates'), join(DIST, 'templates'), { recursive: true });
writeFileSync(join(DIST, 'llms.txt'), llmsText('../examples/guides/'));
writeFileSync(join(DIST, 'SKILL.md'), skillText());

const browser = { platform: 'browser' } as const;
await buildScripts(
  join(DIST, 'sdk'),
  {
    ...browser,
    input: {
      'three-crowd': 'src/element/script.ts',
      'crowd-view': 'src/element/crowd-view-script.ts',
      three: 'node_modules/three/build/three.module.js',
    },
    plugins: [shaders, indirectImports, buildsAtOnce],
    output: {
      minify: true,
      codeSplitting: {
        groups: [
          { name: 'three', test: /node_modules[\\/]three[\\/]build/, priority: 1, entriesAware: true },
          // What `script.ts` and the element import: one request.
          { name: 'core', test: /[\\/]src[\\/](?!element[\\/]crowd-view-script)/, tags: ['$initial'] },
          // Small shared chunks are merged: each is a request, and browsers send six at a time. Up to 40 kB, a page that walks
          // got code of the generator, too: 602 kB in place of 592 (`bench/wire.ts`).
          {
            ...{ name: 'chunk', test: /[\\/]src[\\/]/, minShareCount: 2 },
            ...{ entriesAware: true, entriesAwareMergeThreshold: 13_000 },
          },
        ],
      },
    },
  },
  // A worker in one file starts after one request.
  ...Object.entries(WORKERS).map(([name, path]) => ({
    ...browser,
    input: { [name]: path },
    output: { minify: true, codeSplitting: false },
  })),
  {
    ...browser,
    input: { 'three-crowd.global': 'src/element/classic-script.ts' },
    transform: { define: { 'import.meta.url': '""' } },
    output: { minify: true, codeSplitting: false, format: 'iife', name: 'ThreeCrowd' },
  },
);

const server = readManifest(SERVER, 'src/server');
await buildScripts(SERVER_DIST, {
  input: {
    ...server.entries,
    cli: 'src/cli/server-main.ts',
    'generate-worker': 'src/server/crowds/generation/generate-worker.ts',
  },
  external: server.external,
  platform: 'node',
});
await buildTypes(SERVER_DIST, server.entries);
for (const page of ['dashboard', 'crowd-app']) {
  const dir = join(SERVER_DIST, page);
  await buildScripts(dir, {
    ...browser,
    input: { main: `src/${page}/main.ts` },
    output: { minify: true, codeSplitting: false },
  });
  copyFileSync(join(ROOT, 'src', page, 'index.html'), join(dir, 'index.html'));
}
copyFileSync(join(ROOT, 'src/dashboard/dashboard.css'), join(SERVER_DIST, 'dashboard/dashboard.css'));
cpSync(join(DIST, 'sdk'), join(SERVER_DIST, 'sdk'), { recursive: true });
