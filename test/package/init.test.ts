/** @module-tag nightly */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProject, type Project } from '../support/package/project.js';

let project: Project;

beforeAll(async () => {
  project = await createProject(['three-crowd', 'three-crowd-server']);
});

afterAll(() => project.remove());

test('the project that init writes passes its own checks, and builds', async () => {
  const written = 'my-street';
  const said = await project.run(process.execPath, ['node_modules/three-crowd/dist/cli.js', 'init', written]);
  expect(said).toContain('npm run dev');
  // What npm install would put there is here already.
  await rename(join(project.directory, 'node_modules'), join(project.directory, written, 'node_modules'));
  const at = join(project.directory, written);
  const run = (program: string, ...args: string[]) =>
    project.run(process.execPath, [join(at, 'node_modules', program), ...args]);
  expect(await run('typescript/bin/tsc', '-p', at)).toBe('');
  await run('vite/bin/vite.js', 'build', at, '--logLevel', 'error');
});
