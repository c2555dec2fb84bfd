/** Compiles small projects against the built package with other releases of TypeScript than our own. */
import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Argument, InvalidArgumentError } from 'commander';
import { commandLine } from '../../bench/command-line.js';
import makeDirectory from '../support/package/pack.js';
import { createProject } from '../support/package/project.js';
import { NODE_PROJECT, PAGE_PROJECTS } from '../support/package/typed-projects.js';

const OLDEST = '5.7';

const run = promisify(execFile);

function parseRelease(text: string): string {
  if (!/^(\d+(\.\d+)*|next|latest|beta)$/.test(text))
    throw new InvalidArgumentError('It is no release of TypeScript.');
  return text;
}

/** Downloads a release of TypeScript. @returns its compiler */
async function download(release: string, directory: string): Promise<string> {
  const target = join(directory, `typescript-${release}`);
  await mkdir(target);
  const { stdout } = await run('npm', [
    'pack',
    `typescript@${release}`,
    '--silent',
    '--pack-destination',
    target,
  ]);
  await run('tar', ['-xzf', join(target, stdout.trim()), '--strip-components=1', '-C', target]);
  return join(target, 'lib/tsc.js');
}

/**
 * Errors in the program or in the package. Declarations of other packages may fail with an older release: with 5.7 and
 * `nodenext`, those of three and `@react-three/fiber` take ES modules for CommonJS modules.
 */
function ownFaults({ message }: Error): string {
  const lines = message.split('\n').filter((line) => line.includes(': error TS'));
  if (lines.length === 0) return message;
  return lines.filter((line) => /^(main\.ts|node_modules\/three-crowd\/)/.test(line)).join('\n');
}

const { args: asked } = commandLine(
  'npm run test:typescript --',
  'Compiles projects with the oldest supported TypeScript. Needs the registry and npm run build.',
)
  .addArgument(new Argument('[releases...]', 'other releases, such as 5.8').argParser(parseRelease))
  .parse();
const removeTarballs = await makeDirectory();
const project = await createProject(['three-crowd']);
try {
  await project.write('package.json', JSON.stringify({ name: 'a-project', type: 'module', private: true }));
  for (const release of asked.length > 0 ? asked : [OLDEST]) {
    const compiler = await download(release, project.directory);
    const version = (await project.run(process.execPath, [compiler, '--version'])).trim();
    for (const { name, files } of [...PAGE_PROJECTS, NODE_PROJECT]) {
      for (const [file, text] of Object.entries(files)) await project.write(file, text);
      const fault = await project.run(process.execPath, [compiler, '-p', 'tsconfig.json']).catch(ownFaults);
      if (fault !== '') process.exitCode = 1;
      console.log(`${version}, ${name}: ${fault || 'ok'}`);
    }
  }
} finally {
  await project.remove();
  await removeTarballs();
}
