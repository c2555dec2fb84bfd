import { expect, test, vi } from 'vitest';
import { isCrowdError } from '../../src/errors/index.js';
import { type CreateCrowdOptions, createCrowd } from '../../src/index.js';

const renderer = { isWebGLRenderer: true } as never;
const served = { renderer, baseUrl: 'https://crowds.example', crowdId: 'cr_Market1k' };

async function errorOf(options: unknown): Promise<Error> {
  const fetch = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('The network was asked.'));
  try {
    const error: unknown = await createCrowd(options as CreateCrowdOptions).catch(
      (reason: unknown) => reason,
    );
    expect(fetch).not.toHaveBeenCalled();
    return error as Error;
  } finally {
    fetch.mockRestore();
  }
}

test.each([
  [
    'no renderer',
    { ...served, renderer: undefined },
    'A crowd needs as `renderer` the WebGPURenderer or WebGLRenderer',
  ],
  ['a renderer of something else', { ...served, renderer: {} }, 'what was given is neither'],
])('%s is refused before anything is fetched', async (_name, options, message) => {
  const error = await errorOf(options);
  expect(isCrowdError(error, 'UnsupportedError')).toBe(true);
  expect(error.message).toContain(message);
});

test.each([
  [
    'no baseUrl',
    { ...served, baseUrl: undefined },
    'createCrowd needs `baseUrl` to fetch a crowd, and it is undefined.',
  ],
  [
    'an empty crowdId',
    { ...served, crowdId: '' },
    'createCrowd needs `crowdId` to fetch a crowd, and it is "".',
  ],
  [
    'a recipe without assets',
    { renderer, recipe: { size: 10 } },
    'createCrowd needs `assets` to generate a crowd from a `recipe`',
  ],
  [
    'a mistyped option',
    { ...served, lodScrenHeight: 0.1 },
    'createCrowd has no option "lodScrenHeight". Did you mean "lodThreshold"?',
  ],
  [
    'an unknown option',
    { ...served, paint: 1 },
    'createCrowd has no option "paint". It has renderer, response,',
  ],
])('%s is refused before anything is fetched', async (_name, options, message) => {
  const error = await errorOf(options);
  expect(isCrowdError(error)).toBe(true);
  expect(error.message).toContain(message);
});
