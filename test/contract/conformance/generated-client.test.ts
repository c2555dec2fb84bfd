import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import openapiTS, { astToString } from 'openapi-typescript';
import { listen } from 'three-crowd-server';
import { expect, onTestFinished, test } from 'vitest';
import { createTestService } from '../../support/contract/test-service.js';

const ROOT = resolve(import.meta.dirname, '../../..');

/** A program as a stranger writes it, who has the description of the service and nothing else of ours. */
const PROGRAM = `
import createClient from 'openapi-fetch';
import type { components, paths } from './api.js';

export async function useService(baseUrl: string, key: string) {
  const client = createClient<paths>({ baseUrl, headers: { Authorization: \`Bearer \${key}\` } });
  const created = await client.POST('/v1/projects', { body: { recipe_json: { size: 4 } } });
  if (!created.data) throw new Error(created.error.error);
  const path = { crowd_id: created.data.crowd_id };
  const crowd = await client.GET('/v1/crowd/{crowd_id}', { params: { path } });
  const characters: components['schemas']['Character'][] = crowd.data?.characters ?? [];
  const renamed = await client.PUT('/v1/projects/{crowd_id}', { params: { path }, body: { name: 'Quay' } });
  const { data } = await client.GET('/v1/projects');
  const made = await client.POST('/v1/keys', { body: { access: 'read', quota: 5 } });
  const missing = await client.GET('/v1/crowd/{crowd_id}', { params: { path: { crowd_id: 'cr_00000000' } } });
  const message: string | undefined = missing.error?.error;
  return {
    ids: characters.map(({ body_id }) => body_id),
    name: renamed.data?.name,
    names: data?.data.map(({ name }) => name),
    quota: made.data?.quota,
    message,
  };
}`;

test('a TypeScript client that is generated without options compiles, and does what the service says', async () => {
  const service = await createTestService();
  const server = await listen(service);
  // Within the package, so that the libraries are found.
  await mkdir(join(ROOT, 'test/output'), { recursive: true });
  const directory = await mkdtemp(join(ROOT, 'test/output/generated-'));
  onTestFinished(async () => {
    await server.close();
    await rm(directory, { recursive: true });
  });
  const description = await (await fetch(`${server.url}/openapi.json`)).json();
  await writeFile(join(directory, 'api.ts'), astToString(await openapiTS(description)));
  await writeFile(join(directory, 'program.ts'), PROGRAM);
  const options = { module: 'nodenext', target: 'es2022', strict: true, noEmit: true, types: [] };
  const files = ['program.ts'];
  await writeFile(join(directory, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files }));
  const compiler = join(ROOT, 'node_modules/typescript-7/bin/tsc');
  await promisify(execFile)(process.execPath, [compiler, '-p', directory]).catch(
    ({ stdout }: { stdout: string }) => expect.fail(stdout),
  );
  const outfile = join(directory, 'program.mjs');
  await build({ entryPoints: [join(directory, 'program.ts')], outfile, bundle: true, format: 'esm' });
  const { useService } = await import(pathToFileURL(outfile).href);
  expect(await useService(server.url, await service.issue('Ann'))).toEqual({
    ids: Array(4).fill(expect.any(String)),
    name: 'Quay',
    names: ['Quay'],
    quota: 5,
    message: 'crowd not found',
  });
});
