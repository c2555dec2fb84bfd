/**
 * Runs the micro-benchmarks one after the other: `npm run bench:micro`, or those whose file name has a word in it:
 * `npm run bench:micro -- rig`.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const FOLDERS = ['micro'].map((name) => join(import.meta.dirname, name));
const word = process.argv[2] ?? '';

const files = FOLDERS.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.bench.ts') && name.includes(word))
    .map((name) => join(folder, name)),
);
if (files.length === 0) throw new Error(`No micro-benchmark has "${word}" in its name.`);
for (const file of files) {
  console.log(`\n${file.slice(import.meta.dirname.length + 1)}`);
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', file], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
