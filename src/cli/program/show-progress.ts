import type { Terminal } from './terminal.js';

const STEP_PERCENT = 20;

/** Called with the fraction done, 0 to 1. */
export type Report = (fraction: number) => void;

/**
 * Shows the progress and the duration of long work: in one line that changes on a screen, in a few lines elsewhere, which
 * suit a log.
 */
export async function showProgress<Result>(
  what: string,
  terminal: Terminal,
  work: (report: Report) => Promise<Result> | Result,
): Promise<Result> {
  const start = performance.now();
  const time = () => `${((performance.now() - start) / 1000).toFixed(1)} s`;
  const spinner = terminal.startSpinner?.(`${what} …`);
  if (!spinner) terminal.printError(`${what} …`);
  let shown = 0;
  try {
    const result = await work((fraction) => {
      const step = spinner ? 1 : STEP_PERCENT;
      const percent = Math.floor((fraction * 100) / step) * step;
      if (percent <= shown) return;
      shown = percent;
      if (spinner) spinner.text = `${what}: ${percent} %, ${time()}`;
      else terminal.printError(`${what}: ${percent} %`);
    });
    if (spinner) spinner.success(`${what}: done after ${time()}`);
    else terminal.printError(`${what}: done after ${time()}`);
    return result;
  } catch (error) {
    spinner?.error(`${what}: failed after ${time()}`);
    throw error;
  }
}
