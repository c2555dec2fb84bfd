import { generateCharacters } from 'three-crowd/generate';
import type { Recipe } from 'three-crowd/protocol';
import { SimulationDriver } from 'three-crowd/simulate';
import { expect, test } from 'vitest';
import { createSimulationOf, prefersGpu, WORKER_LIMIT } from '../../src/choose-simulation.js';
import type { MotionOptions } from '../../src/index.js';
import type { CreatedSimulation } from '../../src/render/build-crowd-options.js';
import type { WalkingGpu } from '../../src/render/index.js';
import { GpuSimulation } from '../../src/simulate/gpu/index.js';
import { sampleManifest } from '../support/sample-manifest.js';
import { SHAPE_FIELDS, sampleRecipe } from '../support/sample-recipe.js';

const EVEN = { active: false, amplitude: 0, frequency: 0.05, noiseType: 'simplex' } as const;

test('the GPU is tried by itself for crowds that are too large for a worker, where it is none that the processor emulates', () => {
  expect(prefersGpu(WORKER_LIMIT + 1, 'hardware')).toBe(true);
  expect(prefersGpu(WORKER_LIMIT, 'hardware')).toBe(false);
  expect(prefersGpu(1_000_000, 'emulated')).toBe(false);
  expect(prefersGpu(1_000_000, 'none')).toBe(false);
});

/** What moves a crowd, one that is larger than a worker can walk with by default. */
async function choose(
  gpu: WalkingGpu,
  motion: MotionOptions,
  changes: Partial<Recipe> = {},
  size = WORKER_LIMIT + 1,
): Promise<CreatedSimulation & { warnings: string[] }> {
  const recipe = sampleRecipe({ size: 50, terrain: EVEN, ...changes });
  const some = generateCharacters(recipe, sampleManifest);
  const characters = Array.from({ length: size }, (_, i) => some[i % some.length]);
  const warnings: string[] = [];
  const onWarning = (message: string) => warnings.push(message);
  const options = { motion: { worker: false, ...motion }, onWarning };
  const { createSimulation } = createSimulationOf({ recipe, characters }, options);
  const created = await createSimulation!(1.3, gpu);
  return { ...created, warnings };
}

test('a large crowd walks on the GPU by itself, and in a worker where the GPU cannot do it, without a word', async () => {
  const chosen = await choose('hardware', {});
  expect(chosen.simulation).toBeInstanceOf(GpuSimulation);
  expect(chosen.gpu?.isAutomatic).toBe(true);
  expect(chosen.gpu?.createDriver()).toBeInstanceOf(SimulationDriver);
  const others = [
    await choose('emulated', {}),
    await choose('none', {}),
    await choose('hardware', {}, {}, WORKER_LIMIT),
    await choose('hardware', { gpu: false }),
  ];
  for (const { simulation, warnings } of others) {
    expect(simulation).toBeInstanceOf(SimulationDriver);
    expect(warnings).toEqual([]);
  }
  // Those that may grow have a way to the GPU.
  expect(others.map(({ gpu }) => gpu?.isAutomatic)).toEqual([true, true, true, undefined]);
  expect(chosen.warnings).toEqual([]);
});

test.each(['square', 'donut', 'spline'] as const)(
  'a large crowd walks on the GPU round walls, to a target and out by exits: %s',
  async (shape) => {
    const attraction = { ...SHAPE_FIELDS[shape], attractActive: true };
    const exits = [{ x: 3, z: 12, width: 1 }];
    const { simulation } = await choose('hardware', { walls: [[0, 12, 1, 12]], exits }, attraction);
    expect(simulation).toBeInstanceOf(GpuSimulation);
    expect(simulation.scenario.exits).toEqual(exits);
    simulation.controls.leave('all');
  },
);

test('where the GPU is asked for, it is taken whatever it is, and what keeps people from it is told', async () => {
  const asked = await choose('emulated', { gpu: true });
  expect(asked.simulation).toBeInstanceOf(GpuSimulation);
  expect(asked.gpu?.isAutomatic).toBe(false);
  const none = await choose('none', { gpu: true });
  expect(none.warnings).toEqual([expect.stringMatching(/does not move on the GPU.*WebGPU/)]);
  const nobody = await choose('hardware', { gpu: true }, {}, 0);
  expect(nobody.warnings).toEqual([expect.stringMatching(/does not move on the GPU.*no people/)]);
});
