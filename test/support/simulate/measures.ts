import { FRAME, FRAME_STATE, FRAME_STRIDE, type Simulation } from 'three-crowd/simulate';
import type { Point } from '../../../src/math/index.js';

/** A number of an agent in a simulation's latest frame. */
export function numberOf(
  simulation: Pick<Simulation, 'current'>,
  person: number,
  field: keyof typeof FRAME,
): number {
  return simulation.current[person * FRAME_STRIDE + FRAME[field]];
}

export function placeOf(simulation: Pick<Simulation, 'current'>, person: number): Point {
  return [numberOf(simulation, person, 'x'), numberOf(simulation, person, 'z')];
}

/** Metres from a person to a point. */
export function distanceTo(
  simulation: Pick<Simulation, 'current'>,
  person: number,
  x: number,
  z: number,
): number {
  return Math.hypot(numberOf(simulation, person, 'x') - x, numberOf(simulation, person, 'z') - z);
}

/** The people that have arrived since events were last taken, in order. */
export function takeArrivals(simulation: Simulation): number[] {
  return simulation.takeEvents().flatMap(({ kind, person }) => (kind === 'arrived' ? [person] : []));
}

/**
 * The largest overlap of each agent with another one, as a fraction of their touching distance: 0 apart, 1 at one place.
 * Compares all pairs.
 */
export function overlaps(simulation: Simulation): number[] {
  const { size, scenario } = simulation;
  const period = scenario.boundary.kind === 'endless' ? scenario.boundary.length : Number.POSITIVE_INFINITY;
  const worst = new Array<number>(size).fill(0);
  const isThere = (person: number): boolean => numberOf(simulation, person, 'state') !== FRAME_STATE.gone;
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < i; j++) {
      const across = Math.abs(numberOf(simulation, i, 'z') - numberOf(simulation, j, 'z'));
      const dz = Math.min(across, period - across);
      const dx = numberOf(simulation, i, 'x') - numberOf(simulation, j, 'x');
      const touch = scenario.people[i].radius + scenario.people[j].radius;
      if (Math.abs(dx) > touch || dz > touch) continue;
      if (!isThere(i) || !isThere(j)) continue;
      const overlap = 1 - Math.hypot(dx, dz) / touch;
      worst[i] = Math.max(worst[i], overlap);
      worst[j] = Math.max(worst[j], overlap);
    }
  }
  return worst;
}

/** The largest of {@link overlaps}. */
export function worstOverlap(simulation: Simulation): number {
  return overlaps(simulation).reduce((most, overlap) => Math.max(most, overlap), 0);
}

/** The quantile of `values` at a share, 0 to 1. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

/** Mean speed of all agents along their own direction in the last step, metres a second, in an endless corridor. */
export function meanForwardSpeed({ size, scenario, previous, current }: Simulation): number {
  const length = scenario.boundary.kind === 'endless' ? scenario.boundary.length : Number.POSITIVE_INFINITY;
  let sum = 0;
  for (let i = 0; i < size; i++) {
    const { goal } = scenario.people[i];
    const direction = goal.kind === 'follow' ? goal.direction : 0;
    const o = i * FRAME_STRIDE + FRAME.z;
    let moved = current[o] - previous[o];
    if (moved > length / 2) moved -= length;
    if (moved < -length / 2) moved += length;
    sum += (direction * moved) / 0.05;
  }
  return sum / size;
}

/**
 * Order of lanes in two-way traffic: the mean over all agents of ((same − opposite) / all)² among
 * those within 0.3 m to either side. 1 for perfect lanes, 0.03 for a random start.
 */
export function laneOrder(simulation: Simulation): number {
  const { size, scenario } = simulation;
  const directions = scenario.people.map(({ goal }) => (goal.kind === 'follow' ? goal.direction : 0));
  const x = directions.map((_, i) => numberOf(simulation, i, 'x'));
  let sum = 0;
  for (let i = 0; i < size; i++) {
    let balance = 0;
    let all = 0;
    for (let j = 0; j < size; j++) {
      if (Math.abs(x[i] - x[j]) > 0.3) continue;
      balance += directions[i] * directions[j];
      all += 1;
    }
    sum += (balance / all) ** 2;
  }
  return sum / size;
}

/**
 * The speed of pedestrians at a density, metres a second.
 *
 * @param density people a square metre
 * @see U. Weidmann, "Transporttechnik der Fussgänger", 1993
 */
export function weidmannSpeed(density: number): number {
  return 1.34 * (1 - Math.exp(-1.913 * (1 / density - 1 / 5.4)));
}
