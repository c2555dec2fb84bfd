import type { Bucket, Character, Manifest, Recipe, RecipeInput } from '../protocol/index.js';
import { dealBuckets } from './buckets.js';
import { checkRecipe } from './check-recipe.js';
import { completeRecipe } from './complete-recipe.js';
import { drawOf, pick, SLOT } from './draws.js';
import { garmentColor } from './garment-color.js';
import { formGroups, loners } from './groups.js';
import { headings } from './headings.js';
import { groundOf } from './placement/ground.js';
import { placeCharacters } from './placement/place-characters.js';
import { countShortage, type Shortage } from './placement/shortage.js';
import { roundFraction, roundLength } from './round.js';
import { scaleOf } from './scale.js';
import { chooseWalkers } from './walkers.js';

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
 * @throws {RecipeError} naming the field that makes it impossible
 * @example
 * const characters = generateCharacters({ seed: 42, size: 150 }, manifest);
 */
export function generateCharacters(recipe: RecipeInput, manifest: Manifest): Character[] {
  return generateCrowd(recipe, manifest).characters;
}

/**
 * {@link generateCharacters}, with counts of those who had to stand too close to another or in an obstacle. Nobody is
 * ever left out.
 *
 * @throws {RecipeError} naming the field that makes it impossible
 * @example
 * const { characters, crowded } = generateCrowd({ size: 5000, spawnRadius: 20 }, manifest);
 * if (crowded > 0) console.warn(`${crowded} characters are closer than touching.`);
 */
export function generateCrowd(recipe: RecipeInput, manifest: Manifest): GeneratedCrowd {
  checkRecipe(recipe, manifest);
  const complete = completeRecipe(recipe);
  const ground = groundOf(complete);
  const units = complete.groupingMode ? formGroups(complete, ground.touching) : loners(complete.size);
  const positions = placeCharacters(complete, units, ground);
  const walks = chooseWalkers(complete, units);
  const turns = headings(complete, units, positions, walks, ground.region);
  const buckets = dealBuckets(complete, manifest);

  const characters = buckets.map(
    (bucket, index): Character => ({
      index,
      bucket: bucket.id,
      ...drawParts(complete.seed, index, bucket),
      x: roundLength(positions.x[index]),
      z: roundLength(positions.z[index]),
      rot_y: turns[index],
      scale: scaleOf(complete, index),
      phase: roundFraction(drawOf(complete.seed, index, SLOT.phase)),
      anim_clip: walks[index] ? 'walk' : 'idle',
      // Walkers have one too, for when they stop.
      idle_variant: Math.floor(IDLE_VARIANTS * drawOf(complete.seed, index, SLOT.idleVariant)),
      garment_hsl: garmentColor(complete, index, bucket.palette),
      ...drawColors(complete, index, bucket),
    }),
  );
  return { characters, ...countShortage(positions, ground) };
}

type Parts = Pick<Character, 'body_id' | 'face_id' | 'hair_id'>;
type Colors = Pick<Character, 'skin_hex' | 'hair_hex'>;

function drawParts(seed: number, index: number, bucket: Bucket): Parts {
  return {
    body_id: pick(bucket.bodies, seed, index, SLOT.body),
    face_id: pick(bucket.faces, seed, index, SLOT.face),
    hair_id: pick(bucket.hairs, seed, index, SLOT.hair),
  };
}

function drawColors({ seed }: Recipe, index: number, bucket: Bucket): Colors {
  return {
    skin_hex: pick(bucket.skin, seed, index, SLOT.skin).toLowerCase(),
    hair_hex: pick(bucket.hair, seed, index, SLOT.hairColor).toLowerCase(),
  };
}
