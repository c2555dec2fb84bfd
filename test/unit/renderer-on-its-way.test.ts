import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Character, type CrowdRenderer, type CrowdResponse, createCrowd } from '../../src/index.js';
import { completeRecipe } from '../../src/protocol/index.js';
import fourCharacters from '../fixtures/four-characters.json';
import { type FileServer, serveFiles } from '../support/file-server.js';
import { plainRenderer } from '../support/render/plain-renderer.js';
import { tinyCharacter } from '../support/rig/tiny-character.js';

const LONGEST = { timeout: 60_000 };

let server: FileServer;
let response: CrowdResponse;

beforeAll(async () => {
  const { files, assets } = await tinyCharacter();
  server = await serveFiles(files);
  const parts = { body_id: 'robe_1', face_id: 'face_1', hair_id: 'hair_1', anim_clip: 'walk' } as const;
  response = {
    crowd_id: 'cr_Tiny0001',
    name: 'Tiny',
    collection: 'tests',
    recipe: completeRecipe({ size: fourCharacters.length }),
    characters: (fourCharacters as Character[]).map((character) => ({ ...character, ...parts })),
    shared_parts: ['hands'],
    assets,
    updated_at: '2026-11-22T00:00:00Z',
  };
});
afterAll(() => server.close());

test('everything is fetched while the renderer is being made, and drawn when it is there', async () => {
  let resolve!: (made: CrowdRenderer) => void;
  const promise = new Promise<CrowdRenderer>((fulfil) => {
    resolve = fulfil;
  });
  const progress: number[] = [];
  const creating = createCrowd({
    response,
    baseUrl: server.url,
    renderer: promise,
    motion: false,
    onProgress: ({ fraction }) => progress.push(fraction),
  });
  await vi.waitFor(() => expect(progress.at(-1)).toBeGreaterThan(0.99), LONGEST);
  expect([...server.requests.keys()]).toContain('characters.glb');
  expect(progress.at(-1)).toBeLessThan(1);
  resolve(plainRenderer());
  const crowd = await creating;
  expect(crowd.size).toBe(4);
  expect(progress.at(-1)).toBe(1);
  crowd.dispose();
});

test('where no renderer can be made, that is what is told, and loading ends', async () => {
  const reason = new Error('This browser cannot draw.');
  let reject!: (error: Error) => void;
  const promise = new Promise<CrowdRenderer>((_fulfil, refuse) => {
    reject = refuse;
  });
  // Answers never, so that nothing but the signal ends the load.
  const isAsked = new Promise<void>((ask) => server.responders.set('characters.glb', () => ask()));
  const creating = createCrowd({ response, baseUrl: server.url, renderer: promise, motion: false });
  await isAsked;
  reject(reason);
  await expect(creating).rejects.toBe(reason);
  server.responders.clear();
});

test('the promise of something else is refused as that is', async () => {
  const other = Promise.resolve({} as CrowdRenderer);
  const creating = createCrowd({ response, baseUrl: server.url, renderer: other, motion: false });
  await expect(creating).rejects.toThrow(/what was given is neither/);
});
