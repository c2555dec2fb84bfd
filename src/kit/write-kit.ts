import { AssetError } from '../errors/index.js';
import { type BuildKitOptions, buildKit } from './build-kit.js';

/**
 * Writes the sample kit into a directory (Node only). A kit that is already there is replaced.
 *
 * The files are written beside the directory and renamed at the end, so that a process that is killed leaves no half
 * of a kit under its name.
 *
 * @throws AssetError where the directory holds something else than a kit
 */
export async function writeKit(directory: string, options: BuildKitOptions = {}): Promise<void> {
  // Loaded here, so that a page can import the rest of the kit.
  const { mkdir, readdir, rename, rm, writeFile } = await import('node:fs/promises');
  const { dirname, join, resolve } = await import('node:path');
  const target = resolve(directory);
  const present: string[] = await readdir(target).catch(() => []);
  if (present.length > 0 && !present.includes('kit.json')) {
    throw new AssetError(
      `${directory} holds other files than a kit; choose a directory that is new or empty`,
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
