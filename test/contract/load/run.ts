/**
 * The service under attack and in trouble, as real processes: `npm run test:load [name…]`. Prints figures; what the
 * suite checks of it in seconds is in `test/contract/outside`.
 */
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { bundleProgram, createData } from '../../support/contract/server-process.js';
import { attack } from './attacks.js';
import { fillCaches, forgetMarks, listLongRecipes } from './free-work.js';
import { fuzz } from './fuzz.js';
import { loseNetwork } from './lose-network.js';
import { workBehindPooler } from './pooler.js';
import { readFromPostgres } from './reads.js';
import { placeHardCrowds } from './recipes.js';
import { updateBehindNginx } from './rolling-update.js';
import { startTogether, stopUnderLoad } from './start-and-stop.js';

/** What every run works with. */
export interface LoadSetting {
  /** The command line as one file. */
  readonly program: string;
  /** A directory with a kit. */
  readonly data: string;
}

const RUNS: Readonly<Record<string, (setting: LoadSetting) => Promise<object[]>>> = {
  attacks: attack,
  caches: fillCaches,
  fuzz,
  lists: listLongRecipes,
  marks: forgetMarks,
  starts: startTogether,
  stop: stopUnderLoad,
  network: loseNetwork,
  pooler: workBehindPooler,
  reads: readFromPostgres,
  recipes: placeHardCrowds,
  update: updateBehindNginx,
};

const names = process.argv.slice(2);
const program = await bundleProgram();
for (const [name, run] of Object.entries(RUNS)) {
  if (names.length > 0 && !names.includes(name)) continue;
  const data = await createData();
  console.log(name);
  console.table(await run({ program, data }));
  await rm(data, { recursive: true });
}
await rm(dirname(program), { recursive: true });
