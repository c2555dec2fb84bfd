/**
 * `npm test`: runs scripts of package.json side by side, since most of them keep little more than one core busy. Ends with
 * the line `N passed, N failed`, over all that tested something. Fails if one of them does.
 */
import { spawn } from 'node:child_process';

/** The first script of a stage is shown while it runs, the others when they have ended. */
const STAGES = [
  ['test:source', 'check', 'build'],
  // What the build has made.
  ['test:pages', 'test:package'],
];
const TALLY = /^(\d+) passed, (\d+) failed$/gm;

interface Tally {
  readonly passed: number;
  readonly failed: number;
}

function runScript(name: string, isShown: boolean): Promise<Tally> {
  const npm = spawn('npm', ['run', name], { shell: process.platform === 'win32' });
  const said: Buffer[] = [];
  for (const stream of [npm.stdout, npm.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said.push(chunk);
      if (isShown) process.stdout.write(chunk);
    });
  }
  return new Promise((resolve, reject) => {
    npm.on('error', reject);
    npm.on('close', (code) => {
      const text = Buffer.concat(said).toString();
      if (!isShown) process.stdout.write(text);
      const [, passed = 0, failed = 0] = [...text.matchAll(TALLY)].at(-1) ?? [];
      if (code !== 0) console.log(`npm run ${name} failed.`);
      // What fails without a test that does counts as one.
      resolve({ passed: Number(passed), failed: Math.max(Number(failed), code === 0 ? 0 : 1) });
    });
  });
}

let passed = 0;
let failed = 0;
for (const stage of STAGES) {
  const tallies = await Promise.all(stage.map((name, k) => runScript(name, k === 0)));
  for (const tally of tallies) {
    passed += tally.passed;
    failed += tally.failed;
  }
}
console.log(`\n${passed} passed, ${failed} failed`);
if (failed > 0) process.exitCode = 1;
