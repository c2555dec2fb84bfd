import type { Bucket, Character, Manifest, Recipe } from '../protocol/index.js';
import { garmentColor } from './garment-color.js';
import { groundOf } from './placement/ground.js';
import { headings } from './placement/headings.js';
import { placeCharacters } from './placement/place-characters.js';
import { countShortage, type Shortage } from './placement/shortage.js';
import { checkRecipe } from './recipe/check-recipe.js';
import { scaleOf } from './scale.js';
import { dealBuckets } from './traits/buckets.js';
import { formGroups, loners } from './traits/groups.js';
import { pick, RANDOM, randomOf } from './traits/random-numbers.js';
import { roundFraction, roundLength } from './traits/round.js';
import { chooseWalkers } from './traits/walkers.js';

/** `idle_variant` counts the eight idle clips. */
const IDLE_VARIANTS = 8;

/** The characters of a crowd, and how well they fitted its region. */
export interface GeneratedCrowd extends Shortage {
  /** One for each of `recipe.size`, by index. */
  characters: Character[];
}

/**
 * Derives the characters of a crowd: the same recipe and manifest give the same bytes on every machine and engine.
 *
 * @param recipe complete, as services answer it and `completeRecipe` of `three-crowd/protocol` makes it
 * @param manifest as `parseManifest` of the same entry checks it
 * @throws {RecipeError} naming the field that makes it impossible
 * @example
 * const characters = generateCharacters(completeRecipe({ seed: 42, size: 150 }), manifest);
 */
export function generateCharacters(recipe: Recipe, manifest: Manifest): Character[] {
  return generateCrowd(recipe, manifest).characters;
}

/**
 * {@link generateCharacters}, with counts of those who had to stand too close to another or in an obstacle. Nobody is
 * ever left out.
 *
 * @throws {RecipeError} naming the field that makes it impossible
 * @example
 * const { characters, crowded } = generateCrowd(completeRecipe({ size: 5000, spawnRadius: 20 }), manifest);
 * if (crowded > 0) console.warn(`${crowded} characters are closer than touching.`);
 */
export function generateCrowd(recipe: Recipe, manifest: Manifest): GeneratedCrowd {
  checkRecipe(recipe, manifest);
  const ground = groundOf(recipe);
  const groups = recipe.groupingMode ? formGroups(recipe, ground.touching) : loners(recipe.size);
  const positions = placeCharacters(recipe, groups, ground);
  const walks = chooseWalkers(recipe, groups);
  const facings = headings(recipe, groups, positions, walks, ground.region);
  const buckets = dealBuckets(recipe, manifest);

  const characters = buckets.map(
    (bucket, index): Character => ({
      index,
      bucket: bucket.id,
      ...chooseParts(recipe.seed, index, bucket),
      x: roundLength(positions.x[index]),
      z: roundLength(positions.z[index]),
      rot_y: facings[index],
      scale: scaleOf(recipe, index),
      phase: roundFraction(randomOf(recipe.seed, index, RANDOM.phase)),
      anim_clip: walks[index] ? 'walk' : 'idle',
      // Walkers have one too, for when they stop.
      idle_variant: Math.floor(IDLE_VARIANTS * randomOf(recipe.seed, index, RANDOM.idleVariant)),
      garment_hsl: garmentColor(recipe, index, bucket.palette),
      ...chooseColors(recipe, index, bucket),
    }),
  );
  return { characters, ...countShortage(positions, ground) };
}

type Parts = Pick<Character, 'body_id' | 'face_id' | 'hair_id'>;
type Colors = Pick<Character, 'skin_hex' | 'hair_hex'>;

function chooseParts(seed: number, index: number, bucket: Bucket): Parts {
  return {
    body_id: pick(bucket.bodies, seed, index, RANDOM.body),
    face_id: pick(bucket.faces, seed, index, RANDOM.face),
    hair_id: pick(bucket.hairs, seed, index, RANDOM.hair),
  };
}

function chooseColors({ seed }: Recipe, index: number, bucket: Bucket): Colors {
  return {
    skin_hex: pick(bucket.skin, seed, index, RANDOM.skin).toLowerCase(),
    hair_hex: pick(bucket.hair, seed, index, RANDOM.hairColor).toLowerCase(),
  };
}
