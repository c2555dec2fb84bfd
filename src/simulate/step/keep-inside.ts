import type { Population } from '../population/population.js';
import { type Boundary, CORRECTIONS, type Edge } from '../world/boundary.js';
import { avoidance } from './avoidance.js';
import type { NeighborGrid } from './neighbor-grid.js';
import type { StepArrays } from './step-arrays.js';

/** Time to an edge beyond which it does not count, seconds. */
const SECONDS_SEEN = 3;
/** Least speed of an approach, metres a second, which limits the force. */
const MIN_APPROACH = 0.3;

const edge: Edge = { distance: 0, normalX: 0, normalZ: 0 };

/**
 * Strength of avoidance of an edge, metres a second squared.
 *
 * @param distance clear metres to it
 * @param approach metres a second towards it
 */
export function edgeAvoidance(distance: number, approach: number, timeHorizon: number): number {
  const time = distance / approach;
  return time > SECONDS_SEEN ? 0 : avoidance(time, timeHorizon) / Math.max(MIN_APPROACH, approach);
}

/** Adds the forces that keep agents from walking into the boundary. */
export function avoidBoundary(
  boundary: Boundary,
  people: Population,
  { count, order, x, z, velocityX, velocityZ }: NeighborGrid,
  { forceX, forceZ }: StepArrays,
  timeHorizon: number,
): void {
  for (let s = 0; s < count; s++) {
    const i = order[s];
    if (people.wishSpeed[i] === 0) continue;
    boundary.probe(x[s], z[s], i, edge);
    const approach = -(velocityX[s] * edge.normalX + velocityZ[s] * edge.normalZ);
    if (approach <= 0) continue;
    const force = edgeAvoidance(edge.distance, approach, timeHorizon);
    forceX[s] += force * edge.normalX;
    forceZ[s] += force * edge.normalZ;
  }
}

/** Moves agents that are outside to the edge. */
export function keepInside(
  boundary: Boundary,
  { count, order, x, z }: NeighborGrid,
  { mobility }: StepArrays,
): void {
  for (let s = 0; s < count; s++) {
    if (mobility[s] === 0) continue;
    for (let correction = 0; correction < CORRECTIONS; correction++) {
      boundary.probe(x[s], z[s], order[s], edge);
      if (edge.distance >= 0) break;
      x[s] -= edge.normalX * edge.distance;
      z[s] -= edge.normalZ * edge.distance;
    }
  }
}
