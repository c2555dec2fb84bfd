/**
 * `npm test`: runs scripts of package.json side by side, since none of them keeps two cores busy. `npm run test:nightly`
 * runs all that there are one after the other. Ends with what failed, a line each, and the line `N passed, N failed`,
 * over all that tested something. Fails if one of them does.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Each begins at once, and goes on unless the build fails. What tests of pages open is built first. */
const BY_DAY: readonly (readonly string[])[] = [
  ['test:browser'],
  ['build', 'test:built'],
  ['check', 'test:unit'],
];
/** The site is built over what the tests before it open. */
const BY_NIGHT: readonly (readonly string[])[] = [
  [
    ...['check', 'build', 'test:all', 'test:motion', 'build:site', 'test:site', 'test:site-below'],
    ...['test:conformance', 'test:prism', 'test:three-matrix', 'test:typescript', 'test:projects'],
  ],
];
const chains = process.argv.includes('--nightly') ? BY_NIGHT : BY_DAY;
const TALLY = /^(\d+) passed, (\d+) failed$/gm;
const FAILURE = /^failed: .*$/gm;

interface Tally {
  readonly passed: number;
  readonly failed: number;
  /** A line each. */
  readonly failures: readonly string[];
}

const directory = await mkdtemp(join(tmpdir(), 'three-crowd-test-'));
/** Where the first script that needs the sample kit makes it, for the others too. See test/support/kit-of-run.ts. */
const environment = { ...process.env, THREE_CROWD_TEST_KIT: join(directory, 'kit') };

/** What one of several prints is shown when it has ended, so that their lines do not mix. */
function runScript(name: string): Promise<Tally> {
  const isAlone = chains.length === 1;
  const npm = spawn('npm', ['run', name], { shell: process.platform === 'win32', env: environment });
  const said: Buffer[] = [];
  for (const stream of [npm.stdout, npm.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said.push(chunk);
      if (isAlone) process.stdout.write(chunk);
    });
  }
  const begin = Date.now();
  return new Promise((resolve, reject) => {
    npm.on('error', reject);
    npm.on('close', (code) => {
      const text = Buffer.concat(said).toString();
      if (!isAlone) process.stdout.write(text);
      console.log(
        `npm run ${name} ${code === 0 ? 'took' : 'failed after'} ${Math.round((Date.now() - begin) / 1000)} s.\n`,
      );
      const [, passed = 0, failed = 0] = [...text.matchAll(TALLY)].at(-1) ?? [];
      const isUntold = code !== 0 && Number(failed) === 0;
      resolve({
        passed: Number(passed),
        // What fails without a test that does counts as one.
        failed: isUntold ? 1 : Number(failed),
        failures: isUntold ? [`failed: npm run ${name}`] : (text.match(FAILURE) ?? []),
      });
    });
  });
}

function addTallies(tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
    failed: tallies.reduce((sum, { failed }) => sum + failed, 0),
    failures: tallies.flatMap(({ failures }) => failures),
  };
}

async function runChain(names: readonly string[]): Promise<Tally> {
  const tallies: Tally[] = [];
  for (const name of names) {
    const tally = await runScript(name);
    tallies.push(tally);
    if (tally.failed > 0 && name === 'build') break;
  }
  return addTallies(tallies);
}

const { passed, failed, failures } = addTallies(await Promise.all(chains.map(runChain)));
await rm(directory, { recursive: true });
console.log([...failures, `${passed} passed, ${failed} failed`].join('\n'));
if (failed > 0) process.exitCode = 1;
