import { Color } from 'three';
import { expect, test } from 'vitest';
import { CrowdError } from '../../../../src/errors/index.js';
import { type ColorInput, resolveColor } from '../../../../src/render/characters/resolve-character.js';

test.each<[ColorInput, Color]>([
  [[0.6, 0.5, 0.4], new Color().setHSL(0.6, 0.5, 0.4)],
  ['#c08a4a', new Color('#c08a4a')],
  ['0xc08a4a', new Color('#c08a4a')],
  ['fff', new Color('#ffffff')],
  [0xc08a4a, new Color(0xc08a4a)],
  [0, new Color(0, 0, 0)],
  [new Color(0.1, 0.2, 0.3), new Color(0.1, 0.2, 0.3)],
])("%j is three's own colour", (input, { r, g, b }) => expect(resolveColor(input)).toEqual([r, g, b]));

test.each<[unknown]>([
  ['red-ish'],
  [''],
  [0x1000000],
  [-1],
  [1.5],
  [Number.NaN],
  [[0.5, 0.5]],
  [[0.5, Number.NaN, 0.5]],
  [null],
  [{ r: 1, g: 1, b: 1 }],
])('%j is no colour', (input) => {
  expect(() => resolveColor(input as ColorInput)).toThrow(CrowdError);
  expect(() => resolveColor(input as ColorInput)).toThrow('is not a colour');
});
