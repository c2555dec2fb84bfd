import type { Population } from '../population.js';
import type { StepArrays } from '../step/step-arrays.js';

/** Aims someone at a point, metres, at a speed, metres a second. */
export function aimAt(
  x: number,
  z: number,
  speed: number,
  person: number,
  people: Population,
  { aimX, aimZ, aimDistance }: StepArrays,
): void {
  const dx = x - people.x[person];
  const dz = z - people.z[person];
  const distance = Math.sqrt(dx * dx + dz * dz);
  people.wishSpeed[person] = distance > 0 ? speed : 0;
  aimDistance[person] = distance;
  if (distance === 0) return;
  aimX[person] = dx / distance;
  aimZ[person] = dz / distance;
}

/** Has someone stand still, facing as before. */
export function aimNowhere(
  person: number,
  people: Population,
  { aimX, aimZ, aimDistance }: StepArrays,
): void {
  people.wishSpeed[person] = 0;
  aimX[person] = people.wishX[person];
  aimZ[person] = people.wishZ[person];
  aimDistance[person] = 0;
}

export function distanceTo(x: number, z: number, person: number, people: Population): number {
  const dx = x - people.x[person];
  const dz = z - people.z[person];
  return Math.sqrt(dx * dx + dz * dz);
}
