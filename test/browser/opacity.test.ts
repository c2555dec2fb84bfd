import type { Crowd, CrowdMode } from 'three-crowd';
import { describe, expect } from 'vitest';
import { type TestRenderer, TIERS } from '../support/browser/backends.js';
import { figureCharacters } from '../support/browser/figure.js';
import { figureCrowd } from '../support/browser/figure-crowd.js';
import { createStage, differingPixels, photograph } from '../support/browser/picture.js';
import { sharedRenderer } from '../support/browser/shared-renderer.js';
import { testInTurn } from '../support/in-turn.js';

const SEED = 9;

function figures(renderer: TestRenderer, mode: CrowdMode, castShadow: boolean): Promise<Crowd> {
  return figureCrowd(renderer, {
    characters: figureCharacters(10, SEED),
    mode,
    castShadow,
    receiveShadow: false,
    lodThreshold: 0,
  });
}

/** Takes pictures of a crowd on one stage, whenever it is called. */
function photographer(renderer: TestRenderer, crowd: Crowd): () => Promise<Uint8Array> {
  const stage = createStage(crowd, 'directional');
  return () => photograph(renderer, stage, crowd);
}

/** How much of what `full` adds to `empty` there is in `picture`, over the pixels where `counts`. */
function share(
  picture: Uint8Array,
  empty: Uint8Array,
  full: Uint8Array,
  counts: (o: number) => boolean = () => true,
): number {
  let sum = 0;
  let most = 0;
  for (let o = 0; o < full.length; o += 4) {
    if (!counts(o)) continue;
    for (let k = o; k < o + 3; k++) {
      const added = full[k] - empty[k];
      sum += (picture[k] - empty[k]) * Math.sign(added);
      most += Math.abs(added);
    }
  }
  expect(most).toBeGreaterThan(10_000);
  return sum / most;
}

describe('opacity', () => {
  testInTurn(TIERS, [1])(
    `%s %s: so much of a character is seen, far ones included, and no more without it (seed ${SEED})`,
    async (backend, mode) => {
      const renderer = await sharedRenderer(backend);
      const crowd = await figures(renderer, mode, false);
      const take = photographer(renderer, crowd);
      const full = await take();
      crowd.setVisible('all', false);
      const empty = await take();
      crowd.setVisible('all', true);
      expect(differingPixels(full, empty, 8)).toBeGreaterThan(0.03);
      for (const opacity of [0.25, 0.5, 0.75]) {
        crowd.setOpacity('all', opacity);
        expect(crowd.get(3).opacity).toBeCloseTo(opacity, 1);
        expect(share(await take(), empty, full)).toBeCloseTo(crowd.get(3).opacity, 1);
      }
      if (mode === 'instanced') {
        crowd.lodThreshold = 10;
        expect(share(await take(), empty, full)).toBeCloseTo(0.75, 1);
        crowd.lodThreshold = 0;
      }
      crowd.setOpacity('all', 0);
      expect(differingPixels(await take(), empty, 2)).toBe(0);
      crowd.setOpacity('all', 1);
      expect(differingPixels(await take(), full, 2)).toBeLessThan(0.001);
    },
  );

  testInTurn(TIERS, [])(
    `%s %s: so much of a shadow is seen, a hero's included (seed ${SEED})`,
    async (backend, mode) => {
      const renderer = await sharedRenderer(backend);
      const without = await figures(renderer, mode, false);
      const bodies = await photographer(renderer, without)();
      without.setVisible('all', false);
      const empty = await photographer(renderer, without)();
      without.dispose();
      const isGround = (o: number): boolean => [0, 1, 2].every((k) => bodies[o + k] === empty[o + k]);

      const crowd = await figures(renderer, mode, true);
      await crowd.promote(2);
      const take = photographer(renderer, crowd);
      const full = await take();
      crowd.setOpacity('all', 0.5);
      const half = share(await take(), empty, full, isGround);
      expect(half).toBeGreaterThan(0.4);
      expect(half).toBeLessThan(0.6);
      crowd.setOpacity('all', 0);
      expect(share(await take(), empty, full, isGround)).toBeCloseTo(0, 2);
    },
  );
});
