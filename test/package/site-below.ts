/** Builds the documentation site for a path of a host, and runs the checks of `site.ts` on it. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandLine } from '../../bench/command-line.js';
import { ROOT } from '../support/package/pack.js';

commandLine(
  'npm run test:site-below',
  'Builds the site for a path of a host and checks it. Needs npm run build:site.',
).parse();
const env = { ...process.env, SITE_BASE: '/some/path/' };
const directory = mkdtempSync(join(tmpdir(), 'three-crowd-site-'));
const steps = [
  ['vitepress', 'build', 'examples/site', '--outDir', directory],
  ['tsx', 'examples/site/write-gallery.ts', directory],
  ['tsx', '--tsconfig', 'tsconfig.json', 'test/package/site.ts', directory],
];
try {
  for (const step of steps) {
    execFileSync('npx', ['--no-install', ...step], { cwd: ROOT, env, stdio: 'inherit' });
  }
} catch {
  // The step has printed its error.
  process.exitCode = 1;
} finally {
  rmSync(directory, { recursive: true });
}
