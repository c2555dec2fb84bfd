import { withoutPictures } from '../measure/fill-result.js';
import type { Result } from '../measure/result.js';

const KEY = 'three-crowd benchmark';

/** Keeps a run over a reload or a crash; without its pictures where there is no room for them, or not at all. */
export function keepResult(result: Result): void {
  for (const kept of [result, withoutPictures(result)]) {
    try {
      localStorage.setItem(KEY, JSON.stringify(kept));
      return;
    } catch {
      // Full or forbidden: the run goes on all the same.
    }
  }
}

/** The last run that was kept. */
export function keptResult(): Result | undefined {
  try {
    const result = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Result | null;
    return result?.format === 1 ? result : undefined;
  } catch {
    return undefined;
  }
}
