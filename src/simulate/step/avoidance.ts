import { exp } from '../../math/index.js';

/** Strength of the power law, with times in seconds and speeds in metres a second. */
const STRENGTH = 1.5;
/** Least time to a collision, seconds, which limits the force. */
const MIN_TIME = 0.15;
/** Farthest collision that counts, in time horizons. */
export const HORIZONS_SEEN = 2.5;

/**
 * Strength of avoidance of a collision that is `time` seconds away: the derivative of the interaction energy
 * E(τ) = k τ⁻² exp(−τ / τ₀), which was measured on recorded pedestrians.
 *
 * @see I. Karamouzas, B. Skinner, S. J. Guy, "Universal Power Law Governing Pedestrian Interactions", PRL 113, 2014
 */
export function avoidance(time: number, timeHorizon: number): number {
  const t = Math.max(time, MIN_TIME);
  return ((STRENGTH * exp(-t / timeHorizon)) / (t * t)) * (2 / t + 1 / timeHorizon);
}
