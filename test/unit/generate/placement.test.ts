import { generateCharacters } from 'three-crowd/generate';
import { BOUNDARY_SHAPES, DISTRIBUTIONS, type Recipe } from 'three-crowd/protocol';
import { describe, expect, test } from 'vitest';
import { type GeneratedCrowd, generateCrowd } from '../../../src/generate/generate-characters.js';
import { checkRoom, mostCharacters } from '../../../src/generate/placement/room.js';
import { testInTurn } from '../../support/in-turn.js';
import { sampleManifest } from '../../support/sample-manifest.js';
import { pathOf, SHAPE_FIELDS, SPAWN_CASES, sampleRecipe } from '../../support/sample-recipe.js';
import { OUTSIDE_SPAWN } from '../../support/simulate/outside.js';

/** Half a tenth of a millimetre in x and in z, from rounding. */
const ROUNDING = 1e-4;

/** Wide, thin and at the edge of a road. */
const OBSTACLES = [
  { type: 'cylinder', x: 3, z: 2, radius: 2 },
  { type: 'cylinder', x: -3, z: 1, radius: 0.05 },
  { type: 'tree', x: 0, z: -20, radius: 0.3 },
];

describe.each(SPAWN_CASES)('$boundaryShape, $distribution, groups: $groupingMode, seed 42', (fields) => {
  const recipe = sampleRecipe({ ...fields, obstacles: OBSTACLES });
  const { characters, crowded, blocked } = generateCrowd(recipe, sampleManifest);

  test('everyone has a place inside the shape', () => {
    expect(characters).toHaveLength(150);
    // The generator takes the curve as 32 straight pieces a span, which here are up to 4 mm off in a bend.
    const tolerance = fields.boundaryShape === 'spline' ? 5e-3 : ROUNDING;
    const outside = characters.map(({ x, z }) => OUTSIDE_SPAWN[fields.boundaryShape](recipe, x, z));
    expect(Math.max(...outside)).toBeLessThanOrEqual(tolerance);
  });

  test('nobody stands in an obstacle', () => {
    expect(blocked).toBe(0);
    for (const { x, z, radius } of OBSTACLES) {
      for (const character of characters) {
        expect(Math.hypot(character.x - x, character.z - z)).toBeGreaterThan(radius);
      }
    }
  });

  test('nobody touches another', () => {
    expect(crowded).toBe(0);
    expect(closestShortfall({ characters, crowded, blocked }, recipe)).toBeLessThanOrEqual(2 * ROUNDING);
  });
});

/** How much nearer than their two radii the worst pair stands, metres. */
function closestShortfall({ characters }: GeneratedCrowd, { collisionRadius }: Recipe): number {
  let worst = Number.NEGATIVE_INFINITY;
  characters.forEach((a, i) => {
    for (const b of characters.slice(i + 1)) {
      const touching = 0.5 * collisionRadius * 1.7 * (a.scale + b.scale);
      worst = Math.max(worst, touching - Math.hypot(a.x - b.x, a.z - b.z));
    }
  });
  return worst;
}

describe('random placement', () => {
  // A group that the smaller crowd ends with is completed by the larger one.
  test.each(BOUNDARY_SHAPES)('growing a %s moves nobody, and no group but the last', (shape) => {
    for (const [groupingMode, unmoved] of [
      [false, 150],
      [true, 144],
    ] as const) {
      const placesOf = (size: number) =>
        generateCharacters(sampleRecipe({ ...SHAPE_FIELDS[shape], groupingMode, size }), sampleManifest)
          .slice(0, unmoved)
          .map(({ x, z }) => [x, z]);
      expect(placesOf(160)).toEqual(placesOf(150));
    }
  });

  // χ² of 19 degrees of freedom stays below 43.8 in 999 of 1,000 samples.
  test.each([1, 2, 3, 42])('fills a circle evenly: χ² over 20 rings and 20 sectors (seed %d)', (seed) => {
    const characters = generateCharacters(
      sampleRecipe({
        seed,
        size: 5000,
        spawnRadius: 100,
        boundaryRadius: 100,
        obstacles: [],
        collisionRadius: 0,
      }),
      sampleManifest,
    );
    const rings = characters.map(({ x, z }) => (x * x + z * z) / 1e4);
    const sectors = characters.map(({ x, z }) => Math.atan2(x, z) / (2 * Math.PI) + 0.5);
    expect(chiSquared(rings)).toBeLessThan(43.8);
    expect(chiSquared(sectors)).toBeLessThan(43.8);
  });

  test.each(['square', 'road', 'donut'] as const)('fills a %s evenly too, 5,000 of seed 42', (shape) => {
    const fields = { ...SHAPE_FIELDS[shape], size: 5000, obstacles: [], collisionRadius: 0 };
    const recipe = sampleRecipe(fields);
    const { spawnRadius: a, boundaryRadius: b } = recipe;
    const characters = generateCharacters(recipe, sampleManifest);
    const [halfX, halfZ] = shape === 'square' ? [a, a] : [a, b];
    const uniform: [number, number][] = characters.map(({ x, z }) =>
      shape === 'donut'
        ? [(x * x + z * z - a * a) / (b * b - a * a), Math.atan2(x, z) / (2 * Math.PI) + 0.5]
        : [(x / halfX + 1) / 2, (z / halfZ + 1) / 2],
    );
    expect(chiSquared(uniform.map(([u]) => u))).toBeLessThan(43.8);
    expect(chiSquared(uniform.map(([, v]) => v))).toBeLessThan(43.8);
  });
});

/** Of numbers in [0, 1], against a uniform spread over 20 bins. */
function chiSquared(values: readonly number[]): number {
  const bins = new Array<number>(20).fill(0);
  for (const value of values) bins[Math.min(19, Math.floor(value * 20))] += 1;
  const expected = values.length / 20;
  return bins.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

describe('lattices', () => {
  test('a grid in a square: rows from +z to −z, x ascending, the whole square filled', () => {
    const fields = { ...SHAPE_FIELDS.square, distribution: 'grid' as const, obstacles: [], size: 16 };
    const places = generateCharacters(sampleRecipe(fields), sampleManifest).map(({ x, z }) => [x, z]);
    const steps = [-15, -5, 5, 15];
    const expected = steps.toReversed().flatMap((z) => steps.map((x) => [x, z]));
    places.flat().forEach((value, i) => {
      expect(value).toBeCloseTo(expected.flat()[i], 2);
    });
  });

  test('startpoint in a circle: nearest to the middle first, 1.1 touching distances apart', () => {
    const fields = { distribution: 'startpoint' as const, obstacles: [], size: 37 };
    const places = generateCharacters(sampleRecipe(fields), sampleManifest);
    const distances = places.map(({ x, z }) => Math.hypot(x, z));
    const pitch = 1.1 * 0.25 * 1.7 * 1.05;
    expect(distances[0]).toBe(0);
    // The three hexagonal shells around one: 6, 12 and 18 more.
    expect(Math.max(...distances)).toBeCloseTo(3 * pitch, 3);
    for (let i = 1; i < 37; i++) expect(distances[i]).toBeGreaterThan(distances[i - 1] - 2e-4);
    for (let i = 1; i <= 6; i++) expect(distances[i]).toBeCloseTo(pitch, 3);
  });

  test.each([
    ['road', 0, -25],
    ['donut', 0, -17.5],
    ['spline', -20, -15],
  ] as const)('startpoint on a %s begins at (%d, %d)', (shape, x, z) => {
    const fields = { ...SHAPE_FIELDS[shape], distribution: 'startpoint' as const, obstacles: [], size: 20 };
    const places = generateCharacters(sampleRecipe(fields), sampleManifest);
    const middle = [0, 1].map((axis) => places.reduce((sum, p) => sum + (axis ? p.z : p.x), 0) / 20);
    expect(Math.hypot(middle[0] - x, middle[1] - z)).toBeLessThan(4);
  });

  test('startpoint on a spline goes along it', () => {
    const recipe = sampleRecipe({
      boundaryShape: 'spline',
      spawnRadius: 2,
      splinePoints: pathOf([0, 0], [0, 100]),
      distribution: 'startpoint',
      obstacles: [],
    });
    const along = generateCharacters(recipe, sampleManifest).map(({ z }) => z);
    expect(along[0]).toBe(0);
    expect(along).toEqual(along.toSorted((a, b) => a - b));
  });
});

describe('how many there is room for', () => {
  testInTurn(BOUNDARY_SHAPES, [0])('a %s holds a dense hexagonal lattice, and hardly more', (shape) => {
    const recipe = sampleRecipe({ ...SHAPE_FIELDS[shape], obstacles: [] });
    const touching = recipe.collisionRadius * 1.7 * 1.05;
    let held = 0;
    for (let row = -150; row <= 150; row++) {
      for (let column = -150; column <= 150; column++) {
        const x = (column + (row & 1) / 2) * touching;
        const z = (row * touching * Math.sqrt(3)) / 2;
        // The curve's nearest place is costly to find for the places that cannot be near it.
        if (Math.max(Math.abs(x), Math.abs(z)) <= 30 && OUTSIDE_SPAWN[shape](recipe, x, z) <= 0) held += 1;
      }
    }
    const most = mostCharacters(recipe);
    expect(held).toBeGreaterThan(500);
    expect(held).toBeLessThanOrEqual(most);
    expect(held).toBeGreaterThan(0.9 * most);
  });

  test('a thin ring holds as many as stand in a row', () => {
    const ring = { boundaryShape: 'donut' as const, spawnRadius: 9.99, boundaryRadius: 10 };
    const recipe = sampleRecipe(ring);
    const touching = recipe.collisionRadius * 1.7 * 1.05;
    const inARow = Math.floor(Math.PI / Math.asin(touching / 20));
    expect(mostCharacters(recipe)).toBeGreaterThanOrEqual(inARow);
    expect(mostCharacters(recipe)).toBeLessThan(inARow + 10);
  });

  test('a recipe for more is refused, one for as many is not', () => {
    const most = mostCharacters(sampleRecipe());
    expect(() => checkRoom(sampleRecipe({ size: most }))).not.toThrow();
    expect(() => checkRoom(sampleRecipe({ size: most + 1 }))).toThrow(
      `The recipe's size must be at most ${most}, not ${most + 1}: the circle holds no more`,
    );
  });
});

describe('regions that are too small', () => {
  test.each(DISTRIBUTIONS)('%s keeps everyone inside and counts who is crowded', (distribution) => {
    const recipe = sampleRecipe({ distribution, spawnRadius: 2, obstacles: [], size: 200 });
    const { characters, crowded, blocked } = generateCrowd(recipe, sampleManifest);
    expect(characters).toHaveLength(200);
    expect(Math.max(...characters.map(({ x, z }) => Math.hypot(x, z)))).toBeLessThan(2 + ROUNDING);
    // 200 discs of 0.446 m have two and a half times the area there is.
    expect(crowded).toBeGreaterThan(100);
    expect(blocked).toBe(0);
  });

  test.each(DISTRIBUTIONS)('%s with no free ground at all counts everyone as blocked', (distribution) => {
    const obstacles = [{ type: 'lake', x: 0, z: 0, radius: 100 }];
    const recipe = sampleRecipe({ distribution, obstacles });
    const { characters, blocked } = generateCrowd(recipe, sampleManifest);
    expect(characters).toHaveLength(150);
    expect(blocked).toBe(150);
  });

  test.each(DISTRIBUTIONS)('%s breaks up groups that a lane is too narrow for', (distribution) => {
    const lane = { boundaryShape: 'road' as const, spawnRadius: 0.3, boundaryRadius: 90, obstacles: [] };
    const recipe = sampleRecipe({ ...lane, distribution, groupingMode: true, size: 100 });
    const { characters, crowded } = generateCrowd(recipe, sampleManifest);
    expect(characters).toHaveLength(100);
    expect(Math.max(...characters.map(({ x }) => Math.abs(x)))).toBeLessThanOrEqual(0.3);
    expect(crowded).toBe(0);
  });

  test.each(DISTRIBUTIONS)('%s fills a ring thinner than any lattice', (distribution) => {
    const ring = { boundaryShape: 'donut' as const, spawnRadius: 9.9999, boundaryRadius: 10, obstacles: [] };
    const { characters } = generateCrowd(sampleRecipe({ ...ring, distribution }), sampleManifest);
    expect(characters).toHaveLength(150);
    for (const { x, z } of characters) expect(Math.hypot(x, z)).toBeCloseTo(10, 3);
  });
});
