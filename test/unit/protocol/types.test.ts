import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type {
  Assets,
  assetsSchema,
  Character,
  CrowdResponse,
  characterSchema,
  crowdResponseSchema,
  Manifest,
  manifestSchema,
  Recipe,
  RecipeInput,
  recipeSchema,
} from '../../../src/protocol/index.js';

type KnownKeys<T> = keyof { [K in keyof T as string extends K ? never : K]: 0 };

/** `T` less the index signatures of loose objects, and less `undefined`, which JSON cannot send. */
type Known<T> = T extends readonly unknown[]
  ? { [K in keyof T]: Known<T[K]> }
  : T extends object
    ? [KnownKeys<T>] extends [never]
      ? { [K in keyof T]: Known<T[K]> }
      : { [K in keyof T as string extends K ? never : K]: Known<Exclude<T[K], undefined>> }
    : T;

type Agree<A, B> = [A] extends [B]
  ? [B] extends [A]
    ? true
    : 'the first lacks something'
  : 'the second lacks something';
type Output<S extends z.ZodMiniType> = Known<z.output<S>>;

test('each interface and its schema agree, which the compiler checks', () => {
  const recipe: Agree<Recipe, Output<typeof recipeSchema>> = true;
  const character: Agree<Character, Output<typeof characterSchema>> = true;
  const assets: Agree<Assets, Output<typeof assetsSchema>> = true;
  const manifest: Agree<Manifest, Output<typeof manifestSchema>> = true;
  const response: Agree<CrowdResponse, Output<typeof crowdResponseSchema>> = true;
  expect([recipe, character, assets, manifest, response]).toEqual(new Array(5).fill(true));
});

test('what may be left out of a recipe may be left out of its schema', () => {
  const input: [RecipeInput] extends [Known<z.input<typeof recipeSchema>>] ? true : false = true;
  expect(input).toBe(true);
});

test('the comparison itself tells a difference', () => {
  const same: Agree<{ a: number }, Known<{ a: number; [key: string]: unknown }>> = true;
  const missing: Agree<{ a: number }, { a: number; b: string }> = 'the second lacks something';
  const wider: Agree<{ a: number | string }, { a: number }> = 'the second lacks something';
  expect([same, missing, wider]).toHaveLength(3);
});
