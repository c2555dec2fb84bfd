import { transformSync } from 'esbuild';
import { SAMPLE_KEY } from 'three-crowd-server';
import { codeBlocks, GUIDES, readMarkdown } from '../documents/markdown.js';

/** A kind of project that people have, made of what the guides say. */
export interface ProjectKind {
  readonly name: string;
  /** What npm installs beside the packages of this repository. */
  readonly packages: readonly string[];
  /** Packages whose files are put beside them, without what they depend on. @default none */
  readonly unpacked?: readonly string[];
  /** Texts by paths; the service is given by its address. */
  readonly files: (service: string) => Readonly<Record<string, string>>;
  /** Arguments of `npx` that build it. @default nothing is built */
  readonly build?: readonly string[];
  /** What a static server serves then. @default '.' */
  readonly served?: string;
  /** A program that serves it in place of the static server, and prints its address. */
  readonly server?: string;
  /** What others' code says on the console, which no page can change. @default nothing */
  readonly remarks?: readonly string[];
  /** Characters that are to be drawn. */
  readonly characters: number;
  /** Requests to its own server that a visit may take. @default any number */
  readonly mostRequests?: number;
}

/** The service that the guides name. */
const SERVICE = 'http://127.0.0.1:8787';

/** The code in a guide that has a text in it. */
function blockWith(guide: string, text: string): string {
  const block = codeBlocks(readMarkdown(`${GUIDES}/${guide}.md`)).find((each) => each.text.includes(text));
  if (!block) throw new Error(`No code in the guide ${guide} has "${text}" in it.`);
  return block.text;
}

/** @react-three/fiber 9.8 still makes a clock of three's. */
const FIBER_REMARKS = ['THREE.Clock: This module has been deprecated. Please use THREE.Timer instead.'];
const VITE = ['vite', 'typescript', '@types/three', 'three'];
const PAGE = blockWith('getting-started', 'src="/main.ts"');
const STREET = blockWith('getting-started', 'new OrbitControls');
const IMPORT_MAP = blockWith('frameworks', '"three-crowd/"');

/** A page for a framework that is mounted into an element. */
const mountedPage = (script: string): string =>
  `<!doctype html><html lang="en"><title>A crowd</title><div id="app"></div><script type="module" src="${script}"></script></html>`;

/** The service below a path of a server that Express makes, as the guide on hosting has it. */
const EXPRESS = `import { getRequestListener } from '@hono/node-server';
import express from 'express';
import { createCrowdService } from 'three-crowd-server';
import { buildKit } from 'three-crowd-server/kit';
const app = express();
const server = app.listen(0, '127.0.0.1', async () => {
  const address = 'http://127.0.0.1:' + server.address().port;
  const service = await createCrowdService({
    kit: await buildKit(),
    baseUrl: address + '/crowds',
    sdk: 'node_modules/three-crowd-server/dist/sdk',
  });
  app.use('/crowds', getRequestListener((request) => service.fetch(request), { overrideGlobalObjects: false }));
  app.use(express.static('.'));
  console.log(address);
});
`;

const TSX_CONFIG = JSON.stringify({ compilerOptions: { jsx: 'react-jsx', strict: true } });

export const PROJECT_KINDS: readonly ProjectKind[] = [
  {
    name: 'vite',
    packages: VITE,
    files: (service) => ({ 'index.html': PAGE, 'main.ts': STREET.replaceAll(SERVICE, service) }),
    build: ['vite', 'build'],
    served: 'dist',
    characters: 1000,
  },
  {
    name: 'react',
    packages: [...VITE, '@react-three/fiber', 'react', 'react-dom'],
    files: (service) => ({
      'tsconfig.json': TSX_CONFIG,
      'index.html': mountedPage('/main.tsx'),
      'App.tsx': blockWith('getting-started', 'export default function App()').replaceAll(SERVICE, service),
      'main.tsx': `import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import App from './App';
createRoot(document.getElementById('app')!).render(<StrictMode><App /></StrictMode>);`,
    }),
    remarks: FIBER_REMARKS,
    build: ['vite', 'build'],
    served: 'dist',
    characters: 1000,
  },
  {
    name: 'next',
    packages: [
      'next',
      'react',
      'react-dom',
      'typescript',
      '@types/react',
      '@types/node@24',
      '@types/three',
      'three',
      '@react-three/fiber',
    ],
    files: (service) => ({
      'next.config.mjs': `export default { output: 'export' };`,
      'app/layout.tsx': `import type { ReactNode } from 'react';
export default function Layout({ children }: { children: ReactNode }) {
  return <html lang="en"><body>{children}</body></html>;
}`,
      'app/page.tsx': blockWith('frameworks', "'use client'").replaceAll(SERVICE, service),
    }),
    remarks: FIBER_REMARKS,
    build: ['next', 'build'],
    served: 'out',
    characters: 1000,
  },
  {
    name: 'vue',
    packages: [...VITE, 'vue', '@vitejs/plugin-vue'],
    files: () => ({
      'vite.config.ts': `import vue from '@vitejs/plugin-vue';\nexport default { plugins: [vue()] };`,
      'index.html': mountedPage('/main.ts'),
      'main.ts': `import { createApp } from 'vue';\nimport App from './App.vue';\ncreateApp(App).mount('#app');`,
      'App.vue': blockWith('frameworks', '<script setup'),
    }),
    build: ['vite', 'build'],
    served: 'dist',
    characters: 200,
  },
  {
    name: 'svelte',
    packages: [...VITE, 'svelte', '@sveltejs/vite-plugin-svelte'],
    files: () => ({
      'vite.config.ts': `import { svelte } from '@sveltejs/vite-plugin-svelte';\nexport default { plugins: [svelte()] };`,
      'index.html': mountedPage('/main.ts'),
      'main.ts': `import { mount } from 'svelte';\nimport App from './App.svelte';\nmount(App, { target: document.getElementById('app')! });`,
      'App.svelte': blockWith('frameworks', '{@attach drawCrowd}'),
    }),
    build: ['vite', 'build'],
    served: 'dist',
    characters: 200,
  },
  {
    name: 'webpack',
    packages: ['webpack', 'webpack-cli@6', 'ts-loader', 'typescript@6', '@types/three', 'three'],
    files: (service) => ({
      'webpack.config.mjs': `export default {
  mode: 'production',
  entry: './main.ts',
  resolve: { extensions: ['.ts', '.js'] },
  module: { rules: [{ test: /\\.ts$/, use: 'ts-loader' }] },
  output: { path: import.meta.dirname + '/dist', filename: 'main.js', publicPath: 'auto' },
};`,
      'tsconfig.json': JSON.stringify({
        compilerOptions: {
          strict: true,
          target: 'es2022',
          module: 'esnext',
          moduleResolution: 'bundler',
          skipLibCheck: true,
        },
      }),
      'dist/index.html': PAGE.replace('/main.ts', './main.js'),
      'main.ts': STREET.replaceAll(SERVICE, service),
    }),
    build: ['webpack'],
    served: 'dist',
    characters: 1000,
  },
  {
    name: 'import-map',
    packages: ['three'],
    files: (service) => ({
      'index.html': `<!doctype html><html lang="en"><title>A crowd</title><body>${IMPORT_MAP}<script type="module" src="main.js"></script></body></html>`,
      'main.js': transformSync(STREET.replaceAll(SERVICE, service), { loader: 'ts', target: 'es2022' }).code,
    }),
    characters: 1000,
    mostRequests: 60,
  },
  {
    name: 'a-frame',
    // Of npm's own files alone: one package that A-Frame is built from comes from GitHub.
    unpacked: ['aframe@1.8.0'],
    packages: ['three@npm:super-three@0.184.0'],
    files: () => ({ 'index.html': blockWith('frameworks', 'AFRAME.emitReady') }),
    characters: 200,
  },
  {
    // The page has a script tag; Express serves it, and the service beside it.
    name: 'express',
    packages: ['express', '@hono/node-server'],
    files: () => ({
      // A browser asks for an icon, and complains where there is none.
      'index.html': `<!doctype html><html lang="en"><title>A crowd</title><link rel="icon" href="data:,">
<script type="module" src="/crowds/sdk/three-crowd.js"></script>
<crowd-view src="/crowds" crowd="cr_Teahouse" api-key="${SAMPLE_KEY}"></crowd-view></html>`,
      'server.mjs': EXPRESS,
    }),
    server: 'server.mjs',
    characters: 24,
  },
];
