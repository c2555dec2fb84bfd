import { type Crowd, type CrowdMode, createCrowd } from 'three-crowd';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import type { TestRenderer } from '../support/browser/backends.js';
import { shareDrawn } from '../support/browser/picture.js';
import { sharedRenderer } from '../support/browser/shared-renderer.js';
import { CROWD_VARIANTS, type CrowdVariant } from '../support/crowd-variants.js';
import { tagsInTable, testInTurn } from '../support/in-turn.js';

const { url, apiKey, crowdId } = inject('strict');
const MODES = ['instanced', 'clones'] as const;

test('the service is on another origin, which refuses every header that the interface does not have', async () => {
  expect(new URL(url).origin).not.toBe(location.origin);
  const ask = (more: Record<string, string>) =>
    fetch(`${url}plain/v1/crowd/${crowdId}`, { headers: { Authorization: `Bearer ${apiKey}`, ...more } });
  expect((await ask({})).status).toBe(200);
  await expect(ask({ 'Idempotency-Key': 'a' })).rejects.toThrow(TypeError);
});

describe.each(['webgl', 'webgpu'] as const)('on %s', (backend) => {
  let renderer: TestRenderer;
  /** Stays, so that every variant of the answer draws with the files that it has loaded. */
  let plain: Crowd;

  beforeAll(async () => {
    renderer = await sharedRenderer(backend);
    plain = await createCrowd({ baseUrl: `${url}plain`, apiKey, crowdId, renderer, mode: 'clones' });
  });
  afterAll(() => plain.dispose());

  /** Every run draws the first, in one of the modes; what the client makes of all is a test of contracts. */
  const isDaily = (row: number): boolean => backend === 'webgl' && row < 1;

  testInTurn(MODES, backend === 'webgl' ? [0] : [])('the plain crowd is drawn in mode %s', async (mode) => {
    const warn = vi.spyOn(console, 'warn');
    const crowd = await createCrowd({
      baseUrl: `${url}plain`,
      apiKey,
      crowdId,
      renderer,
      mode,
      strict: true,
    });
    expect(crowd.size).toBe(12);
    expect(crowd.stats).toMatchObject({ backend, mode });
    expect(await shareDrawn(renderer, crowd)).toBeGreaterThan(0.02);
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
    crowd.dispose();
  });

  const draws = async (mode: CrowdMode, { name, shows, drawn = shows, people = 12 }: CrowdVariant) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const made = await createCrowd({ baseUrl: `${url}${name}`, apiKey, crowdId, renderer, mode }).catch(
      (error: unknown) => error as Error,
    );
    const warnings = warn.mock.calls.map(([message]) => String(message));
    warn.mockRestore();
    if ('fails' in drawn) {
      expect(made).toMatchObject({ name: drawn.fails, message: expect.stringMatching(drawn.message) });
      return;
    }
    if (made instanceof Error) throw made;
    const expected = 'warns' in drawn ? [drawn.warns, drawn.and] : [];
    expect(warnings).toEqual(
      expected.filter((pattern) => pattern !== undefined).map((pattern) => expect.stringMatching(pattern)),
    );
    expect(made.size).toBe(people);
    const ink = await shareDrawn(renderer, made);
    if (people > 0) expect(ink).toBeGreaterThan(0.02);
    else expect(ink).toBe(0);
    made.dispose();
  };

  for (const [column, mode] of MODES.entries()) {
    for (const [row, variant] of CROWD_VARIANTS.entries()) {
      const tags = isDaily(row) ? tagsInTable(row, column, MODES.length) : ['nightly'];
      test(`${mode}: ${variant.name}`, { tags }, () => draws(mode, variant));
    }
  }
});
