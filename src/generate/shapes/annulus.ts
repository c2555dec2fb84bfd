import { type Bounds, type Point, sinCosTurns, TAU } from '../../math/index.js';
import { searchHexLattice, searchSquareLattice } from './lattice.js';
import { EDGE_TOLERANCE, type Region } from './region.js';

/** A ring around the origin, radii in metres; a disc if `inner` is 0. Crowds start in the middle of its −Z side. */
export function annulus(inner: number, outer: number): Region {
  const bounds: Bounds = [-outer, -outer, outer, outer];
  const start: Point = [0, inner > 0 ? -(inner + outer) / 2 : 0];
  const isNear = (x: number, z: number, margin: number): boolean => {
    const radius = Math.sqrt(x * x + z * z);
    return radius >= inner - margin && radius <= outer + margin;
  };
  const area = (TAU / 2) * (outer * outer - inner * inner);
  return {
    area,
    containedArea: area,
    perimeter: TAU * (inner + outer),
    extent: 2 * outer,
    contains: (x, z) => isNear(x, z, EDGE_TOLERANCE),
    isNear,
    sample(u, v) {
      const radius = Math.sqrt(inner * inner + u * (outer * outer - inner * inner));
      const [sin, cos] = sinCosTurns(v);
      return [radius * cos, radius * sin];
    },
    bearing: 0,
    bearingAt: () => 0,
    searchSquareLattice: (pitch, search) => searchSquareLattice(bounds, pitch, search),
    searchHexLattice: (pitch, search) => searchHexLattice(bounds, start, pitch, search),
  };
}
