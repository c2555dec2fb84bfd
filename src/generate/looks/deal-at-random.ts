import type { Manifest, Recipe } from '../../protocol/index.js';
import { dealBuckets } from '../traits/buckets.js';
import { pick, RANDOM, randomOf } from '../traits/random-numbers.js';
import { garmentColor } from './garment-color.js';
import type { Look } from './look.js';

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
