import { describe, expect, test } from 'vitest';
import { mulberry32 } from '../../../src/math/index.js';
import { frameAt, locateFrame } from '../../../src/rig/index.js';

const loop = { startFrame: 10, frameCount: 4, duration: 2, loop: true };
const once = { ...loop, loop: false };

describe('frameAt', () => {
  test.each([
    ['starts at its first frame', loop, 0, [10, 11, 0]],
    ['blends towards the next', loop, 0.75, [11, 12, 0.5]],
    ['leads from its last frame to its first', loop, 1.75, [13, 10, 0.5]],
    ['wraps', loop, 2.25, [10, 11, 0.5]],
    ['wraps backwards', loop, -0.25, [13, 10, 0.5]],
  ])('a loop %s', (_, clip, seconds, pair) => expect(Object.values(frameAt(clip, seconds))).toEqual(pair));

  test.each([
    ['starts at its first frame', once, 0, [10, 11, 0]],
    ['blends', once, 1.25, [12, 13, 0.5]],
    ['reaches its last frame one frame before its end', once, 1.5, [13, 13, 0]],
    ['holds its last frame', once, 50, [13, 13, 0]],
    ['holds its first frame', once, -1, [10, 11, 0]],
  ])('a clip that holds %s', (_, clip, seconds, pair) =>
    expect(Object.values(frameAt(clip, seconds))).toEqual(pair),
  );

  test('a loop of one frame blends it with itself', () => {
    expect(frameAt({ ...loop, frameCount: 1 }, 0.5)).toEqual({ frame0: 10, frame1: 10, blend: 0.25 });
  });

  test('stays inside the clip and continuous, 10,000 times (seed 5)', () => {
    const random = mulberry32(5);
    const out = new Float64Array(5);
    for (let i = 0; i < 10_000; i++) {
      const frameCount = 1 + Math.floor(random() * 90);
      const clip = { startFrame: 7, frameCount, duration: frameCount / 30, loop: random() < 0.5 };
      locateFrame(clip, (random() - 0.5) * 1e4, out, 2);
      expect(out[2]).toBeGreaterThanOrEqual(7);
      expect(Math.max(out[2], out[3])).toBeLessThan(7 + frameCount);
      expect(out[4]).toBeGreaterThanOrEqual(0);
      expect(out[4]).toBeLessThanOrEqual(1);
    }
    expect([out[0], out[1]]).toEqual([0, 0]);
  });

  test('a time a rounding error before zero is a whole blend into the first frame', () => {
    const { frame0, frame1, blend } = frameAt(loop, -1e-20);
    expect([frame0, frame1, blend]).toEqual([13, 10, 1]);
  });
});
