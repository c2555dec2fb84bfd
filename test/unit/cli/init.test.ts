import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { THREE_CROWD } from '../../../src/cli/three-crowd.js';
import { runProgram } from '../../support/cli/test-terminal.js';
import { tinyCharacter } from '../../support/rig/tiny-character.js';
import { createDirectory } from '../../support/temporary-directory.js';

const directory = await createDirectory();

/** The program lies beside its templates, in the sources as in the build. */
const home = pathToFileURL(`${resolve(import.meta.dirname, '../../../src/cli')}/`);

const init = (...args: string[]) => runProgram(THREE_CROWD, ['init', ...args], { home });

async function manifestOf(project: string) {
  return JSON.parse(await readFile(join(project, 'package.json'), 'utf8'));
}

test('writes a project with the service, and says how to see it', async () => {
  const project = join(directory, 'My Street');
  const { status, printed } = await init(project);
  expect(status).toBe(0);
  expect(printed.map((line) => line.trim()).slice(1)).toEqual([
    `cd ${project}`,
    'npm install',
    'npm run dev',
  ]);
  expect((await readdir(project)).sort().join(' ')).toBe(
    '.gitignore index.html main.ts package.json stage.ts tsconfig.json vite.config.ts',
  );
  const { name, dependencies, devDependencies } = await manifestOf(project);
  expect(name).toBe('my-street');
  expect(dependencies).toEqual({
    three: packageJson.devDependencies.three,
    'three-crowd': `^${packageJson.version}`,
  });
  expect(devDependencies).toMatchObject({ 'three-crowd-server': `^${packageJson.version}` });
});

test('writes a project with a character of one’s own, which needs no service', async () => {
  const { files } = await tinyCharacter();
  const bytes = new Map(files).get('characters.glb') as Uint8Array;
  const character = join(directory, 'robot.glb');
  await writeFile(character, bytes);
  const project = join(directory, 'robots');
  expect((await init(project, '--character', character)).status).toBe(0);
  expect(new Uint8Array(await readFile(join(project, 'public/character.glb')))).toEqual(
    new Uint8Array(bytes),
  );
  // Vite needs no settings where there is no service to start.
  expect(await readdir(project)).not.toContain('vite.config.ts');
  expect((await manifestOf(project)).devDependencies).not.toHaveProperty('three-crowd-server');
  expect(await readFile(join(project, 'main.ts'), 'utf8')).toContain('createCrowdFromGLTF');
});

test('overwrites nothing, and leaves nothing where the character is none', async () => {
  await writeFile(join(directory, 'text.glb'), 'no model');
  const { status, errors } = await init(directory);
  expect([status, errors]).toEqual([1, [expect.stringContaining('is not empty')]]);
  const project = join(directory, 'broken');
  expect((await init(project, '--character', join(directory, 'text.glb'))).status).toBe(1);
  expect(await readdir(directory)).not.toContain('broken');
});
