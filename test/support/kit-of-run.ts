import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type KitIndex, writeKit } from '../../src/kit/index.js';

/** Environment variable with the directory. `npm test` sets it, so that all its runs share a kit. */
const VARIABLE = 'THREE_CROWD_TEST_KIT';

/** Global setup: makes the sample kit once per run. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  const given = process.env[VARIABLE];
  if (given && existsSync(given)) return undefined;
  const directory = given ?? join(await mkdtemp(join(tmpdir(), 'three-crowd-kit-')), 'kit');
  process.env[VARIABLE] = directory;
  // A rename makes the complete kit visible at once to other runs.
  const made = `${directory}-of-${process.pid}`;
  await writeKit(made);
  await rename(made, directory).catch(async (error: unknown) => {
    if (!existsSync(directory)) throw error;
    // Another run has finished first.
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
