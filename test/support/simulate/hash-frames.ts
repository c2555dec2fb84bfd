import { Simulation } from 'three-crowd/simulate';
import { expect } from 'vitest';
import { SHAPE_FIELDS } from '../sample-recipe.js';
import { run } from './scenarios.js';
import { walkingCrowd } from './walking-crowd.js';

/** FNV-1a over the bits of all numbers. */
export function hashOf(frame: Float32Array): string {
  const words = new Uint32Array(frame.buffer, frame.byteOffset, frame.length);
  let hash = 0x811c9dc5;
  for (const word of words) hash = Math.imul(hash ^ word, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** The hash of a crowd of each kind after twenty seconds; the same on every engine. */
export const RECORDED_HASHES: Readonly<Record<string, string>> = {
  circle: '261e9103',
  road: '17b317fc',
  donut: '2fd5f36b',
  spline: '2fd27993',
  attraction: '536663c6',
};

/** Crowds that use every feature of a recipe that a simulation reads. */
export function recordedCrowds(): Record<string, Simulation> {
  const hills = { active: true, amplitude: 2, frequency: 0.03, noiseType: 'fractal' } as const;
  return {
    circle: walkingCrowd({ ...SHAPE_FIELDS.circle, terrain: hills }),
    road: walkingCrowd({ ...SHAPE_FIELDS.road, groupingMode: true, pace: 0.9 }),
    donut: walkingCrowd({ ...SHAPE_FIELDS.donut, facing: 0 }),
    spline: walkingCrowd({ ...SHAPE_FIELDS.spline, anticipation: 1, personalSpace: 1 }),
    attraction: walkingCrowd({ ...SHAPE_FIELDS.square, attractActive: true, pace: 1 }),
  };
}

/** Checks that a copy that resumes a simulation's snapshot goes on as the simulation does, to the last bit. */
export function expectToResume(simulation: Simulation, seconds: number): void {
  const copy = new Simulation(simulation.scenario);
  copy.resume(structuredClone(simulation.takeSnapshot()));
  expect(copy.time).toBe(simulation.time);
  expect(copy.current).toEqual(simulation.current);
  expect(hashOf(run(copy, seconds).current)).toBe(hashOf(run(simulation, seconds).current));
}
