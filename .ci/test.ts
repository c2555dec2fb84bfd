import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandLine } from '../bench/command-line.js';
import { ensureBrowser } from '../test/support/suite/ensure-browser.js';
import { type RunScript, runChains } from '../test/support/suite/run-chains.js';

/** Chains of scripts that run side by side, since none of them keeps two cores busy. */
const BY_DAY = [['test:browser'], ['build', 'test:built'], ['check', 'test:unit']];
/**
 * By night, all scripts that open pages are in one chain: the pages share a software GPU and have time limits. It also has all
 * scripts that write or read `dist`.
 */
const BY_NIGHT = [
  [
    ...['build', 'test:all --project browser', 'test:all --project package --project e2e'],
    ...['test:projects', 'test:three-matrix', 'test:typescript'],
    ...['build:site', 'test:site', 'test:site-below'],
  ],
  [
    ...['check', 'test:all --project unit --project isolated --project contract'],
    ...['test:motion', 'test:conformance'],
  ],
];

const { nightly } = commandLine('npm test', 'Runs the tests. The last line is the tally: N passed, N failed.')
  .option('--nightly', 'run all tests and checks; takes hours', false)
  .parse()
  .opts<{ nightly: boolean }>();
ensureBrowser();

const chains = nightly ? BY_NIGHT : BY_DAY;
const directory = await mkdtemp(join(tmpdir(), 'three-crowd-test-'));
/** Directory of the sample kit, which the first script that needs it makes. See test/support/kit-of-run.ts. */
const env = { ...process.env, THREE_CROWD_TEST_KIT: join(directory, 'kit') };

/** Runs an npm script, which may have arguments of its own. Prints its output at the end, so that lines do not mix. */
const runScript: RunScript = async (script, args = []) => {
  const begin = Date.now();
  const [name, ...own] = script.split(' ');
  const npm = spawn('npm', ['run', name, '--', ...own, ...args], {
    shell: process.platform === 'win32',
    env,
  });
  const chunks: Buffer[] = [];
  for (const stream of [npm.stdout, npm.stderr]) {
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    npm.on('error', reject).on('close', resolve);
  });
  const text = Buffer.concat(chunks).toString();
  process.stdout.write(text);
  console.log(`npm run ${script}: status ${code} after ${Math.round((Date.now() - begin) / 1000)} s\n`);
  return { code, text };
};

const lines = await runChains(chains, runScript);
await rm(directory, { recursive: true });
console.log(lines.join('\n'));
if (!lines.at(-1)?.endsWith(' 0 failed')) process.exitCode = 1;
