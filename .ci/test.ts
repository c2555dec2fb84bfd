/**
 * `npm test`: runs scripts of package.json side by side, since none of them keeps two cores busy. Ends with the line
 * `N passed, N failed`, over all that tested something. Fails if one of them does.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Each begins at once, and goes on as long as nothing of it fails. What tests of pages open is built first. */
const CHAINS: readonly (readonly string[])[] = [
  ['test:browser'],
  ['build', 'test:pages', 'test:package'],
  ['check', 'test:unit'],
];
const TALLY = /^(\d+) passed, (\d+) failed$/gm;

interface Tally {
  readonly passed: number;
  readonly failed: number;
}

const directory = await mkdtemp(join(tmpdir(), 'three-crowd-test-'));
/** Where the first script that needs the sample kit makes it, for the others too. See test/support/kit-of-run.ts. */
const environment = { ...process.env, THREE_CROWD_TEST_KIT: join(directory, 'kit') };

/** What it printed is shown when it has ended, so that lines of several do not mix. */
function runScript(name: string): Promise<Tally> {
  const npm = spawn('npm', ['run', name], { shell: process.platform === 'win32', env: environment });
  const said: Buffer[] = [];
  npm.stdout.on('data', (chunk: Buffer) => said.push(chunk));
  npm.stderr.on('data', (chunk: Buffer) => said.push(chunk));
  const begin = Date.now();
  return new Promise((resolve, reject) => {
    npm.on('error', reject);
    npm.on('close', (code) => {
      const text = Buffer.concat(said).toString();
      process.stdout.write(text);
      console.log(
        `npm run ${name} ${code === 0 ? 'took' : 'failed after'} ${Math.round((Date.now() - begin) / 1000)} s.\n`,
      );
      const [, passed = 0, failed = 0] = [...text.matchAll(TALLY)].at(-1) ?? [];
      // What fails without a test that does counts as one.
      resolve({ passed: Number(passed), failed: Math.max(Number(failed), code === 0 ? 0 : 1) });
    });
  });
}

async function runChain(names: readonly string[]): Promise<Tally> {
  const sum = { passed: 0, failed: 0 };
  for (const name of names) {
    const { passed, failed } = await runScript(name);
    sum.passed += passed;
    sum.failed += failed;
    if (failed > 0 && name === 'build') break;
  }
  return sum;
}

const tallies = await Promise.all(CHAINS.map(runChain));
await rm(directory, { recursive: true });
const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0);
console.log(`${passed} passed, ${failed} failed`);
if (failed > 0) process.exitCode = 1;
