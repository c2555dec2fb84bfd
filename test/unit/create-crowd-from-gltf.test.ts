import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isCrowdError } from '../../src/errors/index.js';
import { createCrowdFromGLTF } from '../../src/index.js';
import { type FileServer, serveFiles } from '../support/file-server.js';

const renderer = { isWebGLRenderer: true };

let server: FileServer;
beforeAll(async () => {
  const bytes = await readFile(new URL('../fixtures/blender/person.glb', import.meta.url));
  server = await serveFiles(new Map([['person.glb', new Uint8Array(bytes)]]));
});
afterAll(() => server.close());

test.each([
  ['no options', undefined, 'createCrowdFromGLTF needs options, at least the renderer: { renderer }.'],
  ['an unknown mode', { mode: 'instances' }, `mode is "instances"; give 'auto', 'clones', 'instanced'.`],
  ['a material in place of a function', { material: {} }, 'material is no function'],
  ['a height in place of a function', { groundHeight: 3 }, 'groundHeight is no function'],
  ['half a person', { count: 2.5 }, 'count is 2.5; give a whole number of characters, 0 or more.'],
  ['more walkers than people', { walking: 5 }, 'walking is 5; give a fraction of the characters, 0 to 1.'],
  [
    'a look that is not there',
    { characters: [{ x: 0, z: 0, look: 9 }] },
    'characters.0.look is 9; give 0, the only one, or leave it out.',
  ],
  ['looks that are no lists', { looks: ['Shirt'] }, 'looks.0 is no list of parts; give one, such as ["'],
])('%s is refused', async (_name, options, message) => {
  const given = options && { renderer, ...options };
  const error: unknown = await createCrowdFromGLTF(`${server.url}person.glb`, given as never).catch(
    (reason: unknown) => reason,
  );
  expect(isCrowdError(error)).toBe(true);
  expect((error as Error).message).toContain(message);
});
