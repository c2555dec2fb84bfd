import { splinePath } from 'three-crowd/generate';
import type { BoundaryShape } from 'three-crowd/protocol';
import { NearestOnPath } from '../../../src/math/index.js';
import { SHAPE_FIELDS } from '../sample-recipe.js';

/** Largest distance from the curve that is measured, metres. */
const REACH = 20;

const { splinePoints, spawnRadius: halfWidth } = { spawnRadius: 0, ...SHAPE_FIELDS.spline };
const curve = new NearestOnPath(splinePath(splinePoints ?? [], halfWidth).path, REACH);

/** Metres outside the sample's shapes, as the interface describes them; negative inside. */
export const OUTSIDE: Record<BoundaryShape, (x: number, z: number) => number> = {
  circle: (x, z) => Math.hypot(x, z) - 25,
  square: (x, z) => Math.max(Math.abs(x), Math.abs(z)) - 25,
  road: (x, z) => Math.max(Math.abs(x) - 6, Math.abs(z) - 25),
  donut: (x, z) => Math.max(Math.hypot(x, z) - 25, 10 - Math.hypot(x, z)),
  spline: (x, z) => (curve.find(x, z)?.distance ?? REACH) - halfWidth,
};
