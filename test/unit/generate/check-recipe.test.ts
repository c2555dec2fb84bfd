import { generateCharacters } from 'three-crowd/generate';
import { completeRecipe } from 'three-crowd/protocol';
import { describe, expect, test } from 'vitest';
import { checkRecipe } from '../../../src/generate/recipe/check-recipe.js';
import { errorOf } from '../../support/error-of.js';
import { sampleManifest } from '../../support/sample-manifest.js';
import { pathOf, SHAPE_FIELDS, sampleRecipe } from '../../support/sample-recipe.js';

const spline = (splinePoints: unknown) => ({ ...SHAPE_FIELDS.spline, splinePoints });

/** Path and message of what is wrong with the sample recipe once it is changed, in ways that types may forbid. */
const BAD: [changes: Record<string, unknown>, path: string, message: RegExp][] = [
  [{ v: 3 }, 'v', /must be from 1 to 2, the formats known here, not 3/],
  [{ v: 1.5 }, 'v', /must be an integer/],
  [{ seed: 1.5 }, 'seed', /must be an integer/],
  [{ seed: '42' }, 'seed', /must be a finite number/],
  [{ seed: 2 ** 60 }, 'seed', /must be at most 9007199254740991/],
  [{ size: -1 }, 'size', /at least 0/],
  [{ size: 2.5 }, 'size', /an integer/],
  [{ size: 1e9 }, 'size', /from 0 to 1000000, not 1000000000/],
  [{ weights: { soldier: 1 } }, 'weights.soldier', /no bucket .* farmer, guard, merchant, scholar/],
  [{ weights: { soldier: 0 } }, 'weights.soldier', /no bucket/],
  [{ weights: { constructor: 1 } }, 'weights.constructor', /no bucket/],
  [{ weights: { farmer: -1 } }, 'weights.farmer', /from 0 to 1000000, not -1/],
  [{ weights: { farmer: 1e300 } }, 'weights.farmer', /from 0 to 1000000/],
  [{ weights: { farmer: 'many' } }, 'weights.farmer', /must be a finite number/],
  [{ weights: { farmer: 0, guard: 0 } }, 'weights', /are all 0: give at least one/],
  [{ weights: [1, 2] }, 'weights', /must be an object/],
  [{ walkSpeedMin: 2, walkSpeedMax: 1 }, 'walkSpeedMin', /at most walkSpeedMax \(1\), not 2/],
  [{ walkSpeedMin: -1 }, 'walkSpeedMin', /at least 0, not -1/],
  [{ walkSpeedMin: null }, 'walkSpeedMin', /must be a finite number/],
  [{ pace: 40 }, 'pace', /at most 1/],
  [{ pace: Number.NaN }, 'pace', /finite number/],
  [{ scaleVariation: 5 }, 'scaleVariation', /from 0 to 0.9, not 5: it is a fraction/],
  [{ boundaryShape: 'triangle' }, 'boundaryShape', /one of "circle", "square", "road", "donut", "spline"/],
  [{ boundaryRadius: 0 }, 'boundaryRadius', /from 0.01 to 100000 metres .* "circle", not 0/],
  [{ spawnRadius: -3 }, 'spawnRadius', /from 0.01/],
  [{ spawnRadius: 1e308 }, 'spawnRadius', /to 100000 metres/],
  [{ spawnRadius: Number.POSITIVE_INFINITY }, 'spawnRadius', /finite/],
  [
    { ...SHAPE_FIELDS.donut, spawnRadius: 25 },
    'spawnRadius',
    /inner radius .* less than boundaryRadius \(25\)/,
  ],
  [{ ...SHAPE_FIELDS.donut, spawnRadius: -1 }, 'spawnRadius', /at least 0/],
  [spline(null), 'splinePoints', /at least 2 points .* not 0/],
  [spline([[1, 2]]), 'splinePoints', /at least 2 points .* not 1/],
  [spline(pathOf([1, 2], [1, 2], [1, 2])), 'splinePoints', /all at the same place/],
  [spline([[1, 2, 3]]), 'splinePoints.0', /length of 2/],
  [spline(pathOf([1, 2], [1, 'b' as never])), 'splinePoints.1.1', /finite number/],
  [spline(pathOf([1, 2], [1e7, 0])), 'splinePoints.1', /within 100000 metres/],
  [spline(new Array(300).fill([1, 2])), 'splinePoints', /at most 256/],
  [{ splinePoints: 'a' }, 'splinePoints', /must be a list/],
  [{ facing: -0.1 }, 'facing', /at least 0/],
  [{ distribution: 'poisson' }, 'distribution', /one of "random", "grid", "startpoint"/],
  [{ terrain: 7 }, 'terrain', /must be an object/],
  [{ terrain: { active: 1 } }, 'terrain.active', /true or false/],
  [{ terrain: { amplitude: -1 } }, 'terrain.amplitude', /at least 0 metres, not -1/],
  [{ terrain: { frequency: -1 } }, 'terrain.frequency', /at least 0 cycles a metre/],
  [{ terrain: { noiseType: 'perlin' } }, 'terrain.noiseType', /one of "fractal", "simplex"/],
  [{ hueShift: 30 }, 'hueShift', /from -1 to 1, not 30: it is in turns, so 30 degrees are 0.0833/],
  [{ hueVar: 20 }, 'hueVar', /in turns/],
  [{ satVar: 10 }, 'satVar', /a fraction/],
  [{ lightVar: -0.1 }, 'lightVar', /from 0 to 1/],
  [{ collisionRadius: -1 }, 'collisionRadius', /at least 0/],
  [{ personalSpace: 2 }, 'personalSpace', /from 0 to 1/],
  [{ anticipation: 2 }, 'anticipation', /at most 1/],
  [{ obstacles: [{ x: 0, z: 0 }] }, 'obstacles.0.radius', /finite number/],
  [{ obstacles: [{ x: 0, z: 0, radius: -1 }] }, 'obstacles.0.radius', /at least 0 metres/],
  [{ obstacles: new Array(65).fill({ x: 0, z: 0, radius: 1 }) }, 'obstacles', /at most 64, not 65/],
  [{ groupingMode: 'yes' }, 'groupingMode', /true or false/],
  [{ attractTarget: { x: 1 } }, 'attractTarget.z', /finite number/],
  [{ collection: 5 }, 'collection', /must be a text/],
];

describe('a recipe, completed and then checked,', () => {
  test.each(BAD)('is refused with %j', async (changes, path, message) => {
    const sent = { ...sampleRecipe(), ...changes };
    const error = await errorOf(() => checkRecipe(completeRecipe(sent), sampleManifest), 'RecipeError');
    expect(error.path).toBe(path);
    expect(error.message).toMatch(message);
    expect(error.message).toMatch(new RegExp(`^The recipe's ${path.replaceAll('.', '\\.')} .*\\.$`));
    expect(() => generateCharacters(completeRecipe(sent), sampleManifest)).toThrow(error);
  });

  test('a manifest whose weights are all 0 needs weights in the recipe', async () => {
    const weightless = {
      ...sampleManifest,
      buckets: sampleManifest.buckets.map((bucket) => ({ ...bucket, weight: 0 })),
    };
    const error = await errorOf(() => checkRecipe(sampleRecipe({ weights: {} }), weightless), 'RecipeError');
    expect(error.path).toBe('weights');
    expect(() => checkRecipe(sampleRecipe(), weightless)).not.toThrow();
  });

  test.each(Object.entries(SHAPE_FIELDS))('takes a good recipe for a %s', (_shape, fields) => {
    expect(() => checkRecipe(sampleRecipe(fields), sampleManifest)).not.toThrow();
  });

  test('ignores the points of a spline for other shapes', () => {
    expect(() => checkRecipe(sampleRecipe({ splinePoints: [[1, 1]] }), sampleManifest)).not.toThrow();
  });
});
