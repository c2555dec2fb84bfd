import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { Licences, writeLicences } from '../examples/plugins/licences.js';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Source of the package: another checkout's, to compare with. */
const source = process.env['THREE_CROWD_SOURCE'] ?? here('../src');
/** Other checkouts may have no public list beside what its other folders use. */
const generate = [`${source}/generate/public.ts`, `${source}/generate/index.ts`].find(existsSync) ?? '';

const licences = new Licences();
const output = { postBanner: licences.postBanner };

/** The benchmark page, built to run below any address. The package is taken from source. */
export default defineConfig({
  root: here('.'),
  base: './',
  resolve: {
    dedupe: ['three'],
    alias: [
      { find: /^three-crowd$/, replacement: `${source}/index.ts` },
      { find: /^three-crowd\/generate$/, replacement: generate },
      // Not the public lists, which other checkouts may lack: these rooms have the same names and more.
      { find: /^three-crowd\/([a-z]+)$/, replacement: `${source}/$1/index.ts` },
      { find: /^three-crowd-server$/, replacement: `${source}/server/index.ts` },
      { find: /^three-crowd-server\/kit$/, replacement: `${source}/kit/index.ts` },
    ],
  },
  plugins: [writeLicences(licences)],
  worker: { format: 'es', rolldownOptions: { output } },
  build: {
    // Beside the examples, where the service shows it; it is left out of the package.
    outDir: here('../src/server/dist/examples/bench'),
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 5000,
    rolldownOptions: { output },
  },
});
