import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { giveGuides } from './plugins/guides.js';
import { Licences, writeLicences } from './plugins/licences.js';
import { giveModels } from './plugins/models.js';
import { giveModules } from './plugins/modules.js';
import { givePlayground } from './plugins/playground.js';
import { givePrograms } from './plugins/programs.js';
import { giveSearch } from './plugins/search.js';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const licences = new Licences();
const output = { postBanner: licences.postBanner };

const SERVICE = 'http://127.0.0.1:8787';
const SERVED = ['/v1', '/assets', '/sdk', '/sample.json'];

/** Builds every page of this folder, to run below any address, with the package from its source. */
export default defineConfig({
  root: here('.'),
  base: './',
  resolve: {
    dedupe: ['three'],
    alias: [
      { find: /^three-crowd$/, replacement: here('../src/index.ts') },
      {
        find: /^three-crowd\/(assets|generate|protocol|rig|stage)$/,
        replacement: here('../src/$1/public.ts'),
      },
      { find: /^three-crowd\/([a-z]+)$/, replacement: here('../src/$1/index.ts') },
      { find: /^three-crowd-server\/kit$/, replacement: here('../src/kit/public.ts') },
    ],
  },
  // For `npm run dev`: a service that runs at the same time answers the requests of the pages.
  server: { proxy: Object.fromEntries(SERVED.map((path) => [path, SERVICE])) },
  plugins: [
    givePrograms(),
    givePlayground(),
    giveModels(),
    giveModules(licences),
    giveGuides(),
    giveSearch(),
    writeLicences(licences),
  ],
  worker: { format: 'es', rolldownOptions: { output } },
  build: {
    // The service's package contains the pages and serves them.
    outDir: here('../src/server/dist/examples'),
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      output,
      input: readdirSync(here('.'))
        .filter((name) => name.endsWith('.html'))
        .map((name) => here(name)),
      // The kit's writer loads Node's modules when it writes files; no page writes files.
      onwarn: (warning, warn) => {
        if (!warning.message.includes('externalized for browser compatibility')) warn(warning);
      },
    },
  },
});
