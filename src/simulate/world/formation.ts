import { STEP_SECONDS } from '../population/steering-options.js';
import type { Path } from './path.js';

/** A formation waits while one of its members is this far from their place, metres … */
const MAX_LAG = 3;
/** … and goes at full speed up to this. */
const SMALL_LAG = 0.5;

/** People who march in ranks: a place that moves along a path, and everybody's place beside it. */
export interface Formation {
  readonly path: number;
  /** Where the first rank is, metres along the path. */
  arc: number;
  /** Metres a second. */
  readonly speed: number;
  /** The speed at present. */
  pace: number;
  /** The largest distance of a member from their place in the last step, metres. */
  lag: number;
}

/** Moves every formation on, slower where its members lag behind. */
export function advanceFormations(
  formations: readonly Formation[],
  paths: readonly Pick<Path, 'length' | 'isClosed'>[],
): void {
  for (const formation of formations) {
    const share = Math.min(1, Math.max(0, (MAX_LAG - formation.lag) / (MAX_LAG - SMALL_LAG)));
    const { length, isClosed } = paths[formation.path];
    const isAtEnd = !isClosed && formation.arc >= length;
    formation.pace = isAtEnd ? 0 : formation.speed * share;
    const arc = formation.arc + formation.pace * STEP_SECONDS;
    formation.arc = isClosed ? arc : Math.min(length, arc);
    formation.lag = 0;
  }
}
