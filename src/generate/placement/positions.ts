import type { Unit } from '../groups.js';

/** Where each character stands, metres, by index. */
export interface Positions {
  x: Float64Array;
  z: Float64Array;
}

export function emptyPositions(size: number): Positions {
  return { x: new Float64Array(size), z: new Float64Array(size) };
}

/** Stands the members of a unit around a place. */
export function placeUnit(positions: Positions, unit: Unit, x: number, z: number): void {
  unit.offsets.forEach(([offsetX, offsetZ], member) => {
    positions.x[unit.first + member] = x + offsetX;
    positions.z[unit.first + member] = z + offsetZ;
  });
}
