import { STEP_SECONDS } from '../population/steering-options.js';
import type { Path } from './path.js';

/** Distance of a member from its place at which the formation waits, metres … */
const MAX_LAG = 3;
/** … and up to which it goes at full speed. */
const SMALL_LAG = 0.5;

/** A formation: a point that moves along a path, from which the places of its members are measured. */
export interface Formation {
  readonly path: number;
  /** Position of the first rank, metres along the path. */
  arc: number;
  /** Metres a second. */
  readonly speed: number;
  /** Present speed, metres a second. */
  pace: number;
  /** Largest distance of a member from its place in the last step, metres. */
  lag: number;
}

/** Advances all formations, slower while members lag behind. */
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
