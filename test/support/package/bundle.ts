import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const ROOT = resolve(import.meta.dirname, '../../..');

/** Packages that are not bundled. */
const EXTERNAL = ['three', 'three/*', 'react', '@react-three/fiber'];

export interface Bundle {
  /** Gzipped bytes that a page downloads before it can start. */
  readonly start: number;
  /** Gzipped bytes with all that is loaded on demand. */
  readonly all: number;
  /** Code that runs before anything is loaded on demand. */
  readonly startText: string;
}

/** Bundles a module that uses the built package as a page's bundler would. */
export async function bundle(source: string): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: source, resolveDir: ROOT },
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    external: EXTERNAL,
    outdir: 'out',
    write: false,
    metafile: true,
    logLevel: 'error',
    // The package by its own name stands for its build; in the project's own settings, for its source.
    tsconfigRaw: {},
  });
  const sizes = new Map(
    outputFiles.map(({ path, contents }) => [path, gzipSync(contents, { level: 9 }).length]),
  );
  const sizeOf = (output: string): number => sizes.get(resolve(output)) ?? 0;
  // Modules loaded on demand are entry points, too.
  const entry = Object.keys(metafile.outputs).find(
    (name) => metafile.outputs[name].entryPoint === '<stdin>',
  ) as string;
  const atStart = new Set<string>();
  const visit = (output: string): void => {
    if (atStart.has(output)) return;
    atStart.add(output);
    for (const { path, kind, external } of metafile.outputs[output].imports) {
      if (kind === 'import-statement' && !external) visit(path);
    }
  };
  visit(entry);
  return {
    start: sum([...atStart].map(sizeOf)),
    all: sum([...sizes.values()]),
    startText: outputFiles
      .filter(({ path }) => [...atStart].some((output) => resolve(output) === path))
      .map(({ text }) => text)
      .join('\n'),
  };
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
