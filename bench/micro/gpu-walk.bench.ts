/**
 * A step of the simulation on the GPU beside the same step on one thread of the processor, at one person a square metre.
 * A GPU step is timed over several, up to when the GPU says that all are done.
 *
 * On Chromium's software GPU, which has the same two processors, it takes longer than JavaScript at any size; on a GPU of
 * its own this says from which size on `motion: { gpu: true }` is quicker. Name another driver in VK_ICD_FILENAMES.
 *
 * `npx tsx --tsconfig tsconfig.json bench/micro/gpu-walk.bench.ts [counts]`
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Simulation } from 'three-crowd/simulate';
import { createNodeRenderer } from '../../test/support/render/node-renderer.js';
import { fillBox, scenarioOf } from '../../test/support/simulate/scenarios.js';
import nameSoftwareGpu from '../../test/support/software-gpu.js';
import { loadModule } from '../headless/load-module.js';
import { measureOf } from '../measure/statistics.js';

/** Until compilers and pipelines are done. */
const SETTLING_STEPS = 2;
const ROUNDS = 5;
const STEPS_A_ROUND = 2;

const counts = (process.argv[2] ?? '1000,5000,20000,100000').split(',').map(Number);

// Vulkan's loader reads the environment before a process has begun.
if (process.platform === 'linux' && !process.env['VK_ICD_FILENAMES']) {
  nameSoftwareGpu();
  const { status } = spawnSync(process.execPath, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: 'inherit',
  });
  process.exit(status ?? 1);
}

const renderer = await createNodeRenderer();
const { module, close } = await loadModule<typeof import('../../test/support/render/gpu-walkers.js')>(
  join(import.meta.dirname, '../../test/support/render/gpu-walkers.ts'),
);

for (const count of counts) {
  const half = Math.sqrt(count) / 2;
  const scenario = scenarioOf(
    fillBox([-half, -half, half, half], count, () => ({ kind: 'wander' }), 9),
    { boundary: { kind: 'rectangle', halfWidth: half, halfLength: half }, anticipation: 0.5 },
  );
  const cpu = new Simulation(scenario, { recordsCommands: false });
  const gpu = new module.GpuWalkers(renderer, scenario);
  const times: Record<'cpu' | 'gpu', number[]> = { cpu: [], gpu: [] };
  for (let round = -1; round < ROUNDS; round++) {
    const steps = round < 0 ? SETTLING_STEPS : STEPS_A_ROUND;
    const start = performance.now();
    for (let step = 0; step < steps; step++) cpu.step();
    const between = performance.now();
    gpu.run(steps);
    await gpu.rows();
    if (round < 0) continue;
    times.cpu.push((between - start) / steps);
    times.gpu.push((performance.now() - between) / steps);
  }
  const [cpuTime, gpuTime] = [measureOf(times.cpu), measureOf(times.gpu)];
  console.log({
    people: count,
    'JavaScript, ms': cpuTime.median.toFixed(1),
    'GPU, ms': gpuTime.median.toFixed(1),
    ratio: (gpuTime.median / cpuTime.median).toFixed(2),
  });
  gpu.dispose();
}
renderer.dispose();
await close();
process.exit(0);
