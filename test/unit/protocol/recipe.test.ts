import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { inspect } from 'node:util';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { describeIssue, type Recipe, recipeSchema, WITH_MESSAGES } from '../../../src/protocol/index.js';
import { sampleRecipe } from '../../support/sample-recipe.js';

function complaint(recipe: unknown): { path: string; message: string } {
  const result = recipeSchema.safeParse(recipe, WITH_MESSAGES);
  if (result.success) throw new Error('The recipe was taken.');
  return describeIssue(result.error);
}

/** What the docstrings of an interface say after `@default`, by field. */
function writtenDefaults(name: 'Recipe' | 'Terrain'): Record<string, string | undefined> {
  const path = resolve(import.meta.dirname, '../../../src/protocol/recipe.ts');
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const declared = file.statements
    .filter(ts.isInterfaceDeclaration)
    .find((found) => found.name.text === name);
  return Object.fromEntries(
    (declared?.members ?? []).map((member) => [
      member.name?.getText(),
      ts.getTextOfJSDocComment(
        ts.getJSDocTags(member).find(({ tagName }) => tagName.text === 'default')?.comment,
      ),
    ]),
  );
}

describe('recipeSchema', () => {
  test('has the defaults that the docstrings of its fields say', () => {
    const defaults = recipeSchema.parse({});
    const shown = (fields: object): object =>
      Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, inspect(value)]));
    expect(writtenDefaults('Terrain')).toEqual(shown(defaults.terrain));
    expect(writtenDefaults('Recipe')).toEqual({
      ...shown(defaults),
      weights: 'the weights of the manifest',
      terrain: 'not active',
    });
  });

  test('takes a full recipe unchanged', () => {
    expect(recipeSchema.parse(sampleRecipe())).toEqual(sampleRecipe());
  });

  test('fills every unsaid field', () => {
    expect(Object.keys(recipeSchema.parse({})).sort()).toEqual(Object.keys(sampleRecipe()).sort());
  });

  test('keeps fields it does not know, at every level', () => {
    const extended = {
      ...sampleRecipe(),
      mood: 'calm',
      terrain: { ...sampleRecipe().terrain, seed: 3 },
      obstacles: [{ type: 'well', x: 1, z: 2, radius: 3, label: 'north' }],
      attractTarget: { x: 1, z: 2, y: 3 },
    };
    expect(recipeSchema.parse(extended)).toEqual(extended);
  });

  // The interface leaves these open, and a crowd of another server must still load.
  test.each<[string, Partial<Recipe>]>([
    ['hues in degrees', { hueShift: 30, hueVar: 15 }],
    ['a later format version', { v: 3 }],
    [
      'more obstacles than the generator takes',
      { obstacles: new Array(80).fill({ type: 'a', x: 0, z: 0, radius: 1 }) },
    ],
    ['a personalSpace above 1', { personalSpace: 1.5 }],
    ['weights of unknown buckets', { weights: { somebody: 1 } }],
    ['an inner radius beyond the outer', { boundaryShape: 'donut', spawnRadius: 9, boundaryRadius: 5 }],
  ])('takes %s', (_name, changes) => {
    expect(recipeSchema.parse(sampleRecipe(changes))).toEqual(sampleRecipe(changes));
  });

  test.each([
    [{ v: 1.5 }, 'v', 'must be an integer'],
    [{ seed: 0.1 }, 'seed', 'must be an integer'],
    [{ size: -1 }, 'size', 'must be at least 0'],
    [{ weights: { farmer: '5' } }, 'weights.farmer', 'must be a finite number'],
    [{ walkSpeedMin: null }, 'walkSpeedMin', 'must be a finite number'],
    [{ pace: 1.01 }, 'pace', 'must be at most 1'],
    [{ facing: -1 }, 'facing', 'must be at least 0'],
    [{ anticipation: 2 }, 'anticipation', 'must be at most 1'],
    [
      { boundaryShape: 'hexagon' },
      'boundaryShape',
      'must be one of "circle", "square", "road", "donut", "spline"',
    ],
    [{ splinePoints: [[1]] }, 'splinePoints.0', 'must have a length of 2'],
    [{ splinePoints: 'a' }, 'splinePoints', 'must be a list'],
    [{ terrain: 7 }, 'terrain', 'must be an object'],
    [{ terrain: { noiseType: 'white' } }, 'terrain.noiseType', 'must be one of "fractal", "simplex"'],
    [{ obstacles: [{ x: 0 }] }, 'obstacles.0.z', 'must be a finite number'],
    [{ groupingMode: 1 }, 'groupingMode', 'must be true or false'],
    [{ attractTarget: {} }, 'attractTarget.x', 'must be a finite number'],
    [{ collection: 5 }, 'collection', 'must be a text'],
  ])('refuses %j', (changes, path, message) => {
    expect(complaint({ ...sampleRecipe(), ...changes })).toEqual({ path, message });
  });
});
