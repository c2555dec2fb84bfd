import type { WebGLRenderer } from 'three';
import { type CrowdResponse, createCrowd, isCrowdError } from 'three-crowd';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { createWebGLRenderer } from '../support/browser/backends.js';
import { fetchSampleCrowd } from '../support/browser/sample-crowd.js';

const baseUrl = inject('baseUrl');

let good: CrowdResponse;
let renderer: WebGLRenderer;

beforeAll(async () => {
  good = await fetchSampleCrowd();
  renderer = createWebGLRenderer();
});

afterAll(() => renderer.dispose());

/** Nothing half-made: no GPU resource is left behind. */
afterEach(() => expect(renderer.info.memory).toMatchObject({ geometries: 0, textures: 0 }));

function withFirst(change: Partial<CrowdResponse['characters'][number]>): CrowdResponse {
  const [first, ...others] = good.characters;
  return { ...good, characters: [{ ...first, ...change }, ...others] };
}

async function failure(options: Partial<Parameters<typeof createCrowd>[0]>): Promise<Error> {
  const made = createCrowd({ response: good, renderer, mode: 'instanced', ...options } as never);
  return made.then(
    () => {
      throw new Error('A crowd was made.');
    },
    (error: Error) => error,
  );
}

const wrongResponses: [what: string, change: () => CrowdResponse, name: string, message: RegExp][] = [
  [
    'an unknown body',
    () => withFirst({ body_id: 'body_schollar' }),
    'UnknownPartError',
    /Character 0 names body "body_schollar".*did you mean "body_scholar"/,
  ],
  [
    'a GLB that is not there',
    () => ({ ...good, assets: { ...good.assets, skeleton_glb: `${baseUrl}/assets/none.glb` } }),
    'AssetError',
    /404/,
  ],
];

test.each(wrongResponses)(
  '%s, with strict, leaves nothing in the renderer',
  async (_what, change, name, message) => {
    const error = await failure({ response: change(), strict: true });
    expect(error.name).toBe(name);
    expect(error.message).toMatch(message);
    expect(isCrowdError(error)).toBe(true);
  },
);

test('a part that the file lacks is left out, with one warning that names it', {
  tags: ['nightly'],
}, async () => {
  const warnings: string[] = [];
  const response = { ...withFirst({ body_id: 'body_schollar' }), shared_parts: ['tail'] };
  const crowd = await createCrowd({
    response,
    renderer,
    mode: 'instanced',
    onWarning: (message: string) => warnings.push(message),
  });
  expect(crowd.get(0).parts.body).toBe('');
  expect(warnings).toEqual([expect.stringMatching(/"tail".*"body_schollar".*did you mean "body_scholar"/)]);
  crowd.dispose();
});

test('aborted half way, it rejects with the reason and leaves nothing; the next one works', async () => {
  const controller = new AbortController();
  const reason = new Error('changed my mind');
  const error = await failure({
    signal: controller.signal,
    onProgress: ({ stage }) => {
      if (stage === 'assets') controller.abort(reason);
    },
  });
  expect(error).toBe(reason);
  const crowd = await createCrowd({ response: good, renderer, mode: 'instanced' });
  expect(crowd.size).toBe(24);
  crowd.dispose();
});
