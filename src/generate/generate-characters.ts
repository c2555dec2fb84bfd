import { wrapAngle } from '../math/index.js';
import type { BodyBuild, Character, Manifest, Recipe } from '../protocol/index.js';
import { dealAtRandom } from './looks/deal-at-random.js';
import { dealByPlace } from './looks/deal-by-place.js';
import { type Ground, groundOf } from './placement/ground.js';
import { headings } from './placement/headings.js';
import { placeCharacters } from './placement/place-characters.js';
import type { Positions } from './placement/positions.js';
import { checkRecipe } from './recipe/check-recipe.js';
import { sceneOf } from './recipe/scene.js';
import { DiscGrid } from './shapes/disc-grid.js';
import { formGroups, loners, membersOf } from './traits/groups.js';
import { pick, RANDOM, randomOf } from './traits/random-numbers.js';
import { roundFraction, roundLength, roundNumber } from './traits/round.js';
import { chooseWalkers } from './traits/walkers.js';

/** Number of idle clips. */
const IDLE_VARIANTS = 8;

/** Constraints that were violated so that every character has a position. */
export interface Shortage {
  /** Characters closer than touching distance to a previous one. */
  crowded: number;
  /** Characters in an obstacle, since no free position was left. */
  blocked: number;
}

/** @param first of the characters that are not in a slot of a scene */
function countShortage({ x, z }: Positions, ground: Ground, first: number): Shortage {
  const before = new DiscGrid(Math.min(ground.touching, ground.region.extent));
  let crowded = 0;
  let blocked = 0;
  for (let i = first; i < x.length; i++) {
    if (before.clearance(x[i], z[i], ground.touching) < ground.touching) crowded += 1;
    if (!ground.isFree(x[i], z[i])) blocked += 1;
    before.add(x[i], z[i], 0);
  }
  return { crowded, blocked };
}

/** The characters of a crowd, and how well they fit its region. */
export interface GeneratedCrowd extends Shortage {
  /** One per `recipe.size`, by index. */
  characters: Character[];
}

/**
 * Generates the characters of a crowd. The same recipe and manifest give the same bytes on every machine and engine.
 *
 * @param recipe a complete recipe, as services send it and `completeRecipe` of `three-crowd/protocol` returns it
 * @param manifest a manifest that `parseManifest` of the same entry has checked
 * @throws {RecipeError} naming the invalid field
 * @example
 * const characters = generateCharacters(completeRecipe({ seed: 42, size: 150 }), manifest);
 */
export function generateCharacters(recipe: Recipe, manifest: Manifest): Character[] {
  return generateCrowd(recipe, manifest).characters;
}

/**
 * Like {@link generateCharacters}, with counts of characters that are too close to another or in an obstacle. No
 * character is omitted.
 *
 * @throws {RecipeError} naming the invalid field
 */
export function generateCrowd(recipe: Recipe, manifest: Manifest): GeneratedCrowd {
  checkRecipe(recipe, manifest);
  const scene = sceneOf(recipe, manifest);
  const slots = (scene?.slots ?? []).slice(0, recipe.size);
  // Groups, then positions, then headings: each depends on the one before.
  const ground = groundOf(recipe, scene);
  const everyone = recipe.groupingMode ? formGroups(recipe, ground.touching) : loners(recipe.size);
  // A group with a member in a slot is split into single characters.
  const groups = everyone
    .flatMap((group) => (group.first < slots.length ? membersOf(group) : group))
    .filter(({ first }) => first >= slots.length);
  const positions = placeCharacters(recipe, groups, ground);
  const walks = chooseWalkers(recipe, groups);
  const facings = headings(recipe, groups, positions, walks, ground.region);
  for (const [index, { x, z, rot_y = 0 }] of slots.entries()) {
    positions.x[index] = x;
    positions.z[index] = z;
    facings[index] = roundNumber(wrapAngle(rot_y));
  }
  const { seed } = recipe;
  const looks =
    recipe.v > 1 ? dealByPlace(recipe, manifest, positions, walks, slots) : dealAtRandom(recipe, manifest);

  const characters = looks.map(
    ({ bucket, body_id, face_id, hair_id, garment_hsl, phase }, index): Character => {
      const build = bucket.builds && pick(bucket.builds, seed, index, RANDOM.build);
      const size = build === undefined ? undefined : manifest.builds?.[build];
      const walk_clip = bucket.walk_clip ?? size?.walk_clip;
      return {
        index,
        bucket: bucket.id,
        body_id,
        face_id,
        hair_id,
        x: roundLength(positions.x[index]),
        z: roundLength(positions.z[index]),
        rot_y: facings[index],
        scale: scaleOf(recipe, index, size),
        phase: roundFraction(phase),
        anim_clip: walks[index] ? 'walk' : 'idle',
        // Walkers have one too: they show it when they stop.
        idle_variant: Math.floor(IDLE_VARIANTS * randomOf(seed, index, RANDOM.idleVariant)),
        ...(slots[index]?.clip === undefined ? {} : { clip: slots[index].clip }),
        ...(walk_clip === undefined ? {} : { walk_clip }),
        ...(build === undefined ? {} : { build }),
        garment_hsl,
        skin_hex: pick(bucket.skin, seed, index, RANDOM.skin).toLowerCase(),
        hair_hex: pick(bucket.hair, seed, index, RANDOM.hairColor).toLowerCase(),
      };
    },
  );
  return { characters, ...countShortage(positions, ground, slots.length) };
}

/** Returns a character's uniform scale: 1 + (basis − 0.5) · 2 · scaleVariation, times that of its build. */
function scaleOf(
  recipe: Pick<Recipe, 'seed' | 'scaleVariation'>,
  index: number,
  { scale = 1 }: BodyBuild = {},
): number {
  const basis = randomOf(recipe.seed, index, RANDOM.scale);
  return roundNumber((1 + (basis - 0.5) * 2 * recipe.scaleVariation) * scale);
}
