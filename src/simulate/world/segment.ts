import type { Wall } from '../population/scenario.js';

/** Position along a wall of its point nearest to (x, z), 0 at its start to 1 at its end. */
export function nearestOnWall([ax, az, bx, bz]: Wall, x: number, z: number): number {
  const dx = bx - ax;
  const dz = bz - az;
  const squaredLength = dx * dx + dz * dz;
  if (squaredLength === 0) return 0;
  return Math.min(1, Math.max(0, ((x - ax) * dx + (z - az) * dz) / squaredLength));
}

/** True if the line from one point to another crosses a wall. */
export function crossesWall(
  [ax, az, bx, bz]: Wall,
  fromX: number,
  fromZ: number,
  toX: number,
  toZ: number,
): boolean {
  const wallX = bx - ax;
  const wallZ = bz - az;
  const wayX = toX - fromX;
  const wayZ = toZ - fromZ;
  const cross = wayX * wallZ - wayZ * wallX;
  if (cross === 0) return false;
  const alongWay = ((ax - fromX) * wallZ - (az - fromZ) * wallX) / cross;
  const alongWall = ((ax - fromX) * wayZ - (az - fromZ) * wayX) / cross;
  return alongWay >= 0 && alongWay <= 1 && alongWall >= 0 && alongWall <= 1;
}
