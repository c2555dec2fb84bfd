/**
 * Takes the docstrings out of the built modules of a directory: `tsx .ci/strip-docs.ts dist`. The declarations beside them
 * have the public ones. esbuild keeps those inside of classes unless it minifies; they are a tenth of the modules, gzipped.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A comment that has its lines to itself; licences stay. */
const DOCSTRING = /^ *\/\*\*(?:(?!@license|@preserve|\*\/)[\s\S])*\*\/\n/gm;

const [directory] = process.argv.slice(2);
for (const name of readdirSync(directory).filter((file) => file.endsWith('.js'))) {
  const file = join(directory, name);
  writeFileSync(file, readFileSync(file, 'utf8').replace(DOCSTRING, ''));
}
