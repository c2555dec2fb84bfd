import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCrowdFromGLTF } from '../../src/index.js';
import { errorOf } from '../support/error-of.js';
import { type FileServer, serveFiles } from '../support/file-server.js';

const renderer = { isWebGLRenderer: true };

let server: FileServer;
beforeAll(async () => {
  const bytes = await readFile(new URL('../fixtures/blender/person.glb', import.meta.url));
  server = await serveFiles(new Map([['person.glb', new Uint8Array(bytes)]]));
});
afterAll(() => server.close());

test.each([
  [undefined, 'createCrowdFromGLTF needs options, at least the renderer: { renderer }.'],
  [{ mode: 'instances' }, `mode is "instances"; give 'auto', 'clones', 'instanced'.`],
  [{ material: {} }, 'material is no function'],
  [{ ground: 3 }, 'ground is no function of (x, z), no heightmap and no Object3D of three'],
  [{ count: 2.5 }, 'count is 2.5; give a whole number of characters, 0 or more.'],
  [{ walking: 5 }, 'walking is 5; give a fraction of the characters, 0 to 1.'],
  [
    { characters: [{ x: 0, z: 0, look: 9 }] },
    'characters.0.look is 9; give 0, the only one, or leave it out.',
  ],
  [{ looks: ['Shirt'] }, 'looks.0 is no list of parts; give one, such as ["'],
])('%j is refused: %s', async (options, message) => {
  const given = options && { renderer, ...options };
  const error = await errorOf(createCrowdFromGLTF(`${server.url}person.glb`, given as never));
  expect(error.message).toContain(message);
});
