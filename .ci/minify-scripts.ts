/**
 * Minifies script files that esbuild has minified once more: `tsx .ci/minify-scripts.ts DIRECTORY`, before licences are
 * added, since all comments go. Gzipped, Oxc makes them 2.8 % smaller, in half a second. Terser gains 3.0 % in 15 s.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { minifySync } from 'vite';

/** The one script that is no module: its top level is the page's. */
const CLASSIC = /\.global\.js$/;

const [directory] = process.argv.slice(2);
for (const name of readdirSync(directory).filter((file) => file.endsWith('.js'))) {
  const path = join(directory, name);
  const { code, errors } = minifySync(name, readFileSync(path, 'utf8'), { module: !CLASSIC.test(name) });
  if (errors.length > 0) throw new Error(`${path} can't be minified: ${errors[0].message}`);
  writeFileSync(path, code);
}
