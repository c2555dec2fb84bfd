/**
 * Measures how many agents one worker can simulate: processor time of a step by crowd size, at one agent a
 * square metre, against the 50 ms that a step lasts. The source of `WORKER_LIMIT`.
 *
 * `npx tsx --tsconfig tsconfig.json bench/micro/worker-limit.bench.ts [counts]`
 */
import { Simulation, STEP_SECONDS } from 'three-crowd/simulate';
import { fillBox, scenarioOf } from '../../test/support/simulate/scenarios.js';
import { timeProcessor } from '../measure/time-processor.js';

/** Steps until the code is compiled and all agents walk. */
const SETTLING_STEPS = 20;
const MEASURED_STEPS = 20;

const counts = (process.argv[2] ?? '5000,10000,15000,20000,30000').split(',').map(Number);

/** Returns the mean processor time of a step, milliseconds. */
function measure(simulation: Simulation): number {
  for (let n = 0; n < SETTLING_STEPS; n++) simulation.step();
  const milliseconds = timeProcessor(() => {
    for (let n = 0; n < MEASURED_STEPS; n++) simulation.step();
  });
  return milliseconds / MEASURED_STEPS;
}

console.table(
  counts.map((count) => {
    const half = Math.sqrt(count) / 2;
    const people = fillBox([-half, -half, half, half], count, () => ({ kind: 'wander' }), 9);
    const boundary = { kind: 'rectangle', halfWidth: half, halfLength: half } as const;
    const scenario = scenarioOf(people, { boundary, anticipation: 0.5 });
    const milliseconds = measure(new Simulation(scenario, { recordsCommands: false }));
    const share = milliseconds / (1000 * STEP_SECONDS);
    return { people: count, 'ms a step': milliseconds.toFixed(1), 'of the time there is': share.toFixed(2) };
  }),
);
