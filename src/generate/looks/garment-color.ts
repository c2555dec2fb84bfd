import type { Hsl, Recipe } from '../../protocol/index.js';
import { roundFraction, roundNumber } from '../traits/round.js';

/** Limits of lightness; shading stays visible. */
const MIN_LIGHTNESS = 0.02;
const MAX_LIGHTNESS = 0.98;

/**
 * Returns a garment's colour: one of a palette, with the recipe's hue shift and jitter.
 *
 * @param random returns a number in [0, 1) for the palette (0), hue (1), saturation (2) and lightness (3)
 */
export function garmentColor(
  recipe: Pick<Recipe, 'hueShift' | 'hueVar' | 'satVar' | 'lightVar'>,
  palette: readonly Hsl[],
  random: (trait: number) => number,
): Hsl {
  const [h, s, l] = palette[Math.floor(random(0) * palette.length)];
  const hue = h + recipe.hueShift + recipe.hueVar * (2 * random(1) - 1);
  const saturation = s + recipe.satVar * (2 * random(2) - 1);
  const lightness = l + recipe.lightVar * (2 * random(3) - 1);
  return [
    roundFraction(hue - Math.floor(hue)),
    roundNumber(Math.min(1, Math.max(0, saturation))),
    roundNumber(Math.min(MAX_LIGHTNESS, Math.max(MIN_LIGHTNESS, lightness))),
  ];
}
