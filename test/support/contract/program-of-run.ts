import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { bundleProgram } from './server-process.js';

/** Environment variable with the path of the program. */
const VARIABLE = 'THREE_CROWD_TEST_PROGRAM';

/** Global setup: bundles the server program once per run. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[VARIABLE]) return undefined;
  const program = await bundleProgram();
  process.env[VARIABLE] = program;
  return async () => {
    delete process.env[VARIABLE];
    await rm(dirname(program), { recursive: true });
  };
}

/** The path of the program, as `startServer` takes it. */
export function programOfRun(): string {
  const program = process.env[VARIABLE];
  if (!program) throw new Error('This project has no program: add program-of-run.ts to its globalSetup.');
  return program;
}
