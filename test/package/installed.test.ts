import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProject, type Project } from '../support/package/project.js';
import { NODE_PROJECT, PAGE_PROJECTS } from '../support/package/typed-projects.js';

/** TypeScript 6: the other programs are checked by 7. */
const TSC = 'node_modules/typescript/bin/tsc';

let project: Project;

beforeAll(async () => {
  project = await createProject(['three-crowd', 'three-crowd-server']);
  await project.write('package.json', JSON.stringify({ name: 'a-project', type: 'module', private: true }));
});

afterAll(() => project.remove());

test('a plain Node project generates, serves and fetches crowds', { tags: ['nightly'] }, async () => {
  await project.write(
    'main.js',
    `
    import { strict as assert } from 'node:assert';
    import { CrowdClient } from 'three-crowd/client';
    import { generateCharacters } from 'three-crowd/generate';
    import { buildKit } from 'three-crowd-server/kit';
    import { encodeBoneTexture } from 'three-crowd/rig';
    import { createCrowdService, SAMPLE_KEY } from 'three-crowd-server';
    const service = await createCrowdService({ kit: await buildKit() });
    const client = new CrowdClient({ baseUrl: 'http://crowds.test', apiKey: SAMPLE_KEY, fetch: service.fetch });
    const crowd = await client.getCrowd('cr_Teahouse');
    const manifest = await (await service.fetch(new Request(crowd.assets.manifest_json))).json();
    assert.deepEqual(generateCharacters(crowd.recipe, manifest), crowd.characters);
    assert.equal(typeof encodeBoneTexture, 'function');
    await service.close();
    console.log(crowd.characters.length);
    `,
  );
  expect((await project.run(process.execPath, ['main.js'])).trim()).toBe('24');
});

test('the element can be imported on a server, where it does nothing', async () => {
  await project.write(
    'server.js',
    `
    import { CrowdViewElement } from 'three-crowd/element';
    import 'three-crowd';
    import { Crowd } from 'three-crowd/react';
    console.log(typeof CrowdViewElement, typeof Crowd, typeof globalThis.customElements);
    `,
  );
  expect((await project.run(process.execPath, ['server.js'])).trim()).toBe('function function undefined');
});

test.each(PAGE_PROJECTS)('its types hold in $name', { tags: ['nightly'] }, async ({ files }) => {
  for (const [file, text] of Object.entries(files)) await project.write(file, text);
  expect(await project.run('node', [TSC, '-p', 'tsconfig.json'])).toBe('');
});

test('a Node project without the DOM checks the types that need no three, libraries included', {
  tags: ['nightly'],
}, async () => {
  for (const [file, text] of Object.entries(NODE_PROJECT.files)) await project.write(file, text);
  const files = await project.run('node', [TSC, '-p', 'tsconfig.json', '--listFiles']);
  expect(files).toContain('main.ts');
  expect(files).toContain('client.d.ts');
  expect(files).not.toMatch(/[\\/]@?(types[\\/])?(three|zod)[\\/]/);
});
