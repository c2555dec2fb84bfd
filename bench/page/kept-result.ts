import { withoutPictures } from '../measure/fill-result.js';
import type { Result } from '../measure/result.js';

const KEY = 'three-crowd benchmark';

/** Stores a run so that it survives a reload or crash, without its pictures if they do not fit. */
export function keepResult(result: Result): void {
  for (const kept of [result, withoutPictures(result)]) {
    try {
      localStorage.setItem(KEY, JSON.stringify(kept));
      return;
    } catch {
      // Storage is full or forbidden. The run goes on.
    }
  }
}

/** Returns the last stored run. */
export function keptResult(): Result | undefined {
  try {
    const result = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Result | null;
    return result?.format === 1 ? result : undefined;
  } catch {
    return undefined;
  }
}
