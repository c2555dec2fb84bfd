import type { BackendName } from 'three-crowd';
import type { Entry, Plan, Result } from './result.js';

export function startResult(plan: Plan, browser: string, processors: number): Result {
  const date = new Date().toISOString();
  return { format: 1, date, browser, adapters: {}, processors, plan, entries: [], isComplete: false };
}

/** Returns the result with all entries of a count replaced. */
export function withEntries(result: Result, count: number, entries: readonly Entry[]): Result {
  return { ...result, entries: [...result.entries.filter((entry) => entry.count !== count), ...entries] };
}

export function withAdapter(result: Result, backend: BackendName, adapter: string): Result {
  return { ...result, adapters: { ...result.adapters, [backend]: adapter } };
}

export function withoutPictures(result: Result): Result {
  const entries = result.entries.map((entry) => {
    if (!entry.measured) return entry;
    const { picture: _, ...measured } = entry.measured;
    return { ...entry, measured };
  });
  return { ...result, entries };
}
