import { Color, LinearSRGBColorSpace, SRGBColorSpace } from 'three';
import { describe, expect, test } from 'vitest';
import { linearToSrgb, mulberry32, rgbToHsl, srgbToLinear } from '../../../src/math/index.js';

describe("against three's Color, 5,000 colours of seed 13", () => {
  const random = mulberry32(13);

  test('rgbToHsl', () => {
    for (let run = 0; run < 5000; run++) {
      const color = new Color(random(), random(), random());
      const { h, s, l } = color.getHSL({ h: 0, s: 0, l: 0 }, LinearSRGBColorSpace);
      rgbToHsl(color.r, color.g, color.b).forEach((value, k) => {
        expect(value).toBeCloseTo([h, s, l][k], 12);
      });
    }
  });

  test('srgbToLinear and linearToSrgb', () => {
    for (let run = 0; run < 5000; run++) {
      const channel = random();
      const color = new Color().setRGB(channel, channel, channel, SRGBColorSpace);
      // Three rounds the constants of IEC 61966-2-1 to ten digits one way and the exponent to five the other.
      expect(srgbToLinear(channel)).toBeCloseTo(color.r, 8);
      const back = new Color(channel, channel, channel).getRGB({ r: 0, g: 0, b: 0 }, SRGBColorSpace);
      expect(linearToSrgb(channel)).toBeCloseTo(back.r, 4);
    }
  });
});

describe('edges', () => {
  test.each([0, 0.5, 1])('a grey of %d has no hue', (grey) => {
    expect(rgbToHsl(grey, grey, grey)).toEqual([0, 0, grey]);
  });

  test('sRGB and back is the same, through the knee', () => {
    for (let i = 0; i <= 1000; i++) {
      expect(linearToSrgb(srgbToLinear(i / 1000))).toBeCloseTo(i / 1000, 7);
    }
    expect([srgbToLinear(0), srgbToLinear(1), linearToSrgb(0)]).toEqual([0, 1, 0]);
    expect(linearToSrgb(1)).toBeCloseTo(1, 15);
  });

  // Middle grey of 8-bit sRGB, from the standard's formula.
  test('0.5 sRGB is 0.2140 linear', () => expect(srgbToLinear(0.5)).toBeCloseTo(0.21404114, 8));
});
