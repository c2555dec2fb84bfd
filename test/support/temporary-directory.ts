import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';

type Files = Iterable<readonly [path: string, content: string | Uint8Array]>;

/**
 * A new directory.
 *
 * @param files written into it
 * @param onEnd is given the call that removes it. @default after the tests of the file; `onTestFinished` within a test
 */
export async function createDirectory(
  files: Files = [],
  onEnd: (remove: () => Promise<void>) => void = afterAll,
): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'three-crowd-'));
  onEnd(() => rm(directory, { recursive: true }));
  await writeFiles(directory, files);
  return directory;
}

/** Writes files, and the directories that their paths name. */
export async function writeFiles(directory: string, files: Files): Promise<void> {
  for (const [path, content] of files) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), content);
  }
}
