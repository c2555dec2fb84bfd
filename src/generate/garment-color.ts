import type { Hsl, Recipe } from '../protocol/index.js';
import { pick, RANDOM, signedRandomOf } from './traits/random-numbers.js';
import { roundFraction, roundNumber } from './traits/round.js';

/** Cloth is never quite black nor quite white, so that light still shapes it. */
const MIN_LIGHTNESS = 0.02;
const MAX_LIGHTNESS = 0.98;

/** A garment's colour: one of the bucket's palette, turned by the recipe's hue shift and jittered. */
export function garmentColor(recipe: Recipe, index: number, palette: readonly Hsl[]): Hsl {
  const { seed } = recipe;
  const [h, s, l] = pick(palette, seed, index, RANDOM.palette);
  const hue = h + recipe.hueShift + recipe.hueVar * signedRandomOf(seed, index, RANDOM.hue);
  const saturation = s + recipe.satVar * signedRandomOf(seed, index, RANDOM.saturation);
  const lightness = l + recipe.lightVar * signedRandomOf(seed, index, RANDOM.lightness);
  return [
    roundFraction(hue - Math.floor(hue)),
    roundNumber(Math.min(1, Math.max(0, saturation))),
    roundNumber(Math.min(MAX_LIGHTNESS, Math.max(MIN_LIGHTNESS, lightness))),
  ];
}
