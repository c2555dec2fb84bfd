import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import spinner from 'yocto-spinner';
import { commandLine } from '../bench/command-line.js';

const SERVICE = 'src/server/dist/cli.js';
const STEPS = { 'build:package': 'packages', 'build:examples': 'examples', 'build:bench': 'benchmark page' };

commandLine('npm start', 'Builds what is not built yet, and starts the service. PORT is its port.').parse();
if (!existsSync(SERVICE) || !existsSync('src/server/dist/examples/index.html')) await buildAll();
const service = spawn(process.execPath, [SERVICE, 'serve'], { stdio: 'inherit' });
// The terminal sends Ctrl+C to the service, too, which ends after its last answer.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => service.kill(signal));
service.on('exit', (code) => process.exit(code ?? 1));

/** Builds with one line for each step, in a terminal one that changes. Prints a step's output only if it fails. */
async function buildAll(): Promise<void> {
  for (const [script, name] of Object.entries(STEPS)) {
    const progress = spinner({ text: `Building the ${name} …` }).start();
    const options = { shell: process.platform === 'win32', maxBuffer: 64 * 1024 * 1024 };
    await promisify(execFile)('npm', ['run', '--silent', script], options).catch(({ stdout, stderr }) => {
      progress.error(`Building the ${name} failed`);
      console.error(`${stdout}${stderr}`);
      process.exit(1);
    });
    progress.success(`Built the ${name}`);
  }
}
