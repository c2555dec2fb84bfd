import { BOUNDARY_SHAPES } from 'three-crowd/protocol';
import { Simulation } from 'three-crowd/simulate';
import { describe, expect, test } from 'vitest';
import { SHAPE_FIELDS, sampleRecipe } from '../support/sample-recipe.js';
import { distanceTo, overlaps, percentile, placeOf, worstOverlap } from '../support/simulate/measures.js';
import { OUTSIDE } from '../support/simulate/outside.js';
import { fillBox, personAt, run, scenarioOf, straight } from '../support/simulate/scenarios.js';
import { walkingCrowd } from '../support/simulate/walking-crowd.js';

/** Seconds. */
const TEN_MINUTES = 600;
const SEEDS = [1, 2, 3, 4, 5];

/** How far people overlap in ten minutes, looked at every second, and how often somebody is outside by a millimetre. */
function watch(
  simulation: Simulation,
  isOutside: (x: number, z: number) => boolean,
): { overlap: number; outside: number } {
  const all: number[] = [];
  let outside = 0;
  for (let second = 0; second < TEN_MINUTES; second++) {
    run(simulation, 1);
    all.push(...overlaps(simulation));
    for (let i = 0; i < simulation.size; i++) {
      if (isOutside(...placeOf(simulation, i))) outside += 1;
    }
  }
  return { overlap: percentile(all, 0.999), outside };
}

function report(name: string, seed: number, { overlap, outside }: ReturnType<typeof watch>): void {
  console.log(`${name}, seed ${seed}: overlap p99.9 ${(100 * overlap).toFixed(2)} %, outside ${outside}`);
  expect(overlap).toBeLessThanOrEqual(0.01);
  expect(outside).toBe(0);
}

describe.each(BOUNDARY_SHAPES)('S10, S13: ten minutes of a %s', (shape) => {
  test.each(SEEDS)('nobody stands in anybody, nobody leaves (seed %i)', (seed) => {
    const changes = { ...SHAPE_FIELDS[shape], seed, size: 300, pace: 0.9, personalSpace: 0.3 };
    report(
      shape,
      seed,
      watch(walkingCrowd(changes), (x, z) => OUTSIDE[shape](sampleRecipe(changes), x, z) > 0.001),
    );
  });
});

test.each(SEEDS)('S10, S13: ten minutes of a crossing, 1 person a square metre (seed %i)', (seed) => {
  // Two streets 5 m wide and 40 m long that cross in the middle of a square.
  const ALONG_Z = fillBox([-2.5, -19, 2.5, 19], 190, () => ({ kind: 'follow', path: 0, direction: 1 }), seed);
  const ALONG_X = fillBox(
    [-19, -2.5, -3, 2.5],
    80,
    () => ({ kind: 'follow', path: 1, direction: 1 }),
    seed + 9,
  );
  const simulation = new Simulation(
    scenarioOf([...ALONG_Z, ...ALONG_X], {
      seed,
      boundary: { kind: 'rectangle', halfWidth: 20, halfLength: 20 },
      paths: [straight([0, -20], [0, 20], 2.5), straight([-20, 0], [20, 0], 2.5)],
    }),
  );
  report(
    'crossing',
    seed,
    watch(simulation, (x, z) => Math.max(Math.abs(x), Math.abs(z)) > 20.001),
  );
});

test.each(SEEDS)('S10, S13: ten minutes round an attraction (seed %i)', (seed) => {
  const changes = { ...SHAPE_FIELDS.square, seed, size: 300, pace: 0.9, attractActive: true };
  report(
    'attraction',
    seed,
    watch(walkingCrowd(changes), (x, z) => OUTSIDE.square(sampleRecipe(changes), x, z) > 0.001),
  );
});

test.each(SEEDS)('S15: a thousand people gather and stand still (seed %i)', (seed) => {
  const simulation = walkingCrowd({
    seed,
    size: 1000,
    pace: 1,
    boundaryRadius: 40,
    spawnRadius: 40,
    attractActive: true,
    obstacles: [],
  });
  run(simulation, 90);
  let moved = 0;
  for (let step = 0; step < 20; step++) {
    simulation.step();
    const { size, previous, current } = simulation;
    for (let i = 0; i < size; i++) {
      moved += Math.hypot(current[i * 8] - previous[i * 8], current[i * 8 + 2] - previous[i * 8 + 2]) / size;
    }
  }
  const worst = percentile(overlaps(simulation), 0.999);
  console.log(
    `attraction, seed ${seed}: ${moved.toFixed(4)} m/s, overlap p99.9 ${(100 * worst).toFixed(2)} %`,
  );
  expect(moved).toBeLessThan(0.02);
  expect(worst).toBeLessThanOrEqual(0.01);
});

test.each(SEEDS)('S11: a hundred people change places across a circle (seed %i)', (seed) => {
  const radius = 15;
  const people = Array.from({ length: 100 }, (_, i) => {
    const angle = (2 * Math.PI * (i + seed / 10)) / 100;
    const [x, z] = [radius * Math.cos(angle), radius * Math.sin(angle)];
    return personAt(x, z, { kind: 'go', x: -x, z: -z }, { radius: 0.2125 });
  });
  const simulation = new Simulation(scenarioOf(people));
  const free = (2 * radius) / 1.34;
  let arrived = 0;
  let overlap = 0;
  while (arrived < 100 && simulation.time < 3 * free) {
    simulation.step();
    arrived = people.filter(({ x, z }, i) => distanceTo(simulation, i, -x, -z) <= 1).length;
    overlap = Math.max(overlap, worstOverlap(simulation));
  }
  const ratio = (simulation.time / free).toFixed(2);
  console.log(`antipodal, seed ${seed}: ${ratio} × the free time, overlap ${(100 * overlap).toFixed(2)} %`);
  expect(arrived).toBe(100);
  expect(simulation.time).toBeLessThan(2 * free);
  expect(overlap).toBeLessThanOrEqual(0.05);
});
