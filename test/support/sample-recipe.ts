import { BOUNDARY_SHAPES, type BoundaryShape, DISTRIBUTIONS, type Recipe } from 'three-crowd/protocol';

const RECIPE: Recipe = {
  v: 1,
  seed: 42,
  size: 150,
  weights: { farmer: 5, guard: 2, merchant: 2, scholar: 1 },
  walkSpeedMin: 0.8,
  walkSpeedMax: 1.2,
  pace: 0.4,
  scaleVariation: 0.05,
  boundaryShape: 'circle',
  boundaryRadius: 25,
  spawnRadius: 15,
  splinePoints: null,
  facing: 0.3,
  distribution: 'random',
  terrain: { active: true, amplitude: 1, frequency: 0.05, noiseType: 'fractal' },
  hueShift: 0,
  hueVar: 0.05,
  satVar: 0.1,
  lightVar: 0.1,
  collisionRadius: 0.25,
  personalSpace: 0.5,
  anticipation: 0.6,
  obstacles: [{ type: 'cylinder', x: 3, z: 2, radius: 2 }],
  groupingMode: false,
  attractActive: false,
  attractTarget: { x: 0, z: 0 },
  collection: 'tang',
};

/** The names of all fields that a recipe may have. */
export const RECIPE_FIELDS = Object.keys(RECIPE) as readonly (keyof Recipe)[];

/** A recipe that uses every field, with some of them changed. */
export function sampleRecipe(changes: Partial<Recipe> = {}): Recipe {
  return { ...RECIPE, ...changes };
}

/** The points of a path, each as [x, z]. */
export const pathOf = (...points: [x: number, z: number][]): [x: number, z: number][] => points;

/** Fields of the sample for each boundary shape, with room for 150 at low coverage. */
export const SHAPE_FIELDS: Record<BoundaryShape, Partial<Recipe>> = {
  circle: { boundaryShape: 'circle', boundaryRadius: 25, spawnRadius: 15 },
  square: { boundaryShape: 'square', boundaryRadius: 25, spawnRadius: 15 },
  road: { boundaryShape: 'road', boundaryRadius: 25, spawnRadius: 6 },
  donut: { boundaryShape: 'donut', boundaryRadius: 25, spawnRadius: 10 },
  spline: {
    boundaryShape: 'spline',
    spawnRadius: 4,
    splinePoints: pathOf([-20, -15], [-5, 10], [10, -5], [22, 18]),
  },
};

/** Fields of the sample for each shape and distribution, alone and in groups. */
export const SPAWN_CASES = BOUNDARY_SHAPES.flatMap((boundaryShape) =>
  DISTRIBUTIONS.flatMap((distribution) =>
    [false, true].map((groupingMode) => ({
      ...SHAPE_FIELDS[boundaryShape],
      boundaryShape,
      distribution,
      groupingMode,
    })),
  ),
);
