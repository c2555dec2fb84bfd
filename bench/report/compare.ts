import type { Entry, Result } from '../measure/result.js';
import { agree, type Measure } from '../measure/statistics.js';
import { milliseconds } from './table.js';

/** Change of one entry's number between two runs. */
export interface Change {
  /** Contender, backend and count. */
  readonly entry: string;
  readonly quantity: 'frame' | 'script' | 'gpu';
  readonly before: Measure;
  readonly after: Measure;
  /** Beyond the spread of both runs. */
  readonly isBeyondSpread: boolean;
}

/** Entries that both runs measured. */
export function compareResults(before: Result, after: Result): Change[] {
  const known = new Map(before.entries.map((entry) => [keyOf(entry), entry.measured]));
  return after.entries.flatMap((entry) => {
    const [old, fresh] = [known.get(keyOf(entry)), entry.measured];
    if (!old || !fresh) return [];
    return (['frame', 'script', 'gpu'] as const).flatMap((quantity) => {
      const [was, is] = [old[quantity], fresh[quantity]];
      if (!was || !is) return [];
      return [{ entry: keyOf(entry), quantity, before: was, after: is, isBeyondSpread: !agree(was, is) }];
    });
  });
}

/** One line for each change, with the ratio of the medians. Changes beyond the spread are marked. */
export function toLine({ entry, quantity, before, after, isBeyondSpread }: Change): string {
  const mark = !isBeyondSpread ? ' ' : after.median < before.median ? '↓' : '↑';
  const ratio = (after.median / before.median).toFixed(2);
  return `${mark} ${entry} ${quantity}: ${milliseconds(before)} → ${milliseconds(after)} ms (× ${ratio})`;
}

function keyOf({ contender, backend, count }: Entry): string {
  return `${contender} ${backend} ${count}`;
}
