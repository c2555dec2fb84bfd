import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { importMap } from '../page/write-page.js';

const ROOT = resolve(import.meta.dirname, '../..');
const MODULES = join(ROOT, 'node_modules');

/** Packages whose declarations the playground's compiler reads. */
const TYPED = [
  '@types/three',
  '@types/react',
  '@types/react-dom',
  '@react-three/fiber',
  'csstype',
  '@types/webxr',
];

/** Vite: gives the playground the page that programs run in, and the declarations that its compiler reads. */
export function givePlayground(): Plugin {
  return {
    name: 'playground',
    config: () => ({ define: { __VERSIONS__: JSON.stringify(listVersions()) } }),
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'playground/run.html', source: writeRunPage() });
      this.emitFile({
        type: 'asset',
        fileName: 'playground/types.json',
        source: JSON.stringify(listTypes()),
      });
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        if (request.url?.includes('/playground/run.html')) {
          response.setHeader('Content-Type', 'text/html').end(writeRunPage());
        } else if (request.url?.endsWith('/playground/types.json')) {
          response.setHeader('Content-Type', 'application/json').end(JSON.stringify(listTypes()));
        } else next();
      });
    },
  };
}

/** The page of the sandboxed frame: the import map of a downloaded page, and the script that talks to the playground. */
function writeRunPage(): string {
  const script = readFileSync(join(import.meta.dirname, '../playground/run.js'), 'utf8');
  return `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <title>A program of the playground</title>
  <style>body { margin: 0 }</style>
  <script type="importmap">${JSON.stringify(importMap('../modules/'))}</script>
  <script type="module">
${script}  </script>
</html>
`;
}

/** Declarations by path, as in a project that has installed the packages. */
function listTypes(): Record<string, string> {
  const files: Record<string, string> = {};
  const library = join(MODULES, 'typescript/lib');
  for (const name of readdirSync(library).filter((file) =>
    /^lib\.(es|dom|decorators)[\w.]*\.d\.ts$/.test(file),
  )) {
    // Most of it is documentation of the browser: half of the download.
    files[`/lib/${name}`] = readFileSync(join(library, name), 'utf8').replaceAll(
      /^\s*\/\*\*[\s\S]*?\*\/\n/gm,
      '',
    );
  }
  for (const name of TYPED) addFolder(files, join(MODULES, name), `/node_modules/${name}`);
  addFolder(files, join(ROOT, 'dist'), '/node_modules/three-crowd/dist');
  files['/node_modules/three-crowd/package.json'] = readFileSync(join(ROOT, 'package.json'), 'utf8');
  return files;
}

function addFolder(files: Record<string, string>, folder: string, path: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/(\.d\.ts|package\.json)$/.test(name) || /node_modules|^(cli|kit)\./.test(name)) continue;
    files[`${path}/${name}`] = readFileSync(join(folder, name), 'utf8');
  }
}

/** Packages that a reader's own project installs, from this repository's manifest. */
function listVersions(): Record<string, string> {
  const { version, devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const { three, typescript, vite, react } = devDependencies;
  return {
    ...{
      three,
      typescript,
      vite,
      react,
      'three-crowd': `^${version}`,
      'react-dom': devDependencies['react-dom'],
    },
    ...Object.fromEntries(
      ['@types/three', '@types/react', '@types/react-dom', '@react-three/fiber'].map((name) => [
        name,
        devDependencies[name],
      ]),
    ),
  };
}
