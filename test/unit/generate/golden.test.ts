import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { generateCharacters, generateCrowd } from '../../../src/generate/generate-characters.js';
import { sampleManifest } from '../../support/sample-manifest.js';
import { SPAWN_CASES, sampleRecipe } from '../../support/sample-recipe.js';

/**
 * Hashes of saved crowds, which must never change: of each shape and distribution alone and in groups, then the same two of
 * 600 characters, 3.4 m wide each, of whom hardly any have room. In format 2 they stand at the same places, with other looks.
 */
const HASHES: Record<string, readonly string[]> = {
  'circle random': ['4a14487324c159c3', '3baf3cecb74e2922', '5d1144aa57c88a56', '714bb7c9371e7a9a'],
  'circle grid': ['67ccd8e9ffa2e725', '4acd35800c24efe8', 'c2be5fa3b6950c87', '5f0ed5445c89c2e4'],
  'circle startpoint': ['c6d63e24d00d5991', '65da6b6eed25be78', '1e511c4bf30fb286', '6e0f5b891da7f100'],
  'square random': ['409774a9a3d3a597', 'ae506d3c89d4ab54', '81b44fed22ce30a6', '71aec64f36d3ff29'],
  'square grid': ['6a6feb00be8baa32', '81ff783263b1a45c', 'b4eebae67867aada', 'e71bc23c20a6e106'],
  'square startpoint': ['c6d63e24d00d5991', '65da6b6eed25be78', '5a6ee8be323d53f9', '5ccf7e17e74c8cf2'],
  'road random': ['456dadfbe1f284cb', 'fbaa741c01d4ac48', '9f513fa67ce469fb', '31dd38713a969b23'],
  'road grid': ['6aacba36b1fc47af', '7e6e58314d4f6cc5', '33ea0779e6267a65', 'f3bd7cb6881e513f'],
  'road startpoint': ['7f979329210abcba', '6bd9dec610b49786', '3e267fcb0e33a67f', '10a28bbc43a93b30'],
  'donut random': ['c345cd1428ea7f55', 'f4e35bb48d53fbcc', '20b7cd6b4133a509', '29b1078ad0ddcfcb'],
  'donut grid': ['7ddfb2e5ca07eaba', '8af838fc268461a6', '73c9a3c4cf52c744', 'dd1549bc2a342a8b'],
  'donut startpoint': ['35c7a3f6a501c3f1', '80bbeb0364c4a357', '3001fc6411d160a8', '5a2ed2308bffe5c2'],
  'spline random': ['7429ffbcca767cda', 'b13fe318eaeaacc7', '8bc783b6df6f47b6', '98dc523bb0a15770'],
  'spline grid': ['5a13e472c16ab08a', 'b35fae6035393e7b', 'd2b87820f4d94edb', '472964016e4d1b8d'],
  'spline startpoint': ['2d0c90f689a0956f', 'a996621dcfb66d63', '088551b1d036e181', '2e6d11d2479d3e80'],
};

const hash = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);

describe('recorded characters', () => {
  test.each(SPAWN_CASES)('$boundaryShape, $distribution, groups: $groupingMode', (fields) => {
    const recipe = sampleRecipe(fields);
    expect(hash(generateCharacters(recipe, sampleManifest))).toBe(
      HASHES[`${fields.boundaryShape} ${fields.distribution}`][Number(fields.groupingMode)],
    );
  });

  test.each(SPAWN_CASES)('$boundaryShape, $distribution, groups: $groupingMode, without room', (fields) => {
    const recipe = sampleRecipe({ ...fields, size: 600, collisionRadius: 2 });
    const { characters, crowded } = generateCrowd(recipe, sampleManifest);
    expect(crowded).toBeGreaterThan(300);
    expect(hash(characters)).toBe(
      HASHES[`${fields.boundaryShape} ${fields.distribution}`][2 + Number(fields.groupingMode)],
    );
  });

  test.each(SPAWN_CASES)('$boundaryShape, $distribution, groups: $groupingMode, in format 2', (fields) => {
    const recipe = sampleRecipe(fields);
    const [first, second] = [1, 2].map((v) => generateCharacters({ ...recipe, v }, sampleManifest));
    const places = (characters: typeof first) =>
      characters.map(({ x, z, scale, idle_variant }) => ({ x, z, scale, idle_variant }));
    expect(places(second)).toEqual(places(first));
    const headings = (characters: typeof first) => characters.map(({ rot_y }) => rot_y);
    // On a spline, and of those in groups who walk in one format only, they differ.
    const differ = fields.boundaryShape === 'spline' || fields.groupingMode;
    if (differ) expect(headings(second)).not.toEqual(headings(first));
    else expect(headings(second)).toEqual(headings(first));
  });

  test('four characters, in full', () => {
    const recorded: unknown = JSON.parse(
      readFileSync(new URL('../../fixtures/four-characters.json', import.meta.url), 'utf8'),
    );
    expect(generateCharacters(sampleRecipe({ size: 4 }), sampleManifest)).toEqual(recorded);
  });

  test('the same crowd twice is two equal lists, and neither is the other', () => {
    const [a, b] = [0, 1].map(() => generateCharacters(sampleRecipe(), sampleManifest));
    expect(a).toEqual(b);
    a[0].garment_hsl[0] = -1;
    expect(b[0].garment_hsl[0]).not.toBe(-1);
  });

  test.each([
    [-1, 4294967295],
    [4294967296, 0],
    [Number.MAX_SAFE_INTEGER, 4294967295],
    [-(2 ** 32) - 7, 4294967289],
  ])('seed %d is seed %d, modulo 2^32', (seed, same) => {
    expect(generateCharacters(sampleRecipe({ seed }), sampleManifest)).toEqual(
      generateCharacters(sampleRecipe({ seed: same }), sampleManifest),
    );
  });
});
