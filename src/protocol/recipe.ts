import type { Scene } from './scene.js';

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
 * - 2: looks, garment colours and phases are dealt by place, so that neighbours differ, and a larger crowd of the
 *   `random` distribution begins with the same characters. On a spline, too, `facing` 1 turns everyone the same way, that
 *   of the path's beginning. Where not everyone has room, places are others.
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
  /** @default false */
  active: boolean;
  /** Greatest height above and below zero, metres. @default 0 */
  amplitude: number;
  /** Cycles a metre. @default 0.05 */
  frequency: number;
  /** @default 'fractal' */
  noiseType: NoiseType;
}

/** Recipe of a saved crowd. */
export interface Recipe {
  /** Recipe format version. @default 2 */
  v: number;
  /** Any safe integer; used modulo 2^32. @default 0 */
  seed: number;
  /** Number of characters. @default 100 */
  size: number;
  /** Weight of each bucket id, relative to the sum of all. @default the weights of the manifest */
  weights: Record<string, number>;
  /** Slowest walk, as a multiple of the clip's own speed. @default 0.9 */
  walkSpeedMin: number;
  /** Fastest walk, likewise. @default 1.1 */
  walkSpeedMax: number;
  /** Fraction of characters that walk, 0 to 1. @default 0.5 */
  pace: number;
  /** Plus-or-minus size jitter: 0.05 gives scales from 0.95 to 1.05. @default 0.05 */
  scaleVariation: number;
  /** @default 'circle' */
  boundaryShape: BoundaryShape;
  /**
   * Metres. Of a `circle` the radius and of a `square` half a side, which people keep within; of a `road` half the length,
   * along Z; of a `donut` the outer radius. A `spline` has no use for it.
   *
   * @default 20
   */
  boundaryRadius: number;
  /**
   * Metres. Of a `circle` the radius and of a `square` half a side, along X and Z, within which people begin, where it is
   * less than `boundaryRadius`; of a `road` half the width, along X; of a `donut` the inner radius; of a `spline` half the
   * width.
   *
   * @default 15
   */
  spawnRadius: number;
  /** Control points `[x, z]` of the spline shape, metres; null for the others. @default null */
  splinePoints: [x: number, z: number][] | null;
  /** 0 = random facing, 1 = all the same way. @default 0 */
  facing: number;
  /** @default 'random' */
  distribution: Distribution;
  /** @default not active */
  terrain: Terrain;
  /** Global rotation of the garments' hue, turns (1 = a full circle). @default 0 */
  hueShift: number;
  /** Plus-or-minus hue jitter, turns. @default 0.02 */
  hueVar: number;
  /** Plus-or-minus saturation jitter, as a fraction. @default 0.08 */
  satVar: number;
  /** Plus-or-minus lightness jitter, as a fraction. @default 0.06 */
  lightVar: number;
  /** Distance at which two characters touch, as a multiple of their height. @default 0.35 */
  collisionRadius: number;
  /** Strength of the pull to the middle or to the path, 0 to 1. @default 0.3 */
  personalSpace: number;
  /** 0 = react on contact, 1 = steer early. @default 0.5 */
  anticipation: number;
  /** @default [] */
  obstacles: Obstacle[];
  /** Characters stand and walk in groups. @default false */
  groupingMode: boolean;
  /** Sends walking characters to `attractTarget`, where they stop and look. @default false */
  attractActive: boolean;
  /** Metres. @default { x: 0, z: 0 } */
  attractTarget: { x: number; z: number };
  /** Id of the collection that bodies, clothes and clips are from. @default 'song-street' */
  collection: string;
  /**
   * Places of characters that do something there: the id of a scene of the manifest, or a scene. An addition to the
   * interface, for recipes of format 2 and newer.
   *
   * @default none
   */
  scene?: string | Scene;
}

/** A recipe as it is sent: missing fields take the defaults that {@link Recipe} gives. */
export type RecipeInput = Partial<Omit<Recipe, 'terrain'>> & { terrain?: Partial<Terrain> };
