import { expect, test } from 'vitest';
import { completeRecipe, findUnknownFields } from '../../../src/protocol/index.js';
import { pathOf } from '../../support/sample-recipe.js';

test('a complete recipe has none, whatever its buckets are called', () => {
  const obstacles = [{ type: 'well', x: 0, z: 0, radius: 1 }];
  const points: [number, number][] = pathOf([0, 0], [1, 1]);
  const recipe = completeRecipe({ weights: { sise: 1 }, obstacles, splinePoints: points });
  expect(Object.keys(recipe).length).toBeGreaterThan(20);
  expect(findUnknownFields(recipe)).toEqual([]);
});

test('mistyped ones are told with the field that was meant, wherever they are', () => {
  const recipe = {
    sise: 4,
    terrain: { nosieType: 'fractal' },
    obstacles: [{ x: 0, z: 0, raduis: 1, y: 2 }],
    mood: 7,
  };
  expect(findUnknownFields(recipe)).toEqual([
    { path: 'sise', meant: 'size' },
    { path: 'terrain.nosieType', meant: 'noiseType' },
    { path: 'obstacles.0.raduis', meant: 'radius' },
    { path: 'obstacles.0.y', meant: undefined },
    { path: 'mood', meant: undefined },
  ]);
});
