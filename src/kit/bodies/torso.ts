import type { Station } from '../mesh/curve.js';

/**
 * Height | half width, half depth, centre z, exponent of the cross-section, depth of folds as a fraction of the radius.
 * Stations continue above the collar; otherwise collars would collapse at the clamped end.
 */
export const MALE_TORSO: readonly Station[] = [
  [1.462, 0.05, 0.052, -0.014, 2, 0],
  [1.435, 0.056, 0.056, -0.014, 2, 0],
  [1.418, 0.066, 0.064, -0.014, 2, 0],
  [1.404, 0.088, 0.074, -0.014, 2, 0],
  [1.386, 0.13, 0.086, -0.013, 2, 0],
  [1.36, 0.166, 0.097, -0.012, 2.1, 0],
  [1.32, 0.18, 0.108, -0.008, 2.25, 0],
  [1.24, 0.176, 0.121, 0, 2.3, 0],
  [1.14, 0.168, 0.122, 0.004, 2.2, 0.006],
  [1.04, 0.16, 0.119, 0.006, 2.15, 0.014],
];

export const FEMALE_TORSO: readonly Station[] = [
  [1.462, 0.043, 0.045, -0.014, 2, 0],
  [1.435, 0.05, 0.051, -0.014, 2, 0],
  [1.418, 0.06, 0.059, -0.014, 2, 0],
  [1.404, 0.08, 0.068, -0.014, 2, 0],
  [1.386, 0.116, 0.079, -0.013, 2, 0],
  [1.36, 0.146, 0.09, -0.01, 2.1, 0],
  [1.32, 0.158, 0.1, -0.004, 2.2, 0],
  [1.24, 0.15, 0.116, 0.006, 2.1, 0],
  [1.16, 0.14, 0.106, 0.004, 2.1, 0],
  [1.06, 0.132, 0.099, 0.002, 2.1, 0.004],
];

/** Heights of the rings round neck, shoulders and chest, where the surface bends most. */
export const SHOULDER_HEIGHTS = [1.435, 1.402, 1.375, 1.34, 1.29] as const;
