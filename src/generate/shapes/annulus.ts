import { type Bounds, type Point, sinCosTurns, TAU } from '../../math/index.js';
import { hexLattice, squareLattice } from './lattice.js';
import { EDGE_TOLERANCE, type Region } from './region.js';

/** A ring about the origin, radii in metres; a disc where `inner` is 0. Crowds start in the middle of its −Z side. */
export function annulus(inner: number, outer: number): Region {
  const bounds: Bounds = [-outer, -outer, outer, outer];
  const start: Point = [0, inner > 0 ? -(inner + outer) / 2 : 0];
  return {
    area: (TAU / 2) * (outer * outer - inner * inner),
    contains(x, z) {
      const radius = Math.sqrt(x * x + z * z);
      return radius >= inner - EDGE_TOLERANCE && radius <= outer + EDGE_TOLERANCE;
    },
    sample(u, v) {
      const radius = Math.sqrt(inner * inner + u * (outer * outer - inner * inner));
      const [sin, cos] = sinCosTurns(v);
      return [radius * cos, radius * sin];
    },
    bearingAt: () => 0,
    squareLattice: (pitch) => squareLattice(bounds, pitch),
    hexLattice: (pitch) => hexLattice(bounds, start, pitch),
  };
}
