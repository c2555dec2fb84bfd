import { UnsupportedError } from '../errors/index.js';
import { THREE_RELEASE } from './drawing/index.js';

/** Oldest supported release of three, for each of its renderers; `test/package/three-matrix.ts` tests them. */
const OLDEST = { WebGLRenderer: 170, WebGPURenderer: 181 } as const;
/** Newest release that has been tested. A newer one draws, with one warning. */
const NEWEST = 187;

let hasWarned = false;

/**
 * Checks the release of three, and warns once for one that is newer than all tested ones.
 *
 * @throws {UnsupportedError} for a release that is too old for the renderer
 */
export function checkRelease(renderer: keyof typeof OLDEST, release = THREE_RELEASE): void {
  if (release < OLDEST[renderer]) {
    const other = release >= OLDEST.WebGLRenderer ? ', or draw with WebGLRenderer' : '';
    throw new UnsupportedError(
      `three is 0.${release}, and a crowd drawn with ${renderer} needs 0.${OLDEST[renderer]} or newer. ` +
        `Install a newer three${other}.`,
    );
  }
  if (release > NEWEST && !hasWarned) {
    hasWarned = true;
    console.warn(
      `three-crowd has been tried with three up to 0.${NEWEST}, and this is 0.${release}. If the crowd looks wrong, ` +
        'look for a newer three-crowd, or go back to that three.',
    );
  }
}
