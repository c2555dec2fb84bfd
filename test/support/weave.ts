import { MathUtils } from 'three';

/** How far a place is inside of a shape, from 0 at `outer` to 1 at `inner`. */
const inside = (distance: number, inner: number, outer: number): number =>
  1 - MathUtils.smoothstep(distance, inner, outer);

/**
 * Share of the light thread of a woven pattern at a place, in motifs: of plain cloth, roundels, lozenges, flowers, stripes and checks.
 * Figures are drawn about the middle of each motif, in polar coordinates where they are round.
 */
export function threadAt(pattern: number, x: number, y: number): number {
  const isShifted = Math.abs(Math.floor(y) % 2) === 1;
  const [u, v] = [isShifted ? x + 0.5 : x, y].map((value) => value - Math.floor(value) - 0.5);
  const [radius, angle] = [Math.hypot(u, v), Math.atan2(v, u)];
  const side = Math.abs(u) + Math.abs(v);
  const line = (value: number): number => inside(Math.abs(value - Math.floor(value) - 0.5), 0.16, 0.2);
  switch (pattern) {
    case 1:
      return inside(Math.abs(radius - 0.3), 0.02, 0.05) + inside(radius, 0.1, 0.14);
    case 2:
      return inside(Math.abs(side - 0.42), 0.02, 0.05) + inside(side, 0.1, 0.16);
    case 3:
      return inside(radius - 0.2 - 0.1 * Math.cos(4 * angle), -0.04, 0.04);
    case 4:
      return line(x);
    case 5:
      return (line(x) + line(y)) / 2;
    default:
      return 0;
  }
}
