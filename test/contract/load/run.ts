/** Load and failure runs of the service as real processes. `test/contract/outside` has the short forms of the suite. */
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Argument } from 'commander';
import { commandLine } from '../../../bench/command-line.js';
import { bundleProgram, createData } from '../../support/contract/server-process.js';
import { attack } from './attacks.js';
import { fillCaches, forgetMarks, listLongRecipes } from './free-work.js';
import { fuzz } from './fuzz.js';
import { killUnderLoad } from './kills.js';
import { loseNetwork } from './lose-network.js';
import { workBehindPooler } from './pooler.js';
import { readFromPostgres } from './reads.js';
import { placeHardCrowds } from './recipes.js';
import { updateBehindNginx } from './rolling-update.js';
import { startTogether, stopUnderLoad } from './start-and-stop.js';
import { lookAtLongQueue, sendBesideSilent } from './webhooks.js';

/** Input of every run. */
export interface LoadSetting {
  /** Path of the bundled command line. */
  readonly program: string;
  /** A directory with a kit. */
  readonly data: string;
}

const RUNS: Readonly<Record<string, (setting: LoadSetting) => Promise<object[]>>> = {
  attacks: attack,
  caches: fillCaches,
  fuzz,
  kills: killUnderLoad,
  lists: listLongRecipes,
  marks: forgetMarks,
  starts: startTogether,
  receivers: sendBesideSilent,
  queue: lookAtLongQueue,
  stop: stopUnderLoad,
  network: loseNetwork,
  pooler: workBehindPooler,
  reads: readFromPostgres,
  recipes: placeHardCrowds,
  update: updateBehindNginx,
};

const { args: names } = commandLine(
  'npm run test:load --',
  'Runs the service under load and failures, and prints figures.',
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
