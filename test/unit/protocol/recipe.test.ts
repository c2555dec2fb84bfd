import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { inspect } from 'node:util';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { type Recipe, recipeSchema } from '../../../src/protocol/index.js';
import { sampleRecipe } from '../../support/sample-recipe.js';

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
      scene: 'none',
    });
  });

  test('takes a full recipe unchanged', () => {
    expect(recipeSchema.parse(sampleRecipe())).toEqual(sampleRecipe());
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
});
