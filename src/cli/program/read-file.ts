import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { glob, isDynamicPattern } from 'tinyglobby';
import type { Terminal } from './terminal.js';

/** File name for standard input. */
const STANDARD_INPUT = '-';

/** The bytes of a file, or of standard input. @throws {Error} naming the file */
export async function readBytes(file: string, terminal: Terminal): Promise<Uint8Array> {
  if (file === STANDARD_INPUT) return terminal.readInput();
  return readFile(file).catch((cause: NodeJS.ErrnoException) => {
    throw new Error(`${file} cannot be read: ${cause.code}`, { cause });
  });
}

/**
 * Names of files; patterns such as `clips/*.glb` are expanded, since some shells pass them on, and all do if quoted.
 *
 * @throws {Error} for a pattern that no file matches
 */
export async function expandPatterns(names: readonly string[]): Promise<string[]> {
  const expanded = await Promise.all(
    names.map(async (name) => {
      if (!isDynamicPattern(name) || existsSync(name)) return [name];
      const found = await glob(name.replaceAll('\\', '/'), { expandDirectories: false });
      if (found.length === 0) throw new Error(`No file matches ${name}.`);
      return found.sort();
    }),
  );
  return expanded.flat();
}
