import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import config from '../vite.config.js';

/**
 * Bundles a module and its imports into one file, as the page's build does, and loads it into Node. Modules
 * of `loadModule` stay separate files, which access each other's exports through an object: the loops of a
 * crowd take up to four times as long there.
 */
export async function buildModule<T>(file: string): Promise<T> {
  // Inside node_modules, so that Node resolves the imported packages.
  const outDir = await mkdtemp(join(import.meta.dirname, '../../node_modules/.bench-'));
  try {
    await build({
      ...config,
      configFile: false,
      logLevel: 'warn',
      plugins: [],
      build: {
        outDir,
        emptyOutDir: true,
        target: 'es2022',
        ssr: file,
        rolldownOptions: { output: { entryFileNames: 'module.js', codeSplitting: false } },
      },
    });
    return await import(pathToFileURL(join(outDir, 'module.js')).href);
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}
