import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A new directory, which is removed after the tests of the file. */
export async function createDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'three-crowd-'));
  afterAll(() => rm(directory, { recursive: true }));
  return directory;
}
