import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import config from '../vite.config.js';

/**
 * Builds a module and all that it imports into one file, as the page's build would, and loads that into Node. What
 * `loadModule` loads stays in files of its own, which ask one another for each constant and function at every use: there the
 * loops of a crowd take up to four times as long.
 */
export async function buildModule<T>(file: string): Promise<T> {
  // Below the packages that it imports, so that Node finds them.
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
