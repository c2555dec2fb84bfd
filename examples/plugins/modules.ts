import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { build, transform } from 'esbuild';
import type { Plugin } from 'vite';
import type { Licences } from './licences.js';

const ROOT = resolve(import.meta.dirname, '../..');
const THREE = join(ROOT, 'node_modules/three');

/** Addons of three that a program in the playground can import, by folder or file; loaders take decoders of their own. */
const ADDONS = [
  ...[
    'controls',
    'environments',
    'geometries',
    'helpers',
    'lines',
    'math',
    'objects',
    'postprocessing',
    'renderers',
  ],
  ...['shaders', 'utils', 'loaders/GLTFLoader.js', 'loaders/HDRLoader.js', 'loaders/KTX2Loader.js'],
  ...[
    'loaders/DRACOLoader.js',
    'libs/lil-gui.module.min.js',
    'libs/stats.module.js',
    'libs/meshopt_decoder.module.js',
  ],
];

const require = createRequire(import.meta.url);

/**
 * Modules of import maps, for programs without a bundler: three with its addons, the package as published, and React. Each
 * file is minified alone, so that all share one three.
 *
 * @param licences names, at the start of each file, whose code is in it
 */
async function* listModules(licences: Licences): AsyncGenerator<readonly [path: string, code: string]> {
  if (!existsSync(join(ROOT, 'dist/index.js'))) {
    throw new Error('There is no package to give to the pages: run npm run build:package first.');
  }
  for (const name of ['core', 'module', 'tsl', 'webgpu']) {
    yield [`three/three.${name}.js`, await minify(join(THREE, `build/three.${name}.js`), licences)];
  }
  for (const path of ADDONS.flatMap(filesOf)) {
    yield [`three/addons/${path}`, await minify(join(THREE, 'examples/jsm', path), licences)];
  }
  for (const path of readdirSync(join(ROOT, 'dist')).filter(isOfPages)) {
    yield [`three-crowd/${path}`, await minify(join(ROOT, 'dist', path), licences)];
  }
  for (const name of REACT)
    yield [`react/${name.replaceAll('/', '-')}.js`, await bundleReact(name, licences)];
}

/** Vite: writes the modules, and serves them while the pages are developed. */
export function giveModules(licences: Licences): Plugin {
  return {
    name: 'modules',
    async generateBundle() {
      for await (const [path, source] of listModules(licences)) {
        this.emitFile({ type: 'asset', fileName: `modules/${path}`, source });
      }
    },
    configureServer({ middlewares }) {
      let files: Promise<ReadonlyMap<string, string>> | undefined;
      middlewares.use(async (request, response, next) => {
        const [, path] = /\/modules\/([^?]+)/.exec(request.url ?? '') ?? [];
        if (!path) return next();
        files ??= collect(listModules(licences));
        response.setHeader('Content-Type', 'text/javascript').setHeader('Access-Control-Allow-Origin', '*');
        response.end((await files).get(path));
      });
    },
  };
}

async function collect(
  entries: AsyncIterable<readonly [path: string, code: string]>,
): Promise<ReadonlyMap<string, string>> {
  const map = new Map<string, string>();
  for await (const [path, code] of entries) map.set(path, code);
  return map;
}

function filesOf(path: string): string[] {
  if (path.endsWith('.js')) return [path];
  const names = readdirSync(join(THREE, 'examples/jsm', path), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.js')).map((name) => `${path}/${name}`);
}

/** Not the command line, which is for Node. */
const isOfPages = (path: string): boolean => path.endsWith('.js') && path !== 'cli.js';

/** Files of the package name whose code is in them by themselves, in a line of its own. */
async function minify(path: string, licences: Licences): Promise<string> {
  const text = readFileSync(path, 'utf8');
  const [own = ''] = /^\/\*! Contains .* \*\/\n/.exec(text) ?? [];
  const { code } = await transform(text.slice(own.length), { minify: true, format: 'esm', target: 'es2022' });
  return own + licences.comment([path]) + code;
}

const REACT = ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client', '@react-three/fiber'] as const;

/** React is CommonJS, whose names a module has to list; what each of these files shares with the others stays outside. */
async function bundleReact(name: (typeof REACT)[number], licences: Licences): Promise<string> {
  const isModule = name === '@react-three/fiber';
  const names = isModule ? [] : Object.keys(require(name)).filter((key) => key !== 'default');
  const contents = isModule
    ? `export * from '${name}'`
    : `import whole from '${name}'; export default whole; export const { ${names.join(', ')} } = whole;`;
  const { outputFiles, metafile } = await build({
    metafile: true,
    stdin: { contents, resolveDir: ROOT },
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      {
        name: 'shared',
        setup: ({ onResolve, onLoad }) => {
          onResolve({ filter: /^(three|react|react-dom)($|\/)/ }, ({ path, kind }) => {
            if (path === name || !isShared(path)) return;
            // CommonJS asks for its neighbours by `require`, which a module has to be asked for by `import`.
            return kind === 'require-call' ? { path, namespace: 'required' } : { path, external: true };
          });
          onLoad({ filter: /.*/, namespace: 'required' }, ({ path }) => ({
            contents: `import whole from '${path}'; module.exports = whole;`,
            resolveDir: ROOT,
          }));
        },
      },
    ],
  });
  return licences.comment(Object.keys(metafile.inputs).map((path) => resolve(path))) + outputFiles[0].text;
}

const isShared = (path: string): boolean => path.startsWith('three') || REACT.some((name) => name === path);
