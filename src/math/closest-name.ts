/** Returns the candidate with the smallest edit distance to `name`; undefined if all exceed a third of its length. */
export function closestName(name: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let fewest = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const candidate of candidates) {
    const edits = editDistance(name, candidate);
    if (edits < fewest) {
      fewest = edits;
      best = candidate;
    }
  }
  return best;
}

/**
 * Damerau–Levenshtein distance: insertions, deletions, substitutions and swaps of two neighbours count 1 each. The
 * libraries `fastest-levenshtein` and `leven` were rejected: they count a swap, the most common typing error, as 2, so
 * that "wlak" would match no name.
 */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      next.push(Math.min(replaced, row[j] + 1, next[j - 1] + 1, swapped ? before[j - 2] + 1 : replaced));
    }
    before = row;
    row = next;
  }
  return row[b.length];
}
