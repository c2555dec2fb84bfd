import type { Mesh } from 'three';
import type { BackendName } from 'three-crowd';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { mulberry32 } from '../../src/math/index.js';
import {
  BACKENDS,
  createPlainRenderer,
  makeRenderer,
  type TestRenderer,
} from '../support/browser/backends.js';
import { createFigure, type Figure, figureCharacters } from '../support/browser/figure.js';
import { figureCrowd } from '../support/browser/figure-crowd.js';
import { greatestDistance } from '../support/browser/greatest-distance.js';
import { readPosedPositions } from '../support/browser/posed-positions.js';
import { testInTurn } from '../support/in-turn.js';

const SEED = 20;
const CHARACTERS = 20;
const PARTS = ['body_a', 'body_b', 'face_a', 'hands'];

const RENDERERS: readonly (readonly [string, BackendName, () => Promise<TestRenderer>])[] = [
  ...BACKENDS.map((backend) => [backend, backend, () => makeRenderer(backend)] as const),
  ['webgpu without indirect draws', 'webgpu', createPlainRenderer],
];

describe.each(RENDERERS)('an instanced crowd on %s', (_name, backend, create) => {
  /** Every run has the hardest case on each renderer, and the others on one of them. */
  const isPlain = create === createPlainRenderer;
  let renderer: TestRenderer;

  beforeAll(async () => {
    renderer = await create();
  });

  afterAll(() => renderer.dispose());

  /** Largest distance, metres, between the GPU's vertices and three's own, over three moments. */
  async function largestError(figure: Figure, nextStep: () => number): Promise<number> {
    const characters = figureCharacters(CHARACTERS, SEED);
    const { assets } = figure;
    const crowd = await figureCrowd(renderer, { assets, characters, mode: 'instanced', lodThreshold: 0 });
    expect(crowd.stats).toMatchObject({ backend, mode: 'instanced', characters: CHARACTERS, drawCalls: 5 });
    let compared = 0;
    let largest = 0;
    let seconds = 0;
    for (let round = 0; round < 3; round++) {
      const step = nextStep();
      crowd.update(step);
      seconds += step;
      for (const name of PARTS) {
        const wearers = characters.filter((c) => c.body_id === name || !name.startsWith('body'));
        const posed = await readPosedPositions(renderer, crowd.getObjectByName(name) as Mesh, wearers.length);
        const unclaimed = new Set(wearers.map((_, instance) => instance));
        for (const character of wearers) {
          const expected = figure.expected(name, character, seconds);
          // The GPU lists instances in any order; nobody stands where another does.
          const errors = [...unclaimed].map((i) => [
            i,
            greatestDistance(posed, i * expected.length, expected),
          ]);
          const [instance, error] = errors.reduce((best, other) => (other[1] < best[1] ? other : best));
          unclaimed.delete(instance);
          largest = Math.max(largest, error);
          compared += expected.length / 3;
        }
        expect(unclaimed.size).toBe(0);
      }
    }
    expect(compared).toBeGreaterThan(3 * CHARACTERS * 100);
    crowd.dispose();
    return largest;
  }

  testInTurn(['even', 'uneven'] as const, isPlain ? [0] : [1])(
    `poses every vertex as three's SkinnedMesh does where scales are %s (seed ${SEED})`,
    async (scales) => {
      const random = mulberry32(SEED);
      expect(await largestError(createFigure({ scales }), () => random() * 5)).toBeLessThan(0.0005);
    },
  );

  const tags = isPlain ? [] : ['nightly'];
  test('poses from the matrices alone where a bone is sheared, and says so', { tags }, async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const random = mulberry32(SEED);
    const figure = createFigure({ scales: 'sheared' });
    expect(await largestError(figure, () => Math.floor(random() * 150) / 30)).toBeLessThan(0.001);
    expect(warn).toHaveBeenCalledOnce();
    expect(warn.mock.calls[0][0]).toContain('sheared');
    warn.mockRestore();
  });
});
