import { CrowdClient } from 'three-crowd/client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { CROWD_VARIANTS } from '../../support/crowd-variants.js';
import { STRICT_CROWD_ID, STRICT_KEY } from '../../support/plain-answers.js';
import { type StrictService, startStrictService } from '../../support/strict-service.js';

let service: StrictService;

beforeAll(async () => {
  service = await startStrictService({ variants: CROWD_VARIANTS });
});
afterAll(() => service.close());

/** The crowd of a variant, and what was warned of. */
async function getCrowd(variant: string, strict = false) {
  const onWarning = vi.fn();
  const client = new CrowdClient({
    baseUrl: service.baseUrl(variant),
    apiKey: STRICT_KEY,
    strict,
    onWarning,
  });
  const crowd = await client.getCrowd(STRICT_CROWD_ID).catch((error: unknown) => error as Error);
  return { crowd, warnings: onWarning.mock.calls.map(([message]) => message as string) };
}

test('the plain answer is read without a word, with the two headers that the interface has and the name of the request', async () => {
  const { crowd, warnings } = await getCrowd('plain', true);
  expect(crowd).toMatchObject({ crowd_id: STRICT_CROWD_ID, characters: { length: 12 } });
  expect(warnings).toEqual([]);
  const own = ['accept', 'authorization', 'content-type', 'idempotency-key'];
  const { headers } = service.requests[0];
  expect(Object.keys(headers).filter((name) => own.includes(name) || name.startsWith('x-'))).toEqual([
    'accept',
    'idempotency-key',
    'authorization',
  ]);
});

test('there are variants to read', () => {
  expect(CROWD_VARIANTS.length).toBeGreaterThan(40);
  expect(new Set(CROWD_VARIANTS.map(({ name }) => name)).size).toBe(CROWD_VARIANTS.length);
});

test.each(CROWD_VARIANTS.map((variant) => [variant.name, variant] as const))(
  '%s',
  async (name, { shows }) => {
    const { crowd, warnings } = await getCrowd(name);
    if ('fails' in shows) {
      expect(crowd).toMatchObject({ name: shows.fails, message: expect.stringMatching(shows.message) });
      return;
    }
    expect(crowd).toMatchObject({
      crowd_id: STRICT_CROWD_ID,
      assets: { skeleton_glb: expect.stringMatching(/^http/) },
    });
    expect(warnings).toEqual('warns' in shows ? [expect.stringMatching(shows.warns)] : []);
  },
);

const corrected = CROWD_VARIANTS.filter(({ shows }) => 'warns' in shows);

test.each(corrected.map(({ name }) => name))('strictly, %s is refused', async (name) => {
  expect((await getCrowd(name, true)).crowd).toMatchObject({ name: 'InvalidResponseError' });
});
