/**
 * How many people one worker can walk with: processor time of a step by the size of the crowd, at one person a square metre,
 * beside the 50 ms that a step stands for. `WORKER_LIMIT` of `src/create-simulation.ts` comes from here.
 *
 * `npx tsx --tsconfig tsconfig.json bench/micro/worker-limit.bench.ts [counts]`
 */
import { Simulation, STEP_SECONDS } from 'three-crowd/simulate';
import { fillBox, scenarioOf } from '../../test/support/simulate/scenarios.js';

/** So that compilers are done, and everybody walks. */
const SETTLING_STEPS = 20;
const MEASURED_STEPS = 20;

const counts = (process.argv[2] ?? '5000,10000,15000,20000,30000').split(',').map(Number);

/** Milliseconds of processor time a step, the mean: what else the machine does counts little. */
function measure(simulation: Simulation): number {
  for (let n = 0; n < SETTLING_STEPS; n++) simulation.step();
  const start = process.cpuUsage();
  for (let n = 0; n < MEASURED_STEPS; n++) simulation.step();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000 / MEASURED_STEPS;
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
