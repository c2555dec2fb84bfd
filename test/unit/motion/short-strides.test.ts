import { expect, test } from 'vitest';
import { AFFINE_SIZE } from '../../../src/math/index.js';
import { footSlips, TOES } from '../../support/render/foot-slips.js';
import { walkingCharacters } from '../../support/render/walking-characters.js';

const FRAME_SECONDS = 1 / 60;
const SECONDS = 6;
const SIZE = 20;
/** The joint `toe` of the sample kit in the soles of those who stand, metres at scale 1. */
const STANDING_HEIGHT = 0.03;

/** What the posed feet of people do who walk straight on at a speed. */
function walkAt(speed: number, plantsFeet: boolean): { stepLength: number; slip: number; lowest: number } {
  const crowd = walkingCharacters(
    { pace: 1, size: SIZE, boundaryRadius: 200, spawnRadius: 200, obstacles: [], seed: 42 },
    { plantsFeet },
  );
  const { characters, pose, mover } = crowd;
  const { table } = characters;
  mover.motion.setWalkingSpeed('all', speed);
  for (let frame = 0; frame < 240; frame++) crowd.advance(FRAME_SECONDS);
  const matrix = new Float64Array(AFFINE_SIZE);
  const from = Array.from({ length: SIZE }, (_, i) => [table.x(i), table.z(i)]);
  let steps = 0;
  let lowest = Number.POSITIVE_INFINITY;
  const isDown = new Map<number, boolean>();
  const advance = (seconds: number): number => {
    const now = crowd.advance(seconds);
    for (let i = 0; i < SIZE; i++) {
      TOES.forEach((joint, foot) => {
        pose.jointMatrix(i, joint, now, matrix);
        const height = matrix[7] / table.scale(i);
        lowest = Math.min(lowest, height);
        const isNow = height < STANDING_HEIGHT + 0.005;
        if (isNow && isDown.get(2 * i + foot) === false) steps += 1;
        isDown.set(2 * i + foot, isNow);
      });
    }
    return now;
  };
  const slips = footSlips({ ...crowd, advance }, SECONDS);
  const way = from.reduce((sum, [x, z], i) => sum + Math.hypot(table.x(i) - x, table.z(i) - z), 0);
  return { stepLength: way / steps, slip: slips[Math.floor(slips.length * 0.95)], lowest };
}

test('the slower people walk, the shorter their steps; soles stay on the ground and in their places (seed 42)', {
  tags: ['nightly'],
}, () => {
  const walks = [0.36, 0.6, 1].map((speed) => walkAt(speed, true));
  const [slow, middle, whole] = walks.map(({ stepLength }) => stepLength);
  // Half of the sample kit's stride of 0.94 m.
  expect(whole).toBeGreaterThan(0.43);
  expect(whole).toBeLessThan(0.51);
  // With the square root of the speed, below four fifths of the clip's 0.94 m/s.
  expect(slow / whole).toBeGreaterThan(0.6);
  expect(slow / whole).toBeLessThan(0.8);
  expect(middle / whole).toBeGreaterThan(0.83);
  expect(middle / whole).toBeLessThan(0.97);
  for (const { slip, lowest } of walks) {
    expect(slip).toBeLessThan(0.01);
    expect(lowest).toBeGreaterThan(STANDING_HEIGHT - 0.005);
  }
});

test('where feet are not kept, steps stay whole: shorter ones would graze the ground (seed 42)', () => {
  const { stepLength, slip } = walkAt(0.45, false);
  expect(stepLength).toBeGreaterThan(0.43);
  expect(slip).toBeLessThan(0.01);
});
