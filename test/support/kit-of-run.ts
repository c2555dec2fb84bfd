import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type KitIndex, writeKit } from '../../src/kit/index.js';

/** Names the directory to the processes that the tests run in. `npm test` sets it, so that all its runs share a kit. */
const VARIABLE = 'THREE_CROWD_TEST_KIT';

/** Global setup of what needs the sample kit: makes it once a run, since that takes as long as ten pages. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  const given = process.env[VARIABLE];
  if (given && existsSync(given)) return undefined;
  const directory = given ?? join(await mkdtemp(join(tmpdir(), 'three-crowd-kit-')), 'kit');
  process.env[VARIABLE] = directory;
  // Whole or not at all: a run beside this one may look for it meanwhile.
  const made = `${directory}-of-${process.pid}`;
  await writeKit(made);
  await rename(made, directory).catch(async (error: unknown) => {
    if (!existsSync(directory)) throw error;
    // That one was quicker.
    await rm(made, { recursive: true });
  });
  if (given) return undefined;
  return async () => {
    delete process.env[VARIABLE];
    await rm(dirname(directory), { recursive: true });
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
