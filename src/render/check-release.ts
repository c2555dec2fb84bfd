import { UnsupportedError } from '../errors/index.js';
import { THREE_RELEASE } from './drawing/index.js';

/** The oldest release of three that each of its renderers draws a crowd with; `test/package/three-matrix.ts` tries them. */
const OLDEST = { WebGLRenderer: 170, WebGPURenderer: 181 } as const;
/** The newest release that has been tried. */
const NEWEST = 187;

let hasWarned = false;

/**
 * Checks that three is of a release that this package draws with, and warns once where nobody has tried it yet.
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
