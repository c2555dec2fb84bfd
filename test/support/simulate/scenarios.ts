import type { Goal, Person, Scenario, Simulation } from 'three-crowd/simulate';
import { mulberry32 } from '../../../src/math/index.js';

/** Metres. */
export const BODY_RADIUS = 0.2;

/** People on open ground who look far ahead. */
export function scenarioOf(people: readonly Person[], changes: Partial<Scenario> = {}): Scenario {
  return {
    seed: 1,
    people,
    boundary: { kind: 'open', minX: -60, minZ: -60, maxX: 60, maxZ: 60 },
    paths: [],
    obstacles: [],
    walls: [],
    anticipation: 1,
    personalSpace: 0,
    ...changes,
  };
}

export function personAt(x: number, z: number, goal: Goal, changes: Partial<Person> = {}): Person {
  return { x, z, heading: 0, radius: BODY_RADIUS, speed: 1.34, goal, ...changes };
}

/** Speeds on open ground, metres a second: normal with mean 1.34 and deviation 0.26, from 0.5 to 2.2, as Vadere's. */
export function drawSpeeds(seed: number): () => number {
  const random = mulberry32(seed);
  return () => {
    const u = Math.max(Number.MIN_VALUE, random());
    const normal = Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * random());
    return Math.min(2.2, Math.max(0.5, 1.34 + 0.26 * normal));
  };
}

export interface CorridorOptions {
  /** Metres. */
  readonly width: number;
  readonly length: number;
  readonly count: number;
  readonly seed: number;
  /** Every second one walks the other way. @default false */
  readonly isTwoWay?: boolean;
}

/** An endless corridor with people at random places that keep apart as far as 20 tries allow. */
export function corridor({ width, length, count, seed, isTwoWay = false }: CorridorOptions): Scenario {
  const random = mulberry32(seed);
  const speed = drawSpeeds(seed + 1000);
  const halfWidth = width / 2 - BODY_RADIUS;
  const people: Person[] = [];
  for (let i = 0; i < count; i++) {
    let best = { x: 0, z: 0, clear: -1 };
    for (let tries = 0; tries < 20 && best.clear < 1; tries++) {
      const x = (2 * random() - 1) * halfWidth;
      const z = random() * length;
      let clear = Number.POSITIVE_INFINITY;
      for (const other of people) {
        const across = Math.abs(other.z - z);
        clear = Math.min(clear, Math.hypot(other.x - x, Math.min(across, length - across)));
      }
      if (clear > best.clear) best = { x, z, clear };
    }
    const direction = isTwoWay && i % 2 === 0 ? -1 : 1;
    const heading = direction > 0 ? 0 : Math.PI;
    const goal = { kind: 'follow', path: 0, direction } as const;
    people.push({ x: best.x, z: best.z, heading, radius: BODY_RADIUS, speed: speed(), goal });
  }
  return scenarioOf(people, {
    seed,
    boundary: { kind: 'endless', halfWidth, length },
    paths: [straight([0, -1e6], [0, 1e6], width / 2)],
  });
}

/** Runs a simulation for some seconds, and returns it. */
export function run(simulation: Simulation, seconds: number): Simulation {
  for (let step = 0; step < seconds * 20; step++) simulation.step();
  return simulation;
}

/** A straight path. */
export function straight(
  from: [x: number, z: number],
  to: [x: number, z: number],
  halfWidth = 1,
): Scenario['paths'][number] {
  return { corners: [from, to], isClosed: false, halfWidth, keepRight: 0 };
}

/** People on a lattice in a box, all with one goal. */
export function fillBox(
  [minX, minZ, maxX, maxZ]: readonly [number, number, number, number],
  count: number,
  goalOf: (x: number, z: number) => Goal,
  seed: number,
): Person[] {
  const random = mulberry32(seed);
  const speed = drawSpeeds(seed);
  const pitch = Math.sqrt(((maxX - minX) * (maxZ - minZ)) / count);
  const columns = Math.max(1, Math.round((maxX - minX) / pitch));
  const rows = Math.ceil(count / columns);
  const jitter = (): number => 0.5 + 0.4 * (random() - 0.5);
  return Array.from({ length: count }, (_, i) => {
    const x = minX + (((i % columns) + jitter()) * (maxX - minX)) / columns;
    const z = minZ + ((Math.floor(i / columns) + jitter()) * (maxZ - minZ)) / rows;
    return personAt(x, z, goalOf(x, z), { speed: speed() });
  });
}
