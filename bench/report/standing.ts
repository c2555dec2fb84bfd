import type { BackendName } from 'three-crowd';
import type { Entry, Measured } from '../measure/result.js';

/** Contender that the others are compared with: cloned skeletons, as three recommends. */
const BASELINE = 'clones';

export type MeasuredEntry = Entry & { readonly measured: Measured };

/** Returns the entries of a count, each contender on its fastest backend, fastest first. */
export function standingAt(entries: readonly Entry[], count: number): MeasuredEntry[] {
  const best = new Map<string, MeasuredEntry>();
  for (const entry of entries) {
    if (entry.count !== count || !hasNumbers(entry)) continue;
    const known = best.get(entry.contender);
    if (!known || frameOf(entry) < frameOf(known)) best.set(entry.contender, entry);
  }
  return [...best.values()].sort((a, b) => frameOf(a) - frameOf(b));
}

/**
 * Returns the entries of each contender on one backend: the given one, or the fastest at its highest count.
 */
export function onBackend(entries: readonly Entry[], backend: BackendName | 'fastest'): Entry[] {
  if (backend !== 'fastest') return entries.filter((entry) => entry.backend === backend);
  const counts = [...new Set(entries.map(({ count }) => count))].sort((a, b) => b - a);
  const chosen = new Map<string, BackendName>();
  for (const count of counts) {
    for (const entry of standingAt(entries, count)) {
      if (!chosen.has(entry.contender)) chosen.set(entry.contender, entry.backend);
    }
  }
  return entries.filter((entry) => chosen.get(entry.contender) === entry.backend);
}

/**
 * Ratio of the frame time to that of cloned skeletons on their fastest backend, in the same run at the same
 * count.
 */
export function ratioToBaseline(entry: Entry, all: readonly Entry[]): number | undefined {
  const baseline = standingAt(all, entry.count).find(({ contender }) => contender === BASELINE);
  return baseline && hasNumbers(entry) ? frameOf(entry) / frameOf(baseline) : undefined;
}

function hasNumbers(entry: Entry): entry is MeasuredEntry {
  return entry.measured !== undefined;
}

function frameOf({ measured }: MeasuredEntry): number {
  return measured.frame.median;
}
