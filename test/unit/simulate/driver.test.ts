import { Simulation, SimulationDriver } from 'three-crowd/simulate';
import { describe, expect, test } from 'vitest';
import { walkingCrowd } from '../../support/simulate/walking-crowd.js';

// Node has no `Worker` of the web's kind: here the driver runs in this thread. The browser tests run it in a worker.
describe('a driver where there are no workers', () => {
  const { scenario } = walkingCrowd();

  test('warns once, and shows the same states as a simulation', () => {
    const notices: string[] = [];
    const driver = new SimulationDriver(scenario, { onWarning: (message) => notices.push(message) });
    const simulation = new Simulation(scenario);
    expect(driver.current).toEqual(simulation.current);
    driver.commands.goTo(3, [5, 5]);
    simulation.commands.goTo(3, [5, 5]);
    let steps = 0;
    for (let frame = 0; frame < 200; frame++) steps += driver.advance(1 / 60);
    expect(steps).toBeGreaterThan(60);
    expect(steps).toBeLessThan(68);
    for (let step = 0; step < steps; step++) simulation.step();
    expect(driver.time).toBeCloseTo(simulation.time, 9);
    expect(driver.current).toEqual(simulation.current);
    expect(driver.previous).toEqual(simulation.previous);
    expect(notices).toHaveLength(1);
    expect(notices[0]).toContain('main thread');
  });

  test('its clock shows each state for a twentieth of a second, and stops with timeScale 0', () => {
    const driver = new SimulationDriver(scenario, { worker: false });
    let last = 0;
    for (let frame = 0; frame < 120; frame++) {
      driver.advance(1 / 60);
      const shown = driver.time + driver.fraction / 20;
      expect(shown).toBeGreaterThanOrEqual(last);
      expect(shown - last).toBeLessThan(0.04);
      last = shown;
    }
    expect(last).toBeCloseTo(2, 1);
    driver.timeScale = 0;
    expect(driver.advance(1)).toBe(0);
  });

  test('an hour in a hidden tab is a seventh of a second', () => {
    const driver = new SimulationDriver(scenario, { worker: false });
    for (let frame = 0; frame < 30; frame++) driver.advance(1 / 60);
    const before = driver.time;
    driver.advance(3600);
    driver.advance(1 / 60);
    expect(driver.time - before).toBeLessThan(0.25);
  });
});
