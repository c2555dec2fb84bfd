/**
 * Runs scripts of package.json at the same time, since each of them keeps little more than one core busy, and prints what
 * each said when it has ended. Fails if one does.
 *
 *     tsx .ci/run-together.ts check build
 */
import { spawn } from 'node:child_process';

function runScript(name: string): Promise<boolean> {
  const npm = spawn('npm', ['run', name], { shell: process.platform === 'win32' });
  const said: Buffer[] = [];
  npm.stdout.on('data', (chunk: Buffer) => said.push(chunk));
  npm.stderr.on('data', (chunk: Buffer) => said.push(chunk));
  return new Promise((resolve, reject) => {
    npm.on('error', reject);
    npm.on('close', (code) => {
      process.stdout.write(Buffer.concat(said));
      resolve(code === 0);
    });
  });
}

const succeeded = await Promise.all(process.argv.slice(2).map(runScript));
if (succeeded.includes(false)) process.exitCode = 1;
