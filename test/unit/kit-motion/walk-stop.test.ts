import { expect, test } from 'vitest';
import { distanceCovered } from '../../../src/kit/motion/clips/walk-stop.js';
import { BONES } from '../../../src/kit/skeleton/kit-skeleton.js';
import { distance, playClip } from '../../support/kit/played-clip.js';

test('it begins as the walk does at phase 0', async () => {
  const [stop, walk] = [await playClip('walk_stop'), await playClip('walk')];
  for (const { name } of BONES) {
    expect(distance(stop.boneAt(0, name), walk.boneAt(0, name)), name).toBeLessThan(0.002);
  }
});

test('it begins at the speed of the walk', async () => {
  const walk = await playClip('walk');
  const step = 0.01;
  expect(distanceCovered(step) / step).toBeCloseTo(walk.clip.speed!, 3);
});

test('it ends as the idle begins, and at rest', async () => {
  const [stop, idle] = [await playClip('walk_stop'), await playClip('idle')];
  const { duration } = stop.clip;
  for (const { name } of BONES) {
    expect(distance(stop.boneAt(duration, name), idle.boneAt(0, name)), name).toBeLessThan(0.002);
    const last = distance(stop.boneAt(duration - 1 / 30, name), stop.boneAt(duration, name));
    expect(last, name).toBeLessThan(0.003);
  }
  expect(distanceCovered(duration)).toBe(distanceCovered(duration - 0.1));
});

test('it does not loop; its speed is the ground it covers over its duration', async () => {
  const { clip } = await playClip('walk_stop');
  expect(clip.loop).toBe(false);
  expect(clip.speed! * clip.duration).toBeCloseTo(distanceCovered(clip.duration), 3);
});
