import { Simulation } from 'three-crowd/simulate';
import { describe, expect, test } from 'vitest';
import {
  laneOrder,
  meanForwardSpeed,
  percentile,
  weidmannSpeed,
  worstOverlap,
} from '../support/simulate/measures.js';
import { corridor } from '../support/simulate/scenarios.js';

const SEEDS = [1, 2, 3, 4, 5];

interface Flow {
  speed: number;
  order: number;
  overlap: number;
}

/** Runs an endless corridor and measures its last seconds. */
function measure(options: Parameters<typeof corridor>[0], seconds: number, measuredSeconds: number): Flow {
  const simulation = new Simulation(corridor(options));
  let speed = 0;
  let overlap = 0;
  for (let step = 0; step < seconds * 20; step++) {
    simulation.step();
    if (step < (seconds - measuredSeconds) * 20) continue;
    speed += meanForwardSpeed(simulation) / (measuredSeconds * 20);
    if (step % 20 === 0) overlap = Math.max(overlap, worstOverlap(simulation));
  }
  return { speed, order: laneOrder(simulation), overlap };
}

const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;

test('S3, RiMEA 4: speed falls with density as Weidmann measured, to 0.08 m/s', () => {
  const densities = [0.25, 0.5, 1, 1.5, 2, 3, 4];
  const rows = densities.map((density) => {
    const flows = SEEDS.map((seed) =>
      measure({ width: 2.5, length: 30, count: Math.round(density * 75), seed }, 40, 20),
    );
    return {
      density,
      speed: mean(flows.map(({ speed }) => speed)),
      weidmann: weidmannSpeed(density),
      overlap: Math.max(...flows.map(({ overlap }) => overlap)),
    };
  });
  console.table(rows);
  const error = Math.sqrt(mean(rows.map(({ speed, weidmann }) => (speed - weidmann) ** 2)));
  console.log(`root mean square error ${error.toFixed(4)} m/s`);
  expect(error).toBeLessThanOrEqual(0.08);
  const speeds = rows.map(({ speed }) => speed);
  expect(speeds).toEqual([...speeds].sort((a, b) => b - a));
  for (const { density, overlap } of rows) expect(overlap).toBeLessThanOrEqual(density <= 2 ? 0.01 : 0.05);
});

describe('two-way traffic in a corridor of 4 by 50 m, after a minute', () => {
  test.each([
    ['S8', 0.5, 0.7, 0.9],
    ['S9', 1, 0.6, 0.7],
  ])('%s: %d a square metre', (_name, density, order, speed) => {
    const flows = SEEDS.map((seed) =>
      measure({ width: 4, length: 50, count: 200 * density, seed, isTwoWay: true }, 60, 10),
    );
    console.table(flows);
    expect(
      percentile(
        flows.map((flow) => flow.order),
        0.5,
      ),
    ).toBeGreaterThanOrEqual(order);
    expect(
      percentile(
        flows.map((flow) => flow.speed),
        0.5,
      ),
    ).toBeGreaterThanOrEqual(speed);
    for (const { overlap } of flows) expect(overlap).toBeLessThanOrEqual(0.01);
  });

  test('1.5 a square metre flows with every seed', () => {
    const flows = SEEDS.map((seed) =>
      measure({ width: 4, length: 50, count: 300, seed, isTwoWay: true }, 60, 10),
    );
    console.table(flows);
    for (const { speed } of flows) expect(speed).toBeGreaterThan(0.3);
  });
});
