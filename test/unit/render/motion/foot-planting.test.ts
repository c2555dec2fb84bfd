import { describe, expect, test } from 'vitest';
import { kitSkeleton, kitSkin } from '../../../../src/kit/skeleton.js';
import { AFFINE_SIZE, transformPoint } from '../../../../src/math/index.js';
import { footSlips } from '../../../support/render/foot-slips.js';
import { randomWalks } from '../../../support/render/random-walks.js';
import { walkingCharacters } from '../../../support/render/walking-characters.js';

const SEED = 7;
const JOINTS = Array.from(kitSkin().joints, (bone) => kitSkeleton().names[bone]);

test.each([60])(
  `the feet of %i random walkers keep their places, also in turns and stops (seed ${SEED})`,
  (size) => {
    const crowd = walkingCharacters(
      { pace: 1, size, boundaryRadius: 200, obstacles: [] },
      { simulate: (simulation) => randomWalks(simulation, SEED) },
    );
    const slips = footSlips(crowd, 6);
    expect(slips.length).toBeGreaterThan(400);
    expect(slips[Math.floor(slips.length * 0.95)]).toBeLessThan(0.01);
  },
);

test('a crowd whose feet are not kept has no second records', () => {
  const crowd = walkingCharacters({ pace: 1, size: 5 }, { plantsFeet: false });
  crowd.advance(1 / 60);
  expect(crowd.characters.table.layers).toBeUndefined();
});

describe.each([10, 20])('on a slope of %i degrees', (degrees) => {
  const slope = Math.tan((degrees * Math.PI) / 180);
  const groundHeight = (x: number, z: number): number => slope * (0.8 * x + 0.6 * z);

  test(`soles of who walks are within a centimetre of the ground (seed ${SEED})`, () => {
    const crowd = walkingCharacters(
      { pace: 1, size: 30, boundaryRadius: 200, obstacles: [] },
      { groundHeight, simulate: (simulation) => randomWalks(simulation, SEED) },
    );
    const { pose, characters, simulation } = crowd;
    const matrix = new Float64Array(AFFINE_SIZE);
    const foot = JOINTS.indexOf('footL');
    const toe = JOINTS.indexOf('toeL');
    const errors: number[] = [];
    for (let frame = 0; frame < 360; frame++) {
      // Heights are the simulation's own to give; this one is told of the slope here.
      for (let i = 0; i < simulation.size; i++) {
        for (const state of [simulation.previous, simulation.current]) {
          state[i * 8 + 1] = groundHeight(state[i * 8], state[i * 8 + 2]);
        }
      }
      const now = crowd.advance(1 / 60);
      if (frame < 60) continue;
      for (let i = 0; i < characters.size; i++) {
        const { clip, weight } = characters.get(i, now);
        if (clip !== 'walk' || weight < 1) continue;
        const scale = characters.table.scale(i);
        const above = (joint: number, at: number[]): number => {
          pose.jointMatrix(i, joint, now, matrix);
          const point = [0, 0, 0];
          transformPoint(point, 0, matrix, 0, at, 0);
          // Along the normal.
          return (point[1] - groundHeight(point[0], point[2])) * Math.cos(Math.atan(slope));
        };
        // The sole under the toe joint, and the heel: centimetres from the joints of the kit at rest.
        const ball = above(toe, [0, -3, 0]) / scale;
        const heel = above(foot, [0, -8.5, -5.5]) / scale;
        const isFlat = (characters.table.layers!.words[i * 16 + 2] & 1) === 1;
        if (isFlat) errors.push(Math.min(ball, heel));
      }
    }
    errors.sort((a, b) => Math.abs(a) - Math.abs(b));
    expect(errors.length).toBeGreaterThan(1000);
    const at = (share: number): number => Math.abs(errors[Math.floor(errors.length * share)]);
    expect(at(0.99)).toBeLessThan(0.01);
  });
});
