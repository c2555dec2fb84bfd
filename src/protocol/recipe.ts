import * as z from 'zod/mini';
import { listOf } from './list-of.js';

export const BOUNDARY_SHAPES = ['circle', 'square', 'road', 'donut', 'spline'] as const;
export const DISTRIBUTIONS = ['random', 'grid', 'startpoint'] as const;
export const NOISE_TYPES = ['fractal', 'simplex'] as const;
/** The only recipe format there is so far. */
export const RECIPE_VERSION = 1;

export type BoundaryShape = (typeof BOUNDARY_SHAPES)[number];
export type Distribution = (typeof DISTRIBUTIONS)[number];
export type NoiseType = (typeof NOISE_TYPES)[number];

/** An avoidance cylinder standing at (x, z), metres. */
export interface Obstacle {
  /** Kind of obstacle; unknown kinds are cylinders too. */
  type: string;
  x: number;
  z: number;
  /** Metres. */
  radius: number;
}

export interface Terrain {
  active: boolean;
  /** Greatest height above and below zero, metres. */
  amplitude: number;
  /** Cycles a metre. */
  frequency: number;
  noiseType: NoiseType;
}

/** What a saved crowd is made from. Every field takes part in `interface.md`'s contract; units are stated here. */
export interface Recipe {
  /** Recipe format version. */
  v: number;
  /** Any safe integer; used modulo 2^32. */
  seed: number;
  /** Number of characters. */
  size: number;
  /** Weight of each bucket id, relative to the sum of all. */
  weights: Record<string, number>;
  /** Slowest walk, as a multiple of the clip's own speed. */
  walkSpeedMin: number;
  /** Fastest walk, likewise. */
  walkSpeedMax: number;
  /** Fraction of characters that walk, 0 to 1. */
  pace: number;
  /** Plus-or-minus size jitter: 0.05 gives scales from 0.95 to 1.05. */
  scaleVariation: number;
  boundaryShape: BoundaryShape;
  /** Outer radius or half-length, metres. */
  boundaryRadius: number;
  /** Inner radius or half-width, metres. */
  spawnRadius: number;
  /** Control points `[x, z]` of the spline shape, metres; null for the others. */
  splinePoints: [x: number, z: number][] | null;
  /** 0 = random facing, 1 = all the same way. */
  facing: number;
  distribution: Distribution;
  terrain: Terrain;
  /** Global rotation of the garments' hue, turns (1 = a full circle). */
  hueShift: number;
  /** Plus-or-minus hue jitter, turns. */
  hueVar: number;
  /** Plus-or-minus saturation jitter, as a fraction. */
  satVar: number;
  /** Plus-or-minus lightness jitter, as a fraction. */
  lightVar: number;
  /** Distance at which two characters touch, as a multiple of their height. */
  collisionRadius: number;
  /** Strength of the pull to the middle or to the path, 0 to 1. */
  personalSpace: number;
  /** 0 = react on contact, 1 = steer early. */
  anticipation: number;
  obstacles: Obstacle[];
  /** Characters stand and walk in groups. */
  groupingMode: boolean;
  attractActive: boolean;
  attractTarget: { x: number; z: number };
  collection: string;
}

/** A recipe with its unsaid fields left to their defaults. */
export type RecipeInput = Partial<Omit<Recipe, 'terrain'>> & { terrain?: Partial<Terrain> };

const fraction = () => z.number().check(z.minimum(0), z.maximum(1));
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
 * A recipe as sent: unsaid fields take these defaults, unknown ones are kept. `weights` has none here, since buckets
 * are the manifest's: an empty object stands for "all buckets as the manifest weighs them".
 *
 * Only what the interface itself rules out is refused, so that a crowd of any server can be shown. What the generator
 * asks beyond that (units, radii, known buckets) is `checkRecipe`'s.
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
});
