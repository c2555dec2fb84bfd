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
      const fault = await project.run(process.execPath, [compiler, '-p', 'tsconfig.json']).catch(String);
      if (fault !== '') process.exitCode = 1;
      console.log(`${version}, ${name}: ${fault || 'ok'}`);
    }
  }
} finally {
  await project.remove();
  await removeTarballs();
}
