import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { KIT_VERSION, writeKit } from '../../kit/index.js';
import { showProgress } from './show-progress.js';
import type { Terminal } from './terminal.js';

/** Suffix of a kit's name while the kit is being made. */
export const UNFINISHED = '.unfinished';

/**
 * The directory of the sample kit under a data directory, made there unless this version of it is.
 *
 * It is written beside its place and renamed, so that a kit under its name is always whole, even if the process is
 * killed or two start at once.
 */
export async function cacheKit(data: string, terminal: Terminal): Promise<string> {
  const directory = join(data, `kit-${KIT_VERSION}`);
  if (existsSync(directory)) return directory;
  await mkdir(data, { recursive: true }).catch((cause: NodeJS.ErrnoException) => {
    throw new Error(`${data} cannot be made a directory for data: ${cause.code}`, { cause });
  });
  // Not the process's id: in containers that share a directory, everybody has the same.
  const unfinished = `${directory}.${randomUUID()}${UNFINISHED}`;
  try {
    await showProgress('Making the sample kit', terminal, (onProgress) =>
      writeKit(unfinished, { onProgress }),
    );
    await rename(unfinished, directory).catch((error: unknown) => {
      // Another process has made it meanwhile.
      if (!existsSync(directory)) throw error;
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return directory;
}
