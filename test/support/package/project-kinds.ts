import { transformSync } from 'esbuild';
import type { Browser, Page } from 'playwright';
import { SAMPLE_KEY } from 'three-crowd-server';
import { codeBlocks, GUIDES, readMarkdown } from '../documents/markdown.js';
import { REMARKS } from '../e2e/example-remarks.js';
import { takeAway } from './take-away.js';

/** Texts by paths. */
type Files = Readonly<Record<string, string>>;

/** A kind of project, made from the code of the guides or of downloads of the playground. */
export interface ProjectKind {
  readonly name: string;
  /**
   * What npm installs beside the packages of this repository and what a `package.json` of its own names.
   *
   * @default nothing at all is installed
   */
  readonly packages?: readonly string[];
  /** Packages whose files are put beside them, without what they depend on. @default none */
  readonly unpacked?: readonly string[];
  /** The service is given by its address. */
  readonly files: (service: string, browser: Browser) => Files | Promise<Files>;
  /** Arguments of `npm` that build it. @default nothing is built */
  readonly build?: readonly string[];
  /** Directory that a static server serves after the build. @default '.' */
  readonly served?: string;
  /** A program that serves it in place of the static server, and prints its address. */
  readonly server?: string;
  /** True to open the page from disk, without a server. */
  readonly isFile?: boolean;
  /** Query of the page's address, such as `?count=40`. */
  readonly query?: string;
  /** Console messages of other packages. @default none */
  readonly remarks?: readonly string[];
  /** Characters that are to be drawn. */
  readonly characters: number;
  /** Requests to its own server that a visit may take. @default any number */
  readonly mostRequests?: number;
  /** Further checks of the page after it has drawn. */
  readonly tryMore?: (page: Page) => Promise<void>;
}

/** The service that the guides name. */
const SERVICE = 'http://127.0.0.1:8787';

/** The code in a guide that has a text in it. */
function blockWith(guide: string, text: string): string {
  const block = codeBlocks(readMarkdown(`${GUIDES}/${guide}.md`)).find((each) => each.text.includes(text));
  if (!block) throw new Error(`No code in the guide ${guide} has "${text}" in it.`);
  return block.text;
}

const { react: FIBER_REMARKS } = REMARKS;
const VITE = ['vite', 'typescript', '@types/three', 'three'];
const PAGE = blockWith('getting-started', 'src="/main.ts"');
const STREET = blockWith('getting-started', 'new OrbitControls');
const IMPORT_MAP = blockWith('frameworks', '"three-crowd/"');

/** Arguments of npm that run a command of the project. */
const exec = (...command: readonly string[]): string[] => ['exec', '--no', '--', ...command];

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

/** An example of the playground, and what its forms are tried with. */
interface Taken {
  readonly example: string;
  readonly characters: number;
  /** Name of the component; absent where there is none to take. */
  readonly component?: string;
  readonly remarks?: readonly string[];
}

const TAKEN: readonly Taken[] = [
  // The first program of the playground.
  { example: 'crossing', characters: 40, component: 'CrowdStage' },
  { example: 'terrain', characters: 40, component: 'CrowdStage' },
  { example: 'react', characters: 150, component: 'Square', remarks: FIBER_REMARKS },
  { example: 'own-scene', characters: 174 },
];

/** An application of React that mounts a component, and takes it away at an event. */
const mountAndLeave = (component: string): string => `import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ${component} } from './crowd-stage';
const place = document.body.appendChild(document.createElement('main'));
place.style.cssText = 'position: fixed; inset: 0';
const root = createRoot(place);
root.render(<StrictMode><${component} /></StrictMode>);
addEventListener('leave', () => root.unmount());
`;

/** Checks that unmounting a component removes its canvas, its panel and the workers of its crowds. */
async function tryToLeave(page: Page): Promise<void> {
  const count = async () => ({
    elements: await page.locator('main > *').count(),
    canvases: await page.locator('canvas').count(),
    workers: page.workers().length,
  });
  const before = await count();
  if (before.canvases !== 1 || before.workers < 1) throw new Error(`It has ${JSON.stringify(before)}.`);
  await page.evaluate(() => dispatchEvent(new Event('leave')));
  const deadline = Date.now() + 30_000;
  let after = await count();
  while (Object.values(after).some((left) => left > 0) && Date.now() < deadline) {
    await page.waitForTimeout(200);
    after = await count();
  }
  if (Object.values(after).some((left) => left > 0)) throw new Error(`It leaves ${JSON.stringify(after)}.`);
}

/** A page, a project and a component of one example, as a visitor of the playground takes them away. */
function takenKinds({ example, component, characters, remarks }: Taken): ProjectKind[] {
  const shared = { characters, query: '?count=40&backend=webgl', ...(remarks && { remarks }) };
  const kinds: ProjectKind[] = [
    {
      ...shared,
      name: `page-of-${example}`,
      files: async (service, browser) => ({ 'index.html': (await takeAway(browser, service, example)).page }),
      isFile: true,
    },
    {
      ...shared,
      name: `project-of-${example}`,
      packages: [],
      files: async (service, browser) => (await takeAway(browser, service, example)).project,
      build: ['run', 'build'],
      served: 'dist',
    },
  ];
  if (!component) return kinds;
  return [
    ...kinds,
    {
      ...shared,
      name: `component-of-${example}`,
      packages: [
        ...VITE,
        ...['react', 'react-dom', '@types/react', '@types/react-dom'],
        ...(example === 'react' ? ['@react-three/fiber'] : []),
      ],
      files: async (service, browser) => {
        const forms = await takeAway(browser, service, example);
        return {
          'tsconfig.json': forms.project['tsconfig.json'],
          'index.html':
            '<!doctype html><html lang="en"><title>A crowd</title><script type="module" src="/src/main.tsx"></script></html>',
          // React's strict mode mounts twice during development.
          '.env.production': 'NODE_ENV=development',
          'package.json': JSON.stringify({
            private: true,
            type: 'module',
            scripts: { build: 'tsc && vite build' },
          }),
          'src/main.tsx': mountAndLeave(component),
          'src/crowd-stage.tsx': forms.component ?? '',
        };
      },
      build: ['run', 'build'],
      served: 'dist',
      tryMore: tryToLeave,
    },
  ];
}

export const PROJECT_KINDS: readonly ProjectKind[] = [
  {
    name: 'vite',
    packages: VITE,
    files: (service) => ({ 'index.html': PAGE, 'main.ts': STREET.replaceAll(SERVICE, service) }),
    build: exec('vite', 'build'),
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
    build: exec('vite', 'build'),
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
    build: exec('next', 'build'),
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
    build: exec('vite', 'build'),
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
    build: exec('vite', 'build'),
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
    build: exec('webpack'),
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
  ...TAKEN.flatMap(takenKinds),
];
