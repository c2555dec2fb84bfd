import { hermite } from '../math/shaping.js';

/** A row of a table: the position along the curve, then the values there. */
export type Station = readonly number[];

export type Curve = (at: number) => number[];

/**
 * Returns a smooth curve through stations: a Catmull–Rom spline in Hermite form with tangents for uneven spacing.
 * Clamped outside the table.
 */
export function curve(stations: readonly Station[]): Curve {
  const rows = [...stations].sort((a, b) => a[0] - b[0]);
  const last = rows.length - 1;
  return (at) => {
    if (at <= rows[0][0]) return rows[0].slice(1);
    if (at >= rows[last][0]) return rows[last].slice(1);
    let i = 0;
    while (rows[i + 1][0] < at) i++;
    const before = rows[Math.max(0, i - 1)];
    const from = rows[i];
    const to = rows[i + 1];
    const after = rows[Math.min(last, i + 2)];
    const span = to[0] - from[0];
    const t = (at - from[0]) / span;
    return from.slice(1).map((value, column) => {
      const k = column + 1;
      const leaving = ((to[k] - before[k]) / (to[0] - before[0])) * span;
      const arriving = ((after[k] - value) / (after[0] - from[0])) * span;
      return hermite(value, leaving, to[k], arriving, t);
    });
  };
}
