import type { Bucket, Character, Manifest, Recipe } from '../../protocol/index.js';
import { dealBuckets } from '../traits/buckets.js';
import { pick, RANDOM, randomOf } from '../traits/random-numbers.js';
import { garmentColor } from './garment-color.js';

/** The traits of a character that recipe format 1 draws at random, and format 2 deals by place. */
export interface Look extends Pick<Character, 'body_id' | 'face_id' | 'hair_id' | 'garment_hsl' | 'phase'> {
  bucket: Bucket;
}

/** The looks of recipe format 1: random and independent of places. */
export function dealAtRandom(recipe: Recipe, manifest: Manifest): Look[] {
  const { seed } = recipe;
  return dealBuckets(recipe, manifest).map((bucket, index) => ({
    bucket,
    body_id: pick(bucket.bodies, seed, index, RANDOM.body),
    face_id: pick(bucket.faces, seed, index, RANDOM.face),
    hair_id: pick(bucket.hairs, seed, index, RANDOM.hair),
    // The four numbers are consecutive.
    garment_hsl: garmentColor(recipe, bucket.palette, (trait) =>
      randomOf(seed, index, RANDOM.palette + trait),
    ),
    phase: randomOf(seed, index, RANDOM.phase),
  }));
}
