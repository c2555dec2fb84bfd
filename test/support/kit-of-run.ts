import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type KitIndex, writeKit } from '../../src/kit/index.js';

/** Names the directory to the processes that the tests run in. */
const VARIABLE = 'THREE_CROWD_TEST_KIT';

/**
 * Global setup of what serves the sample kit: makes it once a run, since that takes as long as ten pages. The kit's own
 * tests, and that of the first page, make theirs.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[VARIABLE]) return undefined;
  const parent = await mkdtemp(join(tmpdir(), 'three-crowd-kit-'));
  process.env[VARIABLE] = join(parent, 'kit');
  await writeKit(join(parent, 'kit'));
  return async () => {
    delete process.env[VARIABLE];
    await rm(parent, { recursive: true });
  };
}

/** The directory of the kit. */
export function kitDirectory(): string {
  const directory = process.env[VARIABLE];
  if (!directory) throw new Error('This project has no kit: add kit-of-run.ts to its globalSetup.');
  return directory;
}

/** The files of the kit by name, as `buildKit` gives them. */
export async function readKit(): Promise<Map<string, Uint8Array>> {
  const directory = kitDirectory();
  const { files } = JSON.parse(await readFile(join(directory, 'kit.json'), 'utf8')) as KitIndex;
  const names = [...Object.keys(files), 'kit.json'];
  const read = async (name: string) => [name, new Uint8Array(await readFile(join(directory, name)))] as const;
  return new Map(await Promise.all(names.map(read)));
}
