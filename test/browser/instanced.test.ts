import type { Mesh } from 'three';
import { type BackendName, buildCrowd } from 'three-crowd';
import { afterEach, describe, expect, test } from 'vitest';
import { mulberry32 } from '../../src/math/index.js';
import { BACKENDS, createRenderer, type TestRenderer } from './support/backends.js';
import { createFigure, figureCharacters } from './support/figure.js';
import { readPosedPositions } from './support/posed-positions.js';

const SEED = 20;

describe.each(BACKENDS)('an instanced crowd on %s', (backend: BackendName) => {
  let renderer: TestRenderer | undefined;

  afterEach(() => {
    renderer?.dispose();
    renderer = undefined;
  });

  test(`poses every vertex as three's SkinnedMesh does, on baked frames (seed ${SEED})`, async () => {
    renderer = await createRenderer(backend);
    const figure = createFigure();
    const characters = figureCharacters(20, SEED);
    const random = mulberry32(SEED);
    const crowd = await buildCrowd({
      renderer,
      assets: figure.assets,
      characters,
      sharedParts: ['hands'],
      mode: 'instanced',
    });
    expect(crowd.stats).toMatchObject({ backend, tier: 'instanced', characters: 20, drawCalls: 5 });

    let compared = 0;
    let largest = 0;
    let seconds = 0;
    for (let round = 0; round < 3; round++) {
      const step = Math.floor(random() * 150) / 30;
      crowd.update(step);
      seconds += step;
      for (const name of ['body_a', 'body_b', 'face_a', 'hands']) {
        const mesh = crowd.getObjectByName(name) as Mesh;
        const posed = await readPosedPositions(renderer, mesh);
        const wearers = characters.filter((c) => c.body_id === name || !name.startsWith('body'));
        let at = 0;
        for (const character of wearers) {
          const expected = figure.expected(name, character, seconds);
          for (let k = 0; k < expected.length; k += 3) {
            const error = Math.hypot(
              posed[at + k] - expected[k],
              posed[at + k + 1] - expected[k + 1],
              posed[at + k + 2] - expected[k + 2],
            );
            largest = Math.max(largest, Number.isNaN(error) ? Infinity : error);
          }
          at += expected.length;
          compared += 1;
        }
        expect(at).toBe(posed.length);
      }
    }
    expect(compared).toBe(3 * 20 * 3);
    expect(largest).toBeLessThan(0.001);
    crowd.dispose();
  });
});
