/**
 * Compiles small projects against the package as built, with the oldest release of TypeScript that the README names:
 * `npm run test:typescript`, or with other releases as arguments. `installed.test.ts` does it with our own release.
 *
 * Needs the registry, and the package as built. Ends with exit code 1 where a release refuses the types.
 */
import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import makeDirectory from '../support/package/pack.js';
import { createProject } from '../support/package/project.js';
import { NODE_PROJECT, PAGE_PROJECTS } from '../support/package/typed-projects.js';

const OLDEST = '5.7';

const run = promisify(execFile);

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
 * What of the compiler's complaints is about the program or the package. Others' declarations need not pass an older
 * release: with 5.7 and `nodenext`, those of three and of `@react-three/fiber` take ES modules for CommonJS ones.
 */
function ownFaults({ message }: Error): string {
  const lines = message.split('\n').filter((line) => line.includes(': error TS'));
  if (lines.length === 0) return message;
  return lines.filter((line) => /^(main\.ts|node_modules\/three-crowd\/)/.test(line)).join('\n');
}

const asked = process.argv.slice(2);
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
