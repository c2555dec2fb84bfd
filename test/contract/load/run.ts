/** Runs that measure the service under load, as real processes. `test/contract/outside` checks what must hold meanwhile. */
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Argument } from 'commander';
import { commandLine } from '../../../bench/command-line.js';
import { bundleProgram, createData } from '../../support/contract/server-process.js';
import { fillCaches, forgetMarks, listLongRecipes } from './free-work.js';
import { readFromPostgres } from './reads.js';
import { lookAtLongQueue, sendBesideSilent } from './webhooks.js';

/** Input of every run. */
export interface LoadSetting {
  /** Path of the bundled command line. */
  readonly program: string;
  /** A directory with a kit. */
  readonly data: string;
}

const RUNS: Readonly<Record<string, (setting: LoadSetting) => Promise<object[]>>> = {
  caches: fillCaches,
  lists: listLongRecipes,
  marks: forgetMarks,
  receivers: sendBesideSilent,
  queue: lookAtLongQueue,
  reads: readFromPostgres,
};

const { args: names } = commandLine(
  'npm run test:load --',
  'Runs the service under load, and prints figures.',
)
  .addArgument(new Argument('[names...]', 'runs to do, by default all').choices(Object.keys(RUNS)))
  .parse();
const program = await bundleProgram();
for (const [name, run] of Object.entries(RUNS)) {
  if (names.length > 0 && !names.includes(name)) continue;
  const data = await createData();
  console.log(name);
  console.table(await run({ program, data }));
  await rm(data, { recursive: true });
}
await rm(dirname(program), { recursive: true });
