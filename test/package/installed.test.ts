import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProject, type Project } from '../support/package/project.js';

let project: Project;

beforeAll(async () => {
  project = await createProject(['three-crowd', 'three-crowd-server']);
  await project.write('package.json', JSON.stringify({ name: 'a-project', type: 'module', private: true }));
});

afterAll(() => project.remove());

test('a plain Node project generates, serves and fetches crowds', async () => {
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

test('a fresh Vite project builds, worker and WebGPU half apart', async () => {
  await project.write('index.html', '<!doctype html><script type="module" src="./main.ts"></script>');
  await project.write(
    'main.ts',
    `
    import { WebGLRenderer } from 'three';
    import { createCrowd, isNotFoundError } from 'three-crowd';
    import 'three-crowd/element';
    const renderer = new WebGLRenderer();
    createCrowd({ baseUrl: '/', crowdId: 'cr_Market1k', renderer }).catch((error) => {
      if (isNotFoundError(error)) document.body.textContent = String(error.status);
    });
    `,
  );
  await project.run('npx', ['vite', 'build', '--logLevel', 'error', '--target', 'es2022']);
  const assets = join(project.directory, 'dist/assets');
  const names = await readdir(assets);
  expect(names.filter((name) => name.includes('bake-worker'))).toHaveLength(1);
  const html = await readFile(join(project.directory, 'dist/index.html'), 'utf8');
  const [, entry] = /assets\/(index-[^"]+\.js)/.exec(html) ?? [];
  expect(names).toContain(entry);
  expect(await readFile(join(assets, entry), 'utf8')).toContain('crowd-view');
  const texts = await Promise.all(names.map((name) => readFile(join(assets, name), 'utf8')));
  const webgpu = names.filter(
    (_, n) => texts[n].includes('WGSLNodeBuilder') || texts[n].includes('@workgroup_size'),
  );
  expect(webgpu.length).toBeGreaterThan(0);
  for (const name of webgpu) expect(html, name).not.toContain(name);
});

test.each([
  ['bundler', 'esnext'],
  ['nodenext', 'nodenext'],
])('its types hold in a project with module resolution "%s"', async (moduleResolution, module) => {
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: [],
    skipLibCheck: true,
    module,
    moduleResolution,
  };
  await project.write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['types.ts'] }));
  await project.write(
    'types.ts',
    `
    import type { WebGLRenderer } from 'three';
    import { createCrowd, type Crowd } from 'three-crowd';
    import type { CrowdClientOptions } from 'three-crowd/client';
    import { CrowdViewElement } from 'three-crowd/element';
    import type { CrowdProps } from 'three-crowd/react';
    import type { Recipe } from 'three-crowd/protocol';
    declare const renderer: WebGLRenderer;
    export const crowd: Promise<Crowd> = createCrowd({ baseUrl: '', crowdId: 'cr_Market1k', renderer });
    export const view: CrowdViewElement = document.createElement('crowd-view');
    export const size: (recipe: Recipe) => number = ({ size }) => size;
    export const options: CrowdClientOptions = { baseUrl: '' };
    export const props: CrowdProps = { baseUrl: '', crowdId: '', position: [1, 0, 0], timeScale: 2 };
    // @ts-expect-error the id of a crowd is a text
    void createCrowd({ baseUrl: '', crowdId: 1, renderer });
    `,
  );
  expect(await project.run('npx', ['tsc', '-p', 'tsconfig.json'])).toBe('');
});

test('a Node project without the DOM checks the types that need no three, libraries included', {
  tags: ['nightly'],
}, async () => {
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'es2022',
    lib: ['es2023'],
    types: ['node'],
    skipLibCheck: false,
    module: 'nodenext',
    moduleResolution: 'nodenext',
  };
  await project.write('tsconfig.node.json', JSON.stringify({ compilerOptions, include: ['node.ts'] }));
  await project.write(
    'node.ts',
    `
    import { CrowdClient } from 'three-crowd/client';
    import { isNotFoundError } from 'three-crowd/errors';
    import { generateCharacters } from 'three-crowd/generate';
    import { completeRecipe, type Manifest } from 'three-crowd/protocol';
    import { bakeBoneTexture } from 'three-crowd/rig';
    declare const manifest: Manifest;
    export const characters = generateCharacters(completeRecipe({ seed: 1 }), manifest);
    export const crowd = await new CrowdClient({ baseUrl: 'http://crowds.test' }).getCrowd('cr_Teahouse');
    export const texture: typeof bakeBoneTexture = bakeBoneTexture;
    export const status: boolean = isNotFoundError(crowd);
    `,
  );
  const files = await project.run('npx', ['tsc', '-p', 'tsconfig.node.json', '--listFiles']);
  expect(files).toContain('node.ts');
  expect(files).toContain('client.d.ts');
  expect(files).not.toMatch(/[\\/]@?(types[\\/])?(three|zod)[\\/]/);
});
