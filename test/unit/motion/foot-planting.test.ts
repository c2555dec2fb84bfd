import { describe, expect, test } from 'vitest';
import { AFFINE_SIZE, transformPoint } from '../../../src/math/index.js';
import {
  distancesBetween,
  footSlips,
  kitJoint,
  takeFootChanges,
  toePaths,
} from '../../support/render/foot-slips.js';
import { randomWalks } from '../../support/render/random-walks.js';
import { walkingCharacters } from '../../support/render/walking-characters.js';

const SEED = 7;

test(`feet of random walkers keep their places, also in turns and stops (seed ${SEED})`, () => {
  const crowd = walkingCharacters(
    { pace: 1, size: 60, boundaryRadius: 200, obstacles: [] },
    { simulate: (simulation) => randomWalks(simulation, SEED) },
  );
  const slips = footSlips(crowd, 6);
  expect(slips.length).toBeGreaterThan(400);
  expect(slips[Math.floor(slips.length * 0.95)]).toBeLessThan(0.01);
});

test('feet that return to their clips on the GPU move as feet that are written in each frame (seed 10)', () => {
  const [alone, written] = [{}, { groundHeight: () => 0 }].map((ground) => {
    const crowd = walkingCharacters(
      { pace: 1, size: 40, boundaryRadius: 200, obstacles: [] },
      { ...ground, simulate: (simulation) => randomWalks(simulation, 10) },
    );
    let changes = 0;
    const advance = (seconds: number): number => {
      const now = crowd.advance(seconds);
      changes += takeFootChanges(crowd);
      return now;
    };
    return { path: toePaths({ ...crowd, advance }, 8), changes };
  });
  expect(alone.changes).toBeLessThan(0.85 * written.changes);
  const distances = distancesBetween(alone.path, written.path);
  expect(distances.length).toBe(8 * 60 * 40 * 2);
  expect(distances[Math.floor(0.95 * distances.length)]).toBeLessThan(0.002);
  // Lifted or put down a picture later, now and then.
  expect(distances[Math.floor(0.99 * distances.length)]).toBeLessThan(0.03);
});

test(`feet stay where they are while no time goes by for walkers, and go on from there (seed ${SEED})`, () => {
  const crowd = walkingCharacters({ pace: 1, size: 40, boundaryRadius: 200, obstacles: [] });
  const last = (): number[] => toePaths(crowd, 1).slice(-3 * 2 * 40);
  toePaths(crowd, 3);
  const before = toePaths(crowd, 1 / 60);
  crowd.mover.motion.timeScale = 0;
  const held = toePaths(crowd, 1 / 60);
  const later = last();
  crowd.mover.motion.timeScale = 1;
  const after = toePaths(crowd, 1 / 60);
  expect(Math.max(...distancesBetween(before, held))).toBeLessThan(0.002);
  expect(Math.max(...distancesBetween(held, later))).toBeLessThan(0.001);
  // No farther than feet come in a picture.
  expect(Math.max(...distancesBetween(later, after))).toBeLessThan(0.1);
});

test('a crowd without foot planting has no layer records', () => {
  const crowd = walkingCharacters({ pace: 1, size: 5 }, { plantsFeet: false });
  crowd.advance(1 / 60);
  expect(crowd.characters.table.layers).toBeUndefined();
});

describe.each([10, 20])('on a slope of %i degrees', (degrees) => {
  const slope = Math.tan((degrees * Math.PI) / 180);
  const groundHeight = (x: number, z: number): number => slope * (0.8 * x + 0.6 * z);

  test(`soles of walkers are within a centimetre of the ground (seed ${SEED})`, () => {
    const crowd = walkingCharacters(
      { pace: 1, size: 30, boundaryRadius: 200, obstacles: [] },
      { groundHeight, simulate: (simulation) => randomWalks(simulation, SEED) },
    );
    const { pose, characters, simulation } = crowd;
    const matrix = new Float64Array(AFFINE_SIZE);
    const [foot, toe] = [kitJoint('footL'), kitJoint('toeL')];
    const errors: number[] = [];
    for (let frame = 0; frame < 360; frame++) {
      // The recipe's ground is even: the simulation gets the heights of the slope here.
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
