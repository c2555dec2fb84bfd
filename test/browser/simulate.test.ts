import { SimulationDriver } from 'three-crowd/simulate';
import { describe, expect, test } from 'vitest';
import { hashOf, RECORDED_HASHES, recordedCrowds } from '../support/simulate/hash-frames.js';
import { walkingCrowd } from '../support/simulate/walking-crowd.js';

const nextTick = (): Promise<number> => new Promise(requestAnimationFrame);

test.each(Object.entries(recordedCrowds()))(
  'S16: %s is in this engine what it is in Node',
  (name, simulation) => {
    for (let step = 0; step < 400; step++) simulation.step();
    expect(hashOf(simulation.current)).toBe(RECORDED_HASHES[name]);
  },
);

/** Lets a driver run until it has shown a number of steps. */
async function runFor(driver: SimulationDriver, steps: number): Promise<void> {
  const until = driver.time + steps / 20;
  for (let frame = 0; driver.time < until - 1e-6; frame++) {
    expect(frame).toBeLessThan(5000);
    await nextTick();
    driver.advance(1 / 60);
  }
}

/** The state that a simulation in this thread has at a driver's time. */
function expected(driver: SimulationDriver): Float32Array {
  const simulation = walkingCrowd();
  while (simulation.steps < Math.round(driver.time * 20)) simulation.step();
  return simulation.current;
}

describe('a driver with a worker', () => {
  const { scenario } = walkingCrowd();

  test('shows what a simulation in this thread shows', async () => {
    const notices: string[] = [];
    const driver = new SimulationDriver(scenario, { onWarning: (message) => notices.push(message) });
    await runFor(driver, 40);
    expect(driver.isInWorker).toBe(true);
    expect(notices).toEqual([]);
    expect(hashOf(driver.current)).toBe(hashOf(expected(driver)));
    driver.dispose();
  });
});
