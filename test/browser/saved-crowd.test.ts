import type { Crowd } from 'three-crowd';
import { expect } from 'vitest';
import { type TestRenderer, TIERS } from '../support/browser/backends.js';
import { figureCharacters } from '../support/browser/figure.js';
import { figureCrowd } from '../support/browser/figure-crowd.js';
import { createStage, differingPixels, photograph } from '../support/browser/picture.js';
import { sharedRenderer } from '../support/browser/shared-renderer.js';
import { testInTurn } from '../support/in-turn.js';

const SEED = 6;

const picture = (renderer: TestRenderer, crowd: Crowd): Promise<Uint8Array> =>
  photograph(renderer, createStage(crowd, 'directional'), crowd);

testInTurn(TIERS, [0])(
  `%s %s: the first picture of a restored crowd is the one of when it was saved (seed ${SEED})`,
  async (backend, mode) => {
    const renderer = await sharedRenderer(backend);
    const create = (): Promise<Crowd> =>
      figureCrowd(renderer, { characters: figureCharacters(10, SEED), mode });
    const crowd = await create();
    const start = await picture(renderer, crowd);
    crowd.setClip([0, 1, 2], 'jog', { fade: 0.4 });
    crowd.setClip([3, 4], 'walk_stop', { next: 'idle' });
    crowd.removeCharacters([5, 6]);
    crowd.addCharacters(figureCharacters(4, SEED + 1).map((character) => ({ ...character, z: 4 })));
    crowd.setParts(7, { body: 'body_b', hair: '' });
    crowd.setColors('all', { skin: '#884422' });
    crowd.update(0.9);
    const before = await picture(renderer, crowd);
    const saved = await crowd.save();
    crowd.dispose();
    expect(differingPixels(before, start, 8)).toBeGreaterThan(0.03);

    const other = await create();
    other.update(0.3);
    await other.restore(saved);
    expect(differingPixels(await picture(renderer, other), before, 2)).toBeLessThan(0.001);
    other.dispose();
  },
);
