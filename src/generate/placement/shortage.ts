import { DiscGrid } from '../shapes/disc-grid.js';
import type { Ground } from './ground.js';
import type { Positions } from './positions.js';

/** What had to be given up so that everyone has a place. */
export interface Shortage {
  /** Characters that stand nearer than touching distance to one before them. */
  crowded: number;
  /** Characters that stand in an obstacle, since nothing else was free. */
  blocked: number;
}

export function countShortage({ x, z }: Positions, ground: Ground): Shortage {
  const before = new DiscGrid(Math.min(ground.touching, ground.region.extent));
  let crowded = 0;
  let blocked = 0;
  for (let i = 0; i < x.length; i++) {
    if (before.clearance(x[i], z[i], ground.touching) < ground.touching) crowded += 1;
    if (!ground.isFree(x[i], z[i])) blocked += 1;
    before.add(x[i], z[i], 0);
  }
  return { crowded, blocked };
}
