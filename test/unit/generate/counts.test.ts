import fc from 'fast-check';
import { generateCharacters } from 'three-crowd/generate';
import { describe, expect, test } from 'vitest';
import { apportion } from '../../../src/generate/traits/buckets.js';
import { formGroups } from '../../../src/generate/traits/groups.js';
import { sampleManifest } from '../../support/sample-manifest.js';
import { sampleRecipe } from '../../support/sample-recipe.js';

function countBuckets(changes: Parameters<typeof sampleRecipe>[0]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { bucket } of generateCharacters(sampleRecipe(changes), sampleManifest)) {
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  return counts;
}

function countWalkers(changes: Parameters<typeof sampleRecipe>[0]): number {
  return generateCharacters(sampleRecipe(changes), sampleManifest).filter(
    ({ anim_clip }) => anim_clip === 'walk',
  ).length;
}

describe('apportion', () => {
  test.each([
    { weights: [5, 2, 2, 1], total: 150, shares: [75, 30, 30, 15] },
    // Remainders 1/3 each: the first two get the rest.
    { weights: [1, 1, 1], total: 5, shares: [2, 2, 1] },
    // Quotas 9.99, 9.06, 7.18, 5.26, 3.32 and 1.19.
    { weights: [27744, 25178, 19951, 14610, 9225, 3292], total: 36, shares: [10, 9, 7, 5, 4, 1] },
    { weights: [0, 3], total: 7, shares: [0, 7] },
  ])('$weights share $total', ({ weights, total, shares }) => {
    expect(apportion(weights, total)).toEqual(shares);
  });

  test('is less than one away from the exact share and sums up (random weights, seed 7)', () => {
    const weight = fc.double({ min: 0, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(fc.array(weight, { minLength: 1, maxLength: 12 }), fc.nat(100_000), (weights, total) => {
        const sum = weights.reduce((a, b) => a + b, 0);
        fc.pre(sum > 0);
        const shares = apportion(weights, total);
        expect(shares.reduce((a, b) => a + b, 0)).toBe(total);
        shares.forEach((share, i) => {
          expect(Math.abs(share - (total * weights[i]) / sum)).toBeLessThan(1 + 1e-6);
        });
      }),
      { seed: 7, numRuns: 300 },
    );
  });
});

describe('buckets', () => {
  test('follow the weights', () => {
    expect(countBuckets({})).toEqual({ farmer: 75, guard: 30, merchant: 30, scholar: 15 });
  });

  test('follow the manifest where the recipe names none', () => {
    expect(countBuckets({ weights: {} })).toEqual(countBuckets({}));
  });

  test('only those named take part, and none of weight 0', () => {
    expect(countBuckets({ weights: { scholar: 2, guard: 1, farmer: 0 } })).toEqual({
      guard: 50,
      scholar: 100,
    });
  });

  test("do not depend on the order of the recipe's keys", () => {
    const turned = sampleRecipe({ weights: { scholar: 1, merchant: 2, guard: 2, farmer: 5 } });
    expect(generateCharacters(turned, sampleManifest)).toEqual(
      generateCharacters(sampleRecipe(), sampleManifest),
    );
  });

  test('do not depend on the order of the manifest’s buckets', () => {
    const turned = { ...sampleManifest, buckets: sampleManifest.buckets.toReversed() };
    expect(generateCharacters(sampleRecipe(), turned)).toEqual(
      generateCharacters(sampleRecipe(), sampleManifest),
    );
  });
});

describe('walkers', () => {
  test.each([0, 0.1, 1 / 3, 0.5, 0.997, 1])('pace %d of 150 is exact', (pace) => {
    expect(countWalkers({ pace })).toBe(Math.round(pace * 150));
  });

  test('raising the pace never stops anyone', () => {
    const walkers = [0.2, 0.5, 0.7].map((pace) =>
      generateCharacters(sampleRecipe({ pace }), sampleManifest)
        .filter(({ anim_clip }) => anim_clip === 'walk')
        .map(({ index }) => index),
    );
    expect(walkers[1]).toEqual(expect.arrayContaining(walkers[0]));
    expect(walkers[2]).toEqual(expect.arrayContaining(walkers[1]));
  });

  test.each([0.1, 0.4, 0.8])('groups walk whole at pace %d, right to half the largest', (pace) => {
    const recipe = sampleRecipe({ pace, groupingMode: true });
    const characters = generateCharacters(recipe, sampleManifest);
    const groups = formGroups(recipe, 0.45);
    expect(groups.length).toBeGreaterThan(30);
    for (const { first, offsets } of groups) {
      const clips = characters.slice(first, first + offsets.length).map(({ anim_clip }) => anim_clip);
      expect(new Set(clips).size).toBe(1);
    }
    const walkers = characters.filter(({ anim_clip }) => anim_clip === 'walk').length;
    expect(Math.abs(walkers - pace * 150)).toBeLessThanOrEqual(3);
  });
});

describe('groups of 20,000 characters of seed 42', () => {
  const groups = formGroups({ seed: 42, size: 20_000 }, 0.5);

  test('take everyone once, in order', () => {
    const members = groups.flatMap(({ first, offsets }) => offsets.map((_, k) => first + k));
    expect(members).toEqual(Array.from({ length: 20_000 }, (_, i) => i));
  });

  test.each([
    [2, 0.35],
    [3, 0.3],
    [4, 0.2],
    [5, 0.1],
    [6, 0.05],
  ])('size %d has a share of about %d', (size, share) => {
    const found = groups.filter(({ offsets }) => offsets.length === size).length / groups.length;
    expect(Math.abs(found - share)).toBeLessThan(0.02);
  });

  test('neighbours on a ring stand 0.8 m apart', () => {
    for (const { offsets } of groups.slice(0, 200)) {
      const [[ax, az], [bx, bz]] = offsets;
      expect(Math.hypot(ax - bx, az - bz)).toBeCloseTo(0.8, 12);
    }
  });
});
