import { afterEach, expect, test, vi } from 'vitest';
import { createCrowd } from '../../src/index.js';
import { errorOf } from '../support/error-of.js';

const renderer = { isWebGLRenderer: true };
const served = { renderer, baseUrl: 'https://crowds.example', crowdId: 'cr_Market1k' };

afterEach(() => vi.restoreAllMocks());

test.each([
  ['CrowdError', { ...served, baseUrl: undefined }, '`baseUrl` to fetch a crowd, and it is undefined.'],
  ['CrowdError', { ...served, crowdId: '' }, 'createCrowd needs `crowdId` to fetch a crowd, and it is "".'],
  ['CrowdError', { renderer, recipe: { size: 10 } }, '`assets` to generate a crowd from a `recipe`'],
  ['CrowdError', { ...served, lodTreshold: 2 }, '"lodTreshold". Did you mean "lodThreshold"?'],
  ['CrowdError', { ...served, paint: 1 }, 'createCrowd has no option "paint". It has renderer, baseUrl,'],
  [
    'UnsupportedError',
    { ...served, renderer: undefined },
    'A crowd needs as `renderer` the WebGPURenderer or',
  ],
  ['UnsupportedError', { ...served, renderer: {} }, 'what was given is neither'],
] as const)('a %s before any request for %j: %s', async (name, options, message) => {
  const fetch = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('A request was sent.'));
  const failing = createCrowd(options as never);
  const error = await (name === 'UnsupportedError' ? errorOf(failing, name) : errorOf(failing));
  expect(error.message).toContain(message);
  expect(fetch).not.toHaveBeenCalled();
});
