import { Object3D, PerspectiveCamera } from 'three';
import { expect, test, vi } from 'vitest';
import { WALK } from '../../../src/kit/motion/clips/walk.js';
import { CYCLES } from '../../../src/kit/motion/gait.js';
import { AFFINE_SIZE } from '../../../src/math/index.js';
import { FootSampler } from '../../../src/motion/feet/foot-sampler.js';
import { type Footstep, Footsteps } from '../../../src/motion/feet/footsteps.js';
import { FRAME, FRAME_STRIDE } from '../../../src/simulate/index.js';
import { createFigure, figureCharacters } from '../../support/browser/figure.js';
import { buildFigureCrowd } from '../../support/render/figure-crowd.js';
import { TOES } from '../../support/render/foot-slips.js';
import { buildKitCrowd } from '../../support/render/kit-crowd.js';
import { randomWalks } from '../../support/render/random-walks.js';
import {
  KIT_POSES,
  type WalkingCharacters,
  type WalkingOptions,
  walkingCharacters,
} from '../../support/render/walking-characters.js';

const SEED = 8;
const FRAME_SECONDS = 1 / 60;

interface Walking extends WalkingCharacters {
  /** Runs one frame. Returns the time after it and its footsteps. */
  next(camera?: PerspectiveCamera, distance?: number): { now: number; steps: Footstep[] };
}

function walking(size: number, options: WalkingOptions = {}): Walking {
  const crowd = walkingCharacters({ pace: 1, size, boundaryRadius: 200, obstacles: [] }, options);
  const { characters, mover } = crowd;
  const sampler = new FootSampler(KIT_POSES, KIT_POSES.limbs!, characters.clips.infos);
  const footsteps = new Footsteps({ characters, sampler, feet: mover.feet });
  const space = new Object3D();
  return {
    ...crowd,
    next: (camera, distance = 20) => {
      const now = crowd.advance(FRAME_SECONDS);
      const steps: Footstep[] = [];
      footsteps.update(FRAME_SECONDS, now, camera, distance, space, (step) => steps.push(step));
      return { now, steps };
    },
  };
}

function toeOf({ pose }: WalkingCharacters, { character, foot }: Footstep, now: number): number[] {
  const matrix = new Float64Array(AFFINE_SIZE);
  pose.jointMatrix(character, TOES[foot === 'left' ? 0 : 1], now, matrix);
  return [matrix[3], matrix[7], matrix[11]];
}

test.each([true, false])(
  'footsteps strike twice a cycle, at the phases of the authored gait (plantsFeet %s)',
  (plantsFeet) => {
    const crowd = walking(20, { plantsFeet });
    const phases: number[] = [];
    const counts = new Map<number, number>();
    for (let frame = 0; frame < 60; frame++) crowd.next();
    const before = crowd.simulation.current.slice();
    for (let frame = 0; frame < 600; frame++) {
      const { now, steps } = crowd.next();
      for (const step of steps) {
        const { clip, phase } = crowd.characters.get(step.character, now);
        if (clip !== 'walk') continue;
        // The left foot strikes at phase 0, the right one half a cycle later.
        phases.push((phase * CYCLES + (step.foot === 'left' ? 0 : 0.5)) % 1);
        counts.set(step.character, (counts.get(step.character) ?? 0) + 1);
      }
    }
    expect(phases.length).toBeGreaterThan(300);
    // The heel strikes first; the ball of the foot is down within a tenth of a cycle.
    expect(Math.min(...phases)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...phases)).toBeLessThan(0.1);
    for (const [i, count] of counts) {
      const o = i * FRAME_STRIDE + FRAME.distance;
      const distance = crowd.simulation.current[o] - before[o];
      const expected = (2 * distance) / (WALK.stride * crowd.characters.table.scale(i));
      expect(count).toBeGreaterThan(expected - 1.6);
      // Slow walkers whose feet are kept take shorter steps, half of a whole one at the shortest.
      expect(count).toBeLessThan(plantsFeet ? 2 * expected + 1.6 : expected + 1.6);
    }
  },
);

test(`footsteps are where the ball of the foot stands, in turns and stops, too (seed ${SEED})`, () => {
  const crowd = walking(30, { simulate: (simulation) => randomWalks(simulation, SEED) });
  const errors: number[] = [];
  const heights: number[] = [];
  for (let frame = 0; frame < 360; frame++) {
    const { now, steps } = crowd.next();
    for (const step of steps) {
      const [x, y, z] = toeOf(crowd, step, now);
      errors.push(Math.hypot(step.position.x - x, step.position.z - z));
      expect(step.position.y).toBe(0);
      heights.push(y);
    }
  }
  errors.sort((a, b) => a - b);
  heights.sort((a, b) => a - b);
  expect(errors.length).toBeGreaterThan(150);
  expect(errors[Math.floor(errors.length * 0.95)]).toBeLessThan(0.02);
  // The joint is 3 cm above the sole; while one clip fades into another, it may come down a moment later.
  expect(heights[Math.floor(errors.length * 0.9)]).toBeLessThan(0.045);
});

test('only visible characters near a camera make footsteps', () => {
  const crowd = walking(60);
  const camera = new PerspectiveCamera();
  camera.position.set(2, 1.6, 3);
  camera.updateMatrixWorld();
  const heard = new Set<number>();
  const near = new Set<number>();
  const everybody = new Set<number>();
  crowd.characters.setVisible(5, false);
  for (let frame = 0; frame < 240; frame++) {
    const { steps } = crowd.next(camera, 6);
    for (const { character } of steps) heard.add(character);
    const { table } = crowd.characters;
    for (let i = 0; i < crowd.simulation.size; i++) {
      if (Math.hypot(table.x(i) - 2, table.y(i) - 1.6, table.z(i) - 3) < 6) near.add(i);
    }
  }
  for (let frame = 0; frame < 120; frame++) {
    for (const { character } of crowd.next().steps) everybody.add(character);
  }
  expect(heard.size).toBeGreaterThan(2);
  expect([...heard].filter((i) => !near.has(i))).toEqual([]);
  expect(everybody.size).toBeGreaterThan(heard.size);
  expect(everybody.has(5)).toBe(false);
});

test('a crowd reports footsteps while it has listeners', async () => {
  const crowd = await buildKitCrowd(6, { playbackSpeed: () => 1, clipOf: () => 'walk' });
  const steps: Footstep[] = [];
  const listener = ({ character, foot, position }: Footstep): void => {
    steps.push({ character, foot, position });
  };
  crowd.addEventListener('footstep', listener);
  // The module that finds them is loaded for the first listener.
  await vi.waitFor(
    () => {
      crowd.update(FRAME_SECONDS);
      expect(steps.length).toBeGreaterThan(0);
    },
    { timeout: 60_000 },
  );
  steps.length = 0;
  for (let frame = 0; frame < 310; frame++) crowd.update(FRAME_SECONDS);
  // A little more than five seconds of a clip of one second, with two steps in each.
  expect(steps).toHaveLength(6 * 10);
  crowd.removeEventListener('footstep', listener);
  for (let frame = 0; frame < 60; frame++) crowd.update(FRAME_SECONDS);
  expect(steps).toHaveLength(6 * 10);
});

test('a rig without legs has no footsteps, with one warning', async () => {
  const warnings: string[] = [];
  const crowd = await buildFigureCrowd(createFigure(), figureCharacters(2, SEED), {
    onWarning: (message) => warnings.push(message),
  });
  crowd.update(FRAME_SECONDS);
  expect(warnings).toEqual([]);
  crowd.addEventListener('footstep', () => {});
  await vi.waitFor(
    () => {
      crowd.update(FRAME_SECONDS);
      expect(warnings).toEqual([expect.stringContaining('no two legs that can be found')]);
    },
    { timeout: 60_000 },
  );
});

test('a crowd continues with one warning if the module that finds footsteps cannot be loaded', async () => {
  const rejections: unknown[] = [];
  const onRejection = (reason: unknown): number => rejections.push(reason);
  process.on('unhandledRejection', onRejection);
  // As a file that the server no longer has: every import from now on fails.
  vi.doMock('../../../src/motion/walking.js', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  try {
    const warnings: string[] = [];
    const crowd = await buildKitCrowd(2, { onWarning: (message) => warnings.push(message) });
    crowd.addEventListener('footstep', () => {});
    const isTold = [expect.stringMatching(/no footsteps are reported.*could not be loaded/)];
    await vi.waitFor(
      () => {
        crowd.update(FRAME_SECONDS);
        expect(warnings).toEqual(isTold);
      },
      { timeout: 60_000 },
    );
    crowd.update(FRAME_SECONDS);
    // Node tells of an unhandled rejection once a turn of its loop has ended.
    await new Promise((resolve) => setImmediate(resolve));
    expect(rejections).toEqual([]);
    expect(warnings).toEqual(isTold);
  } finally {
    vi.doUnmock('../../../src/motion/walking.js');
    process.off('unhandledRejection', onRejection);
  }
});
