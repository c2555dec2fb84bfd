import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { BOUNDARY_SHAPES, DISTRIBUTIONS } from 'three-crowd/protocol';
import { describe, expect, test } from 'vitest';
import { generateCharacters, generateCrowd } from '../../../src/generate/generate-characters.js';
import { sampleManifest } from '../../support/sample-manifest.js';
import { SHAPE_FIELDS, sampleRecipe } from '../../support/sample-recipe.js';

/** Saved crowds must look the same for ever: a hash of a format never changes. All but the bearings on a spline are those of formats 1 and 2 alike. */
const HASHES: Record<string, string> = {
  'circle random': '4a14487324c159c3',
  'circle random groups': '3baf3cecb74e2922',
  'circle grid': '67ccd8e9ffa2e725',
  'circle grid groups': '4acd35800c24efe8',
  'circle startpoint': 'c6d63e24d00d5991',
  'circle startpoint groups': '65da6b6eed25be78',
  'square random': '409774a9a3d3a597',
  'square random groups': 'ae506d3c89d4ab54',
  'square grid': '6a6feb00be8baa32',
  'square grid groups': '81ff783263b1a45c',
  'square startpoint': 'c6d63e24d00d5991',
  'square startpoint groups': '65da6b6eed25be78',
  'road random': '456dadfbe1f284cb',
  'road random groups': 'fbaa741c01d4ac48',
  'road grid': '6aacba36b1fc47af',
  'road grid groups': '7e6e58314d4f6cc5',
  'road startpoint': '7f979329210abcba',
  'road startpoint groups': '6bd9dec610b49786',
  'donut random': 'c345cd1428ea7f55',
  'donut random groups': 'f4e35bb48d53fbcc',
  'donut grid': '7ddfb2e5ca07eaba',
  'donut grid groups': '8af838fc268461a6',
  'donut startpoint': '35c7a3f6a501c3f1',
  'donut startpoint groups': '80bbeb0364c4a357',
  'spline random': '7429ffbcca767cda',
  'spline random groups': 'b13fe318eaeaacc7',
  'spline grid': '5a13e472c16ab08a',
  'spline grid groups': 'b35fae6035393e7b',
  'spline startpoint': '2d0c90f689a0956f',
  'spline startpoint groups': 'a996621dcfb66d63',
};

/** 600 characters, 3.4 m wide each, in the same regions, as format 1 places them: nowhere near everyone has room. */
const CROWDED_HASHES: Record<string, string> = {
  'circle random': '5d1144aa57c88a56',
  'circle random groups': '714bb7c9371e7a9a',
  'circle grid': 'c2be5fa3b6950c87',
  'circle grid groups': '5f0ed5445c89c2e4',
  'circle startpoint': '1e511c4bf30fb286',
  'circle startpoint groups': '6e0f5b891da7f100',
  'square random': '81b44fed22ce30a6',
  'square random groups': '71aec64f36d3ff29',
  'square grid': 'b4eebae67867aada',
  'square grid groups': 'e71bc23c20a6e106',
  'square startpoint': '5a6ee8be323d53f9',
  'square startpoint groups': '5ccf7e17e74c8cf2',
  'road random': '9f513fa67ce469fb',
  'road random groups': '31dd38713a969b23',
  'road grid': '33ea0779e6267a65',
  'road grid groups': 'f3bd7cb6881e513f',
  'road startpoint': '3e267fcb0e33a67f',
  'road startpoint groups': '10a28bbc43a93b30',
  'donut random': '20b7cd6b4133a509',
  'donut random groups': '29b1078ad0ddcfcb',
  'donut grid': '73c9a3c4cf52c744',
  'donut grid groups': 'dd1549bc2a342a8b',
  'donut startpoint': '3001fc6411d160a8',
  'donut startpoint groups': '5a2ed2308bffe5c2',
  'spline random': '8bc783b6df6f47b6',
  'spline random groups': '98dc523bb0a15770',
  'spline grid': 'd2b87820f4d94edb',
  'spline grid groups': '472964016e4d1b8d',
  'spline startpoint': '088551b1d036e181',
  'spline startpoint groups': '2e6d11d2479d3e80',
};

const hash = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);

describe('recorded characters', () => {
  const cases = BOUNDARY_SHAPES.flatMap((shape) =>
    DISTRIBUTIONS.flatMap((distribution) =>
      [false, true].map((groupingMode) => ({ shape, distribution, groupingMode })),
    ),
  );

  test.each(cases)(
    '$shape, $distribution, groups: $groupingMode',
    ({ shape, distribution, groupingMode }) => {
      const recipe = sampleRecipe({ ...SHAPE_FIELDS[shape], distribution, groupingMode });
      const name = `${shape} ${distribution}${groupingMode ? ' groups' : ''}`;
      expect(hash(generateCharacters(recipe, sampleManifest))).toBe(HASHES[name]);
    },
  );

  test.each(cases)(
    '$shape, $distribution, groups: $groupingMode, without room',
    ({ shape, distribution, groupingMode }) => {
      const fields = { ...SHAPE_FIELDS[shape], distribution, groupingMode, size: 600, collisionRadius: 2 };
      const { characters, crowded } = generateCrowd(sampleRecipe(fields), sampleManifest);
      expect(crowded).toBeGreaterThan(300);
      const name = `${shape} ${distribution}${groupingMode ? ' groups' : ''}`;
      expect(hash(characters)).toBe(CROWDED_HASHES[name]);
    },
  );

  test.each(cases)(
    '$shape, $distribution, groups: $groupingMode, in format 2: the same but for bearings on a spline',
    ({ shape, distribution, groupingMode }) => {
      const recipe = sampleRecipe({ ...SHAPE_FIELDS[shape], distribution, groupingMode });
      const [first, second] = [1, 2].map((v) => generateCharacters({ ...recipe, v }, sampleManifest));
      if (shape === 'spline') {
        const withoutBearings = (characters: typeof first) => characters.map(({ rot_y: _, ...rest }) => rest);
        expect(second).not.toEqual(first);
        expect(withoutBearings(second)).toEqual(withoutBearings(first));
      } else expect(second).toEqual(first);
    },
  );

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
