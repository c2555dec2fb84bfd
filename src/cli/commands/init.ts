import { copyFile, cp, mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join, resolve } from 'node:path';
import { Command } from 'commander';
import { openGlb } from '../../gltf/index.js';
import { readBytes } from '../program/read-file.js';
import type { Terminal } from '../program/terminal.js';

/** Fields of this package's manifest. */
interface Manifest {
  readonly version: string;
  readonly devDependencies: Readonly<Record<string, string>>;
}

export function createInit(terminal: Terminal): Command {
  return new Command('init')
    .summary('start a project: a page with a crowd, built by Vite')
    .description(
      'Writes a project of a few files into a new directory: the sample street with the service that it comes from, or ' +
        '200 times a character of your own.',
    )
    .argument('<directory>', 'directory of the project; must be empty, or not exist yet')
    .option('--character <file>', 'GLB with a character that is to be the crowd')
    .action((directory: string, { character }: { character?: string }) =>
      init(directory, character, terminal),
    );
}

async function init(directory: string, character: string | undefined, terminal: Terminal): Promise<void> {
  // Before anything is written: a file that is none would leave half a project.
  if (character !== undefined) openGlb(await readBytes(character, terminal), character);
  await mkdir(directory, { recursive: true });
  if ((await readdir(directory)).length > 0) {
    throw new Error(`${directory} is not empty. Name a directory that is, or one that is not there yet.`);
  }
  const templates = new URL('templates/', terminal.home);
  for (const name of ['common', character === undefined ? 'street' : 'character']) {
    await cp(new URL(`${name}/`, templates), directory, { recursive: true });
  }
  // npm leaves files called .gitignore out of a package.
  await rename(join(directory, 'gitignore'), join(directory, '.gitignore'));
  await writeFile(
    join(directory, 'package.json'),
    `${JSON.stringify(describeProject(basename(resolve(directory)), character === undefined), null, 2)}\n`,
  );
  if (character !== undefined) {
    await mkdir(join(directory, 'public'));
    await copyFile(character, join(directory, 'public', 'character.glb'));
  }
  const { cyan } = terminal.printColors;
  terminal.print(`A page with a crowd is in ${directory}. To see it:`);
  for (const line of [`cd ${directory}`, 'npm install', 'npm run dev']) terminal.print(`  ${cyan(line)}`);
}

/** The project's own manifest, with the versions that this one is made with. */
function describeProject(directory: string, hasService: boolean): object {
  const { version, devDependencies } = createRequire(import.meta.url)('three-crowd/package.json') as Manifest;
  const own = (name: string) => ({ [name]: `^${version}` });
  const other = (name: string) => ({ [name]: devDependencies[name] });
  return {
    // npm's names are lower-case, without spaces.
    name:
      directory
        .toLowerCase()
        .replace(/[^a-z0-9._-]+/g, '-')
        .replace(/^[._-]+/, '') || 'crowd',
    private: true,
    type: 'module',
    scripts: { dev: 'vite', build: 'tsc && vite build', preview: 'vite preview' },
    dependencies: { ...other('three'), ...own('three-crowd') },
    devDependencies: {
      ...other('@types/node'),
      ...other('@types/three'),
      ...(hasService && own('three-crowd-server')),
      ...other('typescript'),
      ...other('vite'),
    },
  };
}
