import { generateCharacters, walkSpeed } from 'three-crowd/generate';
import { describe, expect, test } from 'vitest';
import { RANDOM } from '../../../src/generate/traits/random-numbers.js';
import { sampleManifest } from '../../support/sample-manifest.js';
import { sampleRecipe } from '../../support/sample-recipe.js';

/** The published generator, one draw after another, as a second implementation of the table of draws. */
function* sequentialMulberry32(seed: number): Generator<number> {
  let a = seed;
  for (;;) {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    yield ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }
}

const recipe = sampleRecipe({ hueShift: 0.7 });
const characters = generateCharacters(recipe, sampleManifest);
const stream = sequentialMulberry32(recipe.seed);
const draws = characters.map(() => Array.from({ length: 32 }, () => stream.next().value as number));

describe('columns of 150 characters of seed 42, from 32 draws each', () => {
  test.each(characters.map((character) => [character.index, character] as const))(
    '%d',
    (index, character) => {
      const draw = draws[index];
      const bucket = sampleManifest.buckets.find(({ id }) => id === character.bucket);
      if (!bucket) throw new Error(`no bucket ${character.bucket}`);
      expect(character.index).toBe(index);
      expect(character.body_id).toBe(bucket.bodies[Math.floor(draw[1] * bucket.bodies.length)]);
      expect(character.face_id).toBe(bucket.faces[Math.floor(draw[2] * bucket.faces.length)]);
      expect(character.hair_id).toBe(bucket.hairs[Math.floor(draw[3] * bucket.hairs.length)]);
      expect(character.scale).toBeCloseTo(1 + (draw[5] - 0.5) * 2 * 0.05, 5);
      expect(character.phase).toBeCloseTo(draw[6], 5);
      expect(character.idle_variant).toBe(Math.floor(8 * draw[8]));
      expect(character.skin_hex).toBe(bucket.skin[Math.floor(draw[14] * bucket.skin.length)].toLowerCase());
      expect(character.hair_hex).toBe(bucket.hair[Math.floor(draw[15] * bucket.hair.length)]);
      const [h, s, l] = bucket.palette[Math.floor(draw[10] * bucket.palette.length)];
      const hue = h + 0.7 + 0.05 * (2 * draw[11] - 1);
      expect(character.garment_hsl[0]).toBeCloseTo(hue - Math.floor(hue), 5);
      expect(character.garment_hsl[1]).toBeCloseTo(Math.min(1, Math.max(0, s + 0.1 * (2 * draw[12] - 1))), 5);
      expect(character.garment_hsl[2]).toBeCloseTo(
        Math.min(0.98, Math.max(0.02, l + 0.1 * (2 * draw[13] - 1))),
        5,
      );
      expect(walkSpeed(recipe, index)).toBeCloseTo(0.8 + 0.4 * draw[9], 12);
    },
  );

  test('where both speeds are 1, everybody plays the walk clip as it was made', () => {
    for (let index = 0; index < 100; index++) {
      expect(walkSpeed({ seed: 5, walkSpeedMin: 1, walkSpeedMax: 1 }, index)).toBe(1);
    }
  });

  test('no two fields share a random number, and all lie within the 32', () => {
    const numbers = Object.values(RANDOM);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(Math.max(...numbers)).toBeLessThan(32);
  });

  test('facing, pace and bucket use random numbers 4, 7 and 0', () => {
    expect([RANDOM.facing, RANDOM.pace, RANDOM.bucket]).toEqual([4, 7, 0]);
    const byPace = characters.toSorted((a, b) => draws[a.index][7] - draws[b.index][7]);
    expect(byPace.slice(0, 60).every(({ anim_clip }) => anim_clip === 'walk')).toBe(true);
    expect(byPace.slice(60).every(({ anim_clip }) => anim_clip === 'idle')).toBe(true);
    const byBucket = characters.toSorted((a, b) => draws[a.index][0] - draws[b.index][0]);
    expect(byBucket.map(({ bucket }) => bucket)).toEqual(byBucket.map(({ bucket }) => bucket).toSorted());
    const turned = draws.map((draw) => (1 - 0.3) * Math.PI * (2 * draw[4] - 1));
    characters.forEach(({ rot_y }, i) => {
      expect(rot_y).toBeCloseTo(turned[i], 4);
    });
  });
});
