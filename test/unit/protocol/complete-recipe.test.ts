import { generateCharacters } from 'three-crowd/generate';
import { describe, expect, test } from 'vitest';
import { completeRecipe, RECIPE_VERSION } from '../../../src/protocol/index.js';
import { sampleManifest } from '../../support/sample-manifest.js';
import { sampleRecipe } from '../../support/sample-recipe.js';

describe('completeRecipe', () => {
  test('of nothing is the default recipe, which makes a crowd', () => {
    const recipe = completeRecipe({});
    expect(recipe).toMatchObject({
      v: RECIPE_VERSION,
      seed: 0,
      size: 100,
      weights: {},
      boundaryShape: 'circle',
    });
    expect(Object.keys(recipe).sort()).toEqual(Object.keys(sampleRecipe()).sort());
    expect(generateCharacters(recipe, sampleManifest)).toHaveLength(100);
  });

  test('keeps given fields and unknown ones, at every level', () => {
    const input = {
      seed: 7,
      terrain: { active: true, roughness: 3 },
      attractTarget: { x: 1, z: 2, y: 3 },
      author: 'me',
      obstacles: [{ x: 1, z: 2, radius: 3, tall: true }],
    };
    expect(completeRecipe(input)).toMatchObject({
      seed: 7,
      author: 'me',
      attractTarget: { x: 1, z: 2, y: 3 },
      terrain: { active: true, roughness: 3, amplitude: 0, frequency: 0.05, noiseType: 'fractal' },
      obstacles: [{ type: 'cylinder', x: 1, z: 2, radius: 3, tall: true }],
    });
  });

  test('shares no default between two recipes', () => {
    const [a, b] = [completeRecipe({}), completeRecipe({})];
    a.obstacles.push({ type: 'cylinder', x: 0, z: 0, radius: 1 });
    a.terrain.active = true;
    a.weights['farmer'] = 1;
    expect(b.obstacles).toEqual([]);
    expect(b.terrain.active).toBe(false);
    expect(b.weights).toEqual({});
  });

  test.each([[null], [undefined], ['{}'], [3], [[]]])('refuses %j', (input) => {
    expect(() => completeRecipe(input)).toThrow(
      expect.objectContaining({
        name: 'RecipeError',
        path: '',
        message: 'The recipe must be an object.',
        cause: expect.anything(),
      }),
    );
  });
});
