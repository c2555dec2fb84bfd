import type { PlacementGroup } from '../traits/groups.js';

/** Position of each character, metres, by index. */
export interface Positions {
  x: Float64Array;
  z: Float64Array;
}

export function emptyPositions(size: number): Positions {
  return { x: new Float64Array(size), z: new Float64Array(size) };
}

/** Places the members of a group around a position. */
export function placeGroup(positions: Positions, group: PlacementGroup, x: number, z: number): void {
  group.offsets.forEach(([offsetX, offsetZ], member) => {
    positions.x[group.first + member] = x + offsetX;
    positions.z[group.first + member] = z + offsetZ;
  });
}
