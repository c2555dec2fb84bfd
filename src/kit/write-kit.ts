import { AssetError } from '../errors/index.js';
import { type BuildKitOptions, buildKit } from './build-kit.js';

/**
 * Writes the sample kit to a directory (Node only). Replaces a kit that is already there.
 *
 * Files are written to a temporary sibling directory, which is renamed at the end. A killed process leaves no partial
 * kit.
 *
 * @throws AssetError if the directory contains anything but a kit
 */
export async function writeKit(directory: string, options: BuildKitOptions = {}): Promise<void> {
  // Imported dynamically, so that browsers can load this module.
  const { mkdir, readdir, rename, rm, writeFile } = await import('node:fs/promises');
  const { dirname, join, resolve } = await import('node:path');
  const target = resolve(directory);
  const present: string[] = await readdir(target).catch(() => []);
  if (present.length > 0 && !present.includes('kit.json')) {
    throw new AssetError(
      `${directory} contains files that are not a kit; choose a new or empty directory`,
      directory,
    );
  }
  const files = await buildKit(options);
  const unfinished = `${target}.${process.pid}.writing`;
  const old = `${target}.${process.pid}.old`;
  try {
    for (const [name, bytes] of files) {
      await mkdir(dirname(join(unfinished, name)), { recursive: true });
      await writeFile(join(unfinished, name), bytes);
    }
    await rename(target, old).catch(ignoreMissing);
    await rename(unfinished, target);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
    await rm(old, { recursive: true, force: true });
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
