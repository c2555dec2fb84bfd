import { expect, test } from 'vitest';
import {
  bakeBoneTexture,
  type Clip,
  estimateGroundSpeed,
  findSoles,
  measureGround,
  type Skeleton,
  type Skin,
  type SkinnedVertices,
} from '../../../src/rig/index.js';

/** Radians that legs swing to either side, to and fro in a second, as fast all the way. */
const SWING = 0.4;

/** A figure of two legs, each of one piece that hangs on the hip, and of a head; `size` metres to the hips. */
function figure(size: number): { skeleton: Skeleton; skin: Skin; vertices: SkinnedVertices } {
  const bones = ['hips', 'left', 'right'];
  const rest = bones.flatMap((_, bone) => [0, bone === 0 ? size : 0, 0, 0, 0, 0, 1, 1, 1, 1]);
  const skeleton = {
    names: bones,
    parents: Int16Array.from([-1, 0, 0]),
    rest: Float64Array.from(rest),
  } as unknown as Skeleton;
  const skin = {
    joints: Uint16Array.from([0, 1, 2]),
    inverseBind: Float32Array.from(bones.flatMap(() => [1, 0, 0, 0, 0, 1, 0, -size, 0, 0, 1, 0])),
  } as unknown as Skin;
  // The crown, and the lower end of each leg.
  const points = [
    [0, 0, 1.9 * size, 0],
    [1, 0.1 * size, 0, 0],
    [2, -0.1 * size, 0, 0],
  ];
  const vertices = {
    positions: Float32Array.from(points.flatMap(([, ...place]) => place)),
    joints: Uint16Array.from(points.flatMap(([joint]) => [joint, 0, 0, 0])),
    weights: Float32Array.from(points.flatMap(() => [1, 0, 0, 0])),
  };
  return { skeleton, skin, vertices };
}

/**
 * Legs that swing against one another; the one that goes forwards is drawn up by a tenth of its length.
 *
 * @param front 1 for a figure that looks along +Z, −1 for −Z
 */
function walk(size: number, front: 1 | -1): Clip {
  const times = Float32Array.from({ length: 61 }, (_, key) => key / 60);
  const turns = (sign: number): number[] =>
    [...times].flatMap((t) => {
      const angle = sign * front * SWING * (4 * Math.abs(t - 0.5) - 1);
      return [Math.sin(angle / 2), 0, 0, Math.cos(angle / 2)];
    });
  const rises = (sign: number): number[] =>
    [...times].flatMap((t) => [0, sign * Math.sin(2 * Math.PI * t) > 1e-6 ? 0.1 * size : 0, 0]);
  const track = (bone: string, path: 'rotation' | 'translation', values: number[]) =>
    ({ bone, path, interpolation: 'LINEAR', times, values: Float32Array.from(values) }) as const;
  return {
    name: 'walk',
    duration: 1,
    loop: true,
    tracks: [
      track('left', 'rotation', turns(-1)),
      track('right', 'rotation', turns(1)),
      // A leg at the angle a has its end at −sin a: it goes forwards while a falls.
      track('left', 'translation', rises(-1)),
      track('right', 'translation', rises(1)),
    ],
  };
}

test.each([0.01, 1, 100])('one-piece legs give the ground speed of their ends, size %s', (size) => {
  const { skeleton, skin, vertices } = figure(size);
  const soles = findSoles(skeleton, skin, [vertices]);
  expect(soles.height).toBeCloseTo(1.9 * size, 5);
  const texture = bakeBoneTexture(skeleton, skin, [walk(size, 1)]);
  const [clip] = texture.manifest.clipInfo;
  const share = estimateGroundSpeed(texture, soles, clip) / (4 * SWING * size);
  // At the angle a, an end goes cos(a) of that forwards, and the rest upwards.
  expect(share).toBeGreaterThan(Math.cos(SWING));
  expect(share).toBeLessThan(1);
});

test('the ground moves forwards under a figure that looks along −Z, and rests under one that stands', () => {
  const { skeleton, skin, vertices } = figure(1);
  const soles = findSoles(skeleton, skin, [vertices]);
  const still = { ...walk(1, 1), name: 'still', tracks: [] };
  const texture = bakeBoneTexture(skeleton, skin, [walk(1, -1), still]);
  const [back, stands] = texture.manifest.clipInfo.map((clip) => measureGround(texture, soles, clip));
  expect(back.z).toBeGreaterThan(1);
  expect(back.x).toBeCloseTo(0);
  expect(estimateGroundSpeed(texture, soles, texture.manifest.clipInfo[0])).toBe(0);
  expect(stands).toEqual({ x: 0, z: 0 });
});
