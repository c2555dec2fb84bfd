import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Argument } from 'commander';
import { commandLine } from './command-line.js';

const FOLDER = join(import.meta.dirname, 'micro');

const names = readdirSync(FOLDER).flatMap((file) => file.match(/^(.+)\.bench\.ts$/)?.[1] ?? []);
const program = commandLine('npm run bench:micro --', 'Runs micro-benchmarks, by default all, one by one.')
  .addArgument(new Argument('[names...]', 'benchmarks to run').choices(names))
  .parse();
for (const name of program.args.length > 0 ? program.args : names) {
  console.log(`\n${name}`);
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', join(FOLDER, `${name}.bench.ts`)], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
}
