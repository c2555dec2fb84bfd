import * as z from 'zod/mini';
import { fraction, listOf } from './fields.js';
import { BOUNDARY_SHAPES, DISTRIBUTIONS, NOISE_TYPES, RECIPE_VERSION } from './recipe.js';
import { sceneSchema } from './scene.js';

const point = () => listOf<[x: number, z: number]>(2);

const obstacle = () =>
  z.looseObject({
    type: z._default(z.string(), 'cylinder'),
    x: z.number(),
    z: z.number(),
    radius: z.number(),
  });

const terrain = () =>
  z.looseObject({
    active: z._default(z.boolean(), false),
    amplitude: z._default(z.number(), 0),
    frequency: z._default(z.number(), 0.05),
    noiseType: z._default(z.literal(NOISE_TYPES), 'fractal'),
  });

/**
 * A recipe as sent: missing fields take these defaults, unknown ones are kept. `weights` has none here, since buckets
 * are the manifest's: an empty object stands for "all buckets as the manifest weighs them".
 *
 * It refuses only values that the interface excludes, so that a crowd of any server can be shown. `checkRecipe` checks the
 * further rules of the generator (units, radii, known buckets).
 */
export const recipeSchema = z.looseObject({
  v: z._default(z.int(), RECIPE_VERSION),
  seed: z._default(z.int(), 0),
  size: z._default(z.int().check(z.minimum(0)), 100),
  weights: z._default(z.catchall(z.object({}), z.number()), {}),
  walkSpeedMin: z._default(z.number(), 0.9),
  walkSpeedMax: z._default(z.number(), 1.1),
  pace: z._default(fraction(), 0.5),
  scaleVariation: z._default(z.number(), 0.05),
  boundaryShape: z._default(z.literal(BOUNDARY_SHAPES), 'circle'),
  boundaryRadius: z._default(z.number(), 20),
  spawnRadius: z._default(z.number(), 15),
  splinePoints: z._default(z.nullable(z.array(point())), null),
  facing: z._default(fraction(), 0),
  distribution: z._default(z.literal(DISTRIBUTIONS), 'random'),
  terrain: z._default(terrain(), { active: false, amplitude: 0, frequency: 0.05, noiseType: 'fractal' }),
  hueShift: z._default(z.number(), 0),
  hueVar: z._default(z.number(), 0.02),
  satVar: z._default(z.number(), 0.08),
  lightVar: z._default(z.number(), 0.06),
  collisionRadius: z._default(z.number(), 0.35),
  personalSpace: z._default(z.number(), 0.3),
  anticipation: z._default(fraction(), 0.5),
  obstacles: z._default(z.array(obstacle()), []),
  groupingMode: z._default(z.boolean(), false),
  attractActive: z._default(z.boolean(), false),
  attractTarget: z._default(z.looseObject({ x: z.number(), z: z.number() }), { x: 0, z: 0 }),
  collection: z._default(z.string(), 'song-street'),
  scene: z.optional(z.union([z.string(), sceneSchema()])),
});
