import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Color } from 'three';
import { generateCharacters } from 'three-crowd/generate';
import { type Character, completeRecipe, type Manifest, type RecipeInput } from 'three-crowd/protocol';
import { describe, expect, test } from 'vitest';
import { buildManifest } from '../../../src/kit/manifest.js';
import { colorDifference, hslToLab } from '../../../src/math/index.js';
import { SAMPLE_CROWDS } from '../../../src/server/crowds/sample-crowds.js';
import { sampleManifest } from '../../support/sample-manifest.js';
import { varietyOf } from '../../support/variety.js';

const kit = buildManifest();
/** The catalogue that crowds of format 1 were saved with. */
const street: Manifest = {
  version: 'song-street-b92ce7e1',
  parts: [],
  shared: [],
  buckets: JSON.parse(readFileSync(new URL('../../fixtures/street-buckets.json', import.meta.url), 'utf8')),
};
/** Hashes of the sample crowds in format 1, which must never change. */
const FORMAT_1: Record<string, string> = {
  cr_Market1k: 'a73a0456fad191d7',
  cr_Teahouse: '7ead7c0453b0ea7a',
  cr_Court150: 'cb315eb2b675fca8',
  cr_Parade5k: '3c584091738b641d',
  cr_Hillside: 'fb7dac0064cc1896',
};

/** Colours of recipes that have changed since. */
const COLORS_THEN: Record<string, RecipeInput> = {
  cr_Parade5k: { hueVar: 0.02, satVar: 0.08, lightVar: 0.06 },
};

/** Largest share in format 2 of the first 1,000 characters with the same body and headwear within 5 m. */
const MOST_SILHOUETTES = 0.03;

function crowdOf(recipe: RecipeInput, manifest = kit): Character[] {
  return generateCharacters(completeRecipe(recipe), manifest);
}

describe.each(SAMPLE_CROWDS)('$name', ({ id, recipe: { scene, ...recipe } }) => {
  test('is the same crowd as ever in format 1', () => {
    const text = JSON.stringify(crowdOf({ ...recipe, ...COLORS_THEN[id], v: 1 }, street));
    expect(createHash('sha256').update(text).digest('hex').slice(0, 16)).toBe(FORMAT_1[id]);
  });

  test('differs from its neighbours in format 2', () => {
    const [before, bare, after] = [{ v: 1 }, { v: 2 }, { v: 2, ...(scene && { scene }) }].map((format) =>
      varietyOf(crowdOf({ ...recipe, ...format }).slice(0, 1000)),
    );
    expect(before.silhouettes5m).toBeGreaterThan(MOST_SILHOUETTES);
    expect(before.inStep5m).toBeGreaterThan(0.05);
    expect(bare.inStep5m).toBe(0);
    // Where more walk within 5 m than there are phases, some are in step.
    expect(after.inStep5m).toBeLessThanOrEqual(0.01);
    // The same body, face and headwear.
    expect(after.twins10m).toBe(0);
    expect(after.sameColor15m).toBe(0);
    expect(after.silhouettes5m).toBeLessThanOrEqual(MOST_SILHOUETTES);
    expect(after.distinct).toBe(Math.min(1000, recipe.size ?? 0));
  });
});

describe('1,000 characters of format 2', () => {
  const road: RecipeInput = { v: 2, seed: 9, boundaryShape: 'road', spawnRadius: 20, boundaryRadius: 100 };

  test.each([false, true])('are those that a larger crowd begins with (groups: %s)', (groupingMode) => {
    const first = crowdOf({ ...road, groupingMode, size: 1000 });
    // The last group is cut off where the crowd ends.
    const whole = groupingMode ? 994 : 1000;
    expect(crowdOf({ ...road, groupingMode, size: 1700 }).slice(0, whole)).toEqual(first.slice(0, whole));
  });

  test('are counted by the weights, each bucket to 3, and by the pace', () => {
    const weights = { farmer: 5, guard: 2, merchant: 2, scholar: 1 };
    for (const pace of [0, 0.3, 1]) {
      const people = crowdOf({ ...road, weights, pace, size: 1000 }, sampleManifest);
      expect(people.filter(({ anim_clip }) => anim_clip === 'walk')).toHaveLength(pace * 1000);
      for (const [id, weight] of Object.entries(weights)) {
        const count = people.filter(({ bucket }) => bucket === id).length;
        expect(Math.abs(count - weight * 100)).toBeLessThanOrEqual(3);
      }
    }
  });

  test('have twins where every bucket has one piece of headwear, in another colour', () => {
    const buckets = kit.buckets.map(({ hairs, ...bucket }) => ({ ...bucket, hairs: hairs.slice(0, 1) }));
    const { twins10m, sameColor15m } = varietyOf(crowdOf(SAMPLE_CROWDS[0].recipe, { ...kit, buckets }));
    expect(twins10m).toBeGreaterThan(0.1);
    expect(sameColor15m).toBe(0);
  });

  test('are dealt where all are at one place', () => {
    const people = crowdOf({ v: 2, size: 1000, spawnRadius: 0.01, boundaryRadius: 0.01 });
    expect(new Set(people.map(({ body_id }) => body_id)).size).toBeGreaterThan(5);
  });
});

describe('CIELAB', () => {
  // The primaries and white of sRGB, by http://www.brucelindbloom.com, D65.
  test.each([
    ['#ff0000', [53.24, 80.09, 67.2]],
    ['#00ff00', [87.73, -86.18, 83.18]],
    ['#0000ff', [32.3, 79.19, -107.86]],
    ['#ffffff', [100, 0, 0]],
    ['#777777', [50.03, 0, 0]],
    ['#0b0a0a', [2.8, 0.3, 0.13]],
  ])('%s is %j', (hex, expected) => {
    const { h, s, l } = new Color(hex).getHSL({ h: 0, s: 0, l: 0 });
    const lab = hslToLab(h, s, l);
    for (const [i, value] of expected.entries()) expect(Math.abs(lab[i] - value)).toBeLessThan(0.15);
    expect(colorDifference(lab, [lab[0] + 2, lab[1] - 3, lab[2] + 6])).toBeCloseTo(7, 9);
  });
});

test('characters of a bucket or a build with a walk clip have it, whatever they do at first', () => {
  const buckets = kit.buckets.map(({ walk_clip: _, ...bucket }) => bucket);
  const builds = kit.builds!.map(({ walk_clip: _, ...build }) => build);
  const characters = crowdOf({ size: 200 });
  const elders = characters.filter(({ bucket }) => bucket.startsWith('elder'));
  expect(new Set(elders.map(({ anim_clip }) => anim_clip))).toEqual(new Set(['idle', 'walk']));
  expect(characters.filter(({ walk_clip }) => walk_clip === 'walk_old')).toEqual(elders);
  const stout = characters.filter(({ build }) => (kit.builds![build!].girth ?? 1) >= 1.2);
  expect(stout.length).toBeGreaterThan(5);
  expect(characters.filter(({ walk_clip }) => walk_clip === 'walk_stout')).toEqual(stout);
  const without = characters.map(({ walk_clip: _, ...character }) => character);
  expect(without).toEqual(crowdOf({ size: 200 }, { ...kit, buckets, builds }));
});

test.each([1, 2])('characters of a bucket with builds have one of them, and its scale (format %i)', (v) => {
  const recipe: RecipeInput = { v, size: 400, scaleVariation: 0.1 };
  const buckets = kit.buckets.map(({ builds: _, ...bucket }) => bucket);
  const plain = crowdOf(recipe, { ...kit, buckets });
  const characters = crowdOf(recipe);
  const numbers = new Set<number>();
  for (const [i, { build, scale, ...character }] of characters.entries()) {
    const { scale: ownScale, ...others } = plain[i];
    const { walk_clip, builds = [] } = kit.buckets.find(({ id }) => id === character.bucket)!;
    expect(builds).toContain(build);
    numbers.add(build!);
    expect(scale).toBeCloseTo(ownScale * (kit.builds![build!].scale ?? 1), 4);
    const own = walk_clip ?? kit.builds![build!].walk_clip;
    expect(character).toEqual({ ...others, ...(own !== undefined && { walk_clip: own }) });
  }
  expect(numbers.size).toBe(kit.builds!.length);
});
