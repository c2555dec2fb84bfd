import fc from 'fast-check';
import { expect, test } from 'vitest';
import { generateCrowd } from '../../../src/generate/generate-characters.js';
import { groundOf } from '../../../src/generate/placement/ground.js';
import { BOUNDARY_SHAPES, characterSchema, DISTRIBUTIONS, type Recipe } from '../../../src/protocol/index.js';
import { sampleManifest } from '../../support/sample-manifest.js';
import { sampleRecipe } from '../../support/sample-recipe.js';

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const centimetres = fc.integer({ min: -6000, max: 6000 }).map((value) => value / 100);
const point = fc.tuple(centimetres, centimetres);

const recipes: fc.Arbitrary<Recipe> = fc
  .record({
    seed: fc.maxSafeInteger(),
    size: fc.nat(120),
    weights: fc.dictionary(fc.constantFrom('farmer', 'guard', 'merchant', 'scholar'), between(0.01, 100)),
    pace: between(0, 1),
    scaleVariation: between(0, 0.9),
    boundaryShape: fc.constantFrom(...BOUNDARY_SHAPES),
    boundaryRadius: between(8, 60),
    spawnRadius: between(0.05, 7.9),
    splinePoints: fc.uniqueArray(point, {
      minLength: 2,
      maxLength: 8,
      comparator: ([ax, az], [bx, bz]) => ax === bx && az === bz,
    }),
    facing: between(0, 1),
    distribution: fc.constantFrom(...DISTRIBUTIONS),
    hueShift: between(-1, 1),
    hueVar: between(0, 1),
    satVar: between(0, 1),
    lightVar: between(0, 1),
    collisionRadius: between(0, 1),
    obstacles: fc.array(
      fc.record({ type: fc.string(), x: between(-20, 20), z: between(-20, 20), radius: between(0, 8) }),
      { maxLength: 5 },
    ),
    groupingMode: fc.boolean(),
  })
  .map((fields) => sampleRecipe(fields));

test('of any recipe, everyone is there, well formed and inside the shape (seed 2024)', () => {
  let crowds = 0;
  let crowdedOnes = 0;
  fc.assert(
    fc.property(recipes, (recipe) => {
      const { characters, crowded, blocked } = generateCrowd(recipe, sampleManifest);
      expect(characters.map(({ index }) => index)).toEqual(Array.from({ length: recipe.size }, (_, i) => i));
      const { region } = groundOf(recipe);
      for (const character of characters) {
        characterSchema.parse(character);
        const { x, z } = character;
        // A place rounded outwards is inside a tenth of a millimetre from there.
        const near = [-1e-4, 0, 1e-4];
        expect(near.some((dx) => near.some((dz) => region.contains(x + dx, z + dz)))).toBe(true);
      }
      expect(crowded).toBeLessThanOrEqual(Math.max(0, recipe.size - 1));
      expect(blocked).toBeLessThanOrEqual(recipe.size);
      crowds += 1;
      if (crowded > 0) crowdedOnes += 1;
    }),
    { seed: 2024, numRuns: 300 },
  );
  expect(crowds).toBeGreaterThanOrEqual(300);
  expect(crowdedOnes).toBeGreaterThan(10);
  expect(crowdedOnes).toBeLessThan(crowds - 10);
});
