import { createFrame, FRAME, interpolateFrames } from 'three-crowd/simulate';
import { expect, test } from 'vitest';
import { trajectoryText } from '../../../examples/validation/trajectories.js';
import { walkingCrowd } from '../../support/simulate/walking-crowd.js';

function frameOf(x: number, heading: number, state = 2): Float32Array {
  const frame = createFrame(1);
  frame[FRAME.x] = x;
  frame[FRAME.heading] = heading;
  frame[FRAME.state] = state;
  return frame;
}

test('between two frames, places are between and headings turn the shorter way', () => {
  const out = createFrame(1);
  interpolateFrames(frameOf(1, 3), frameOf(1.08, -3), 0.25, out);
  expect(out[FRAME.x]).toBeCloseTo(1.02, 6);
  expect(out[FRAME.heading]).toBeCloseTo(3 + 0.25 * (2 * Math.PI - 6), 5);
  expect(out[FRAME.state]).toBe(2);
});

test('whoever was set down elsewhere is not drawn on the way', () => {
  const out = createFrame(1);
  interpolateFrames(frameOf(0, 0), frameOf(9, 0), 0.5, out);
  expect(out[FRAME.x]).toBe(9);
});

test('a trajectory is what PedPy reads: rate, unit, and rows of id, frame, x, y, z', () => {
  const simulation = walkingCrowd({ size: 3 });
  const frames = [0, 1].map(() => {
    simulation.step();
    return simulation.current.slice();
  });
  const text = trajectoryText(frames, {
    framesPerSecond: 20,
    description: 'three people,\nframerate of 30 in cm',
  });
  const lines = text.trimEnd().split('\n');
  // As PedPy's load_trajectory_from_txt does: rows are what does not begin with #, split at white space.
  const comments = lines.filter((line) => line.startsWith('#'));
  const rate = comments
    .filter((line) => line.includes('framerate'))
    .flatMap((line) => line.split(/\s+/))
    .map(Number);
  expect(rate.find((value) => !Number.isNaN(value))).toBe(20);
  expect(comments.findLast((line) => /x\/c?m|in c?m/.test(line))).toContain('x/m');
  const rows = lines.filter((line) => !line.startsWith('#')).map((line) => line.split(/\s+/).map(Number));
  expect(rows).toHaveLength(6);
  expect(rows[4]).toEqual([
    2,
    1,
    expect.closeTo(frames[1][8 + FRAME.x], 3),
    expect.closeTo(-frames[1][8 + FRAME.z], 3),
    0,
  ]);
});
