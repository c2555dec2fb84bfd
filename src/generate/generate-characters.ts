import type { Bucket, Character, Hsl, Manifest, Recipe } from '../protocol/index.js';
import { type Ground, groundOf } from './placement/ground.js';
import { headings } from './placement/headings.js';
import { placeCharacters } from './placement/place-characters.js';
import type { Positions } from './placement/positions.js';
import { checkRecipe } from './recipe/check-recipe.js';
import { DiscGrid } from './shapes/disc-grid.js';
import { dealBuckets } from './traits/buckets.js';
import { formGroups, loners } from './traits/groups.js';
import { pick, RANDOM, randomOf, signedRandomOf } from './traits/random-numbers.js';
import { roundFraction, roundLength, roundNumber } from './traits/round.js';
import { chooseWalkers } from './traits/walkers.js';

/** `idle_variant` counts the eight idle clips. */
const IDLE_VARIANTS = 8;

/** What had to be given up so that everyone has a place. */
export interface Shortage {
  /** Characters that stand nearer than touching distance to one before them. */
  crowded: number;
  /** Characters that stand in an obstacle, since nothing else was free. */
  blocked: number;
}

export function countShortage({ x, z }: Positions, ground: Ground): Shortage {
  const before = new DiscGrid(Math.min(ground.touching, ground.region.extent));
  let crowded = 0;
  let blocked = 0;
  for (let i = 0; i < x.length; i++) {
    if (before.clearance(x[i], z[i], ground.touching) < ground.touching) crowded += 1;
    if (!ground.isFree(x[i], z[i])) blocked += 1;
    before.add(x[i], z[i], 0);
  }
  return { crowded, blocked };
}

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

/** A character's uniform scale: 1 + (basis − 0.5) · 2 · scaleVariation. */
export function scaleOf(recipe: Pick<Recipe, 'seed' | 'scaleVariation'>, index: number): number {
  const basis = randomOf(recipe.seed, index, RANDOM.scale);
  return roundNumber(1 + (basis - 0.5) * 2 * recipe.scaleVariation);
}
