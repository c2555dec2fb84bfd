/**
 * Builds the documentation site anew for a path of a host, as for one that many projects share, and opens it there as
 * `npm run test:site` opens the site of a host of its own: `npm run test:site-below`, after `npm run build:site`, of which it
 * takes packages, examples and reference.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../support/package/pack.js';

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
  // What failed has said so.
  process.exitCode = 1;
} finally {
  rmSync(directory, { recursive: true });
}
