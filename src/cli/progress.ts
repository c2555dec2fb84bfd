import type { Terminal } from './terminal.js';

const STEP_PERCENT = 20;

/**
 * Tells of long work in a few lines, which read well on a screen and in a log alike.
 *
 * @returns what to call with the fraction done, 0 to 1
 */
export function reportProgress(what: string, { complain }: Terminal): (fraction: number) => void {
  let told = 0;
  complain(`${what} …`);
  return (fraction) => {
    const percent = Math.floor((fraction * 100) / STEP_PERCENT) * STEP_PERCENT;
    if (percent <= told) return;
    told = percent;
    complain(`${what}: ${percent} %`);
  };
}
