import type { ObstacleDescription } from '../population/scenario.js';
import { MAX_MANUAL_SPEED, STANDING_SPEED, STEP_SECONDS } from '../population/steering-options.js';

/** An obstacle and its movement. */
export interface Obstacle extends ObstacleDescription {
  /** Position in the previous step, metres. */
  beforeX: number;
  beforeZ: number;
  /** Metres a second, smoothed, since pages move obstacles once a frame and not once a step. */
  velocityX: number;
  velocityZ: number;
  /** Steps since it last moved, {@link STANDING_STEPS} at most. */
  stoodSteps: number;
}

/**
 * Steps that an obstacle must stand before ways lead round it: a second. All flow fields are computed again then, which
 * takes half a millisecond for each of 10,000 cells. Agents avoid a moving obstacle when they meet it.
 */
export const STANDING_STEPS = 20;

/** Time over which the velocities of obstacles are smoothed, seconds. */
const SMOOTHING_SECONDS = 0.1;

/** Distance from the edge of an obstacle at which agents begin to avoid it, metres. */
export const LOOK_AHEAD = 4;
/** Clear distance between a body and an obstacle in passing, metres. */
export const CLEARANCE = 0.2;
/** Distance from the clear edge of an obstacle that an agent reaches at least on its way around, metres. */
export const EDGE = 0.15;

/**
 * Least distance to a point that a standing obstacle covers, metres; 0 for a free point. An agent that tried to get
 * nearer would walk around the obstacle for ever.
 *
 * @param radius of the agent, metres
 */
export function coverOf(x: number, z: number, radius: number, obstacles: Iterable<Obstacle>): number {
  let cover = 0;
  for (const obstacle of obstacles) {
    const dx = obstacle.x - x;
    const dz = obstacle.z - z;
    const { velocityX, velocityZ } = obstacle;
    const clear = obstacle.radius + radius + CLEARANCE;
    const squared = dx * dx + dz * dz;
    if (squared >= clear * clear) continue;
    if (velocityX * velocityX + velocityZ * velocityZ >= STANDING_SPEED * STANDING_SPEED) continue;
    cover = Math.max(cover, clear - Math.sqrt(squared) + EDGE);
  }
  return cover;
}

/** Updates the velocity of an obstacle from its movement since the previous step. */
export function settle(obstacle: Obstacle): void {
  const x = (obstacle.x - obstacle.beforeX) / STEP_SECONDS;
  const z = (obstacle.z - obstacle.beforeZ) / STEP_SECONDS;
  const isSetDown = x * x + z * z > MAX_MANUAL_SPEED * MAX_MANUAL_SPEED;
  const share = STEP_SECONDS / (SMOOTHING_SECONDS + STEP_SECONDS);
  obstacle.velocityX = isSetDown ? 0 : obstacle.velocityX + (x - obstacle.velocityX) * share;
  obstacle.velocityZ = isSetDown ? 0 : obstacle.velocityZ + (z - obstacle.velocityZ) * share;
  obstacle.beforeX = obstacle.x;
  obstacle.beforeZ = obstacle.z;
  obstacle.stoodSteps += 1;
}
