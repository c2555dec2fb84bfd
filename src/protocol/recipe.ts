/** Shapes of the region that a crowd stands in. */
export const BOUNDARY_SHAPES = ['circle', 'square', 'road', 'donut', 'spline'] as const;
/** Ways to spread a crowd over its region. */
export const DISTRIBUTIONS = ['random', 'grid', 'startpoint'] as const;
/** Kinds of hills. */
export const NOISE_TYPES = ['fractal', 'simplex'] as const;
/**
 * The newest recipe format, and that of a recipe without `v`. Characters of an older one stay as they are.
 *
 * - 1: on a spline, `facing` turns everyone along the path where they stand.
 * - 2: on a spline, too, `facing` 1 turns everyone the same way, that of the path's beginning. Where not everyone has
 *   room, places are others.
 */
export const RECIPE_VERSION = 2;

/** Shape of the region that a crowd stands in. */
export type BoundaryShape = (typeof BOUNDARY_SHAPES)[number];
/** Way to spread a crowd over its region. */
export type Distribution = (typeof DISTRIBUTIONS)[number];
/** Kind of hills. */
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

/** Hills that a crowd stands on. */
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

/** A recipe as it is sent: missing fields take their defaults. */
export type RecipeInput = Partial<Omit<Recipe, 'terrain'>> & { terrain?: Partial<Terrain> };
