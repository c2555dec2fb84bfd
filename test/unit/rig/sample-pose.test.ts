import { describe, expect, test } from 'vitest';
import { isCrowdError } from '../../../src/errors/index.js';
import {
  type Clip,
  findBone,
  type Skeleton,
  samplePose,
  TRS_SIZE,
  type Track,
} from '../../../src/rig/index.js';

const skeleton: Skeleton = {
  names: ['root', 'mixamorig:Arm.L'],
  parents: Int16Array.of(-1, 0),
  // biome-ignore format: a bone a line
  rest: Float32Array.of(
    0, 1, 0,  0, 0, 0, 1,  2, 2, 2,
    3, 0, 0,  0, 0, 0, 1,  1, 1, 1,
  ),
};

function clipOf(track: Partial<Track>, loop = true, duration = 2): Clip {
  const defaults: Track = {
    bone: 'root',
    path: 'translation',
    interpolation: 'LINEAR',
    times: Float32Array.of(0.5, 1.5),
    values: Float32Array.of(0, 0, 0, 8, 0, 0),
  };
  return { name: 'test', duration, loop, tracks: [{ ...defaults, ...track }] };
}

function sample(clip: Clip, seconds: number): Float32Array {
  const pose = new Float32Array(2 * TRS_SIZE);
  samplePose(skeleton, clip, seconds, pose);
  return pose;
}

describe('times', () => {
  test.each([
    ['before the first key', 0.25, 0],
    ['between keys', 0.75, 2],
    ['on a key', 1.5, 8],
    ['after the last key', 1.75, 8],
    ['in the second round', 2.75, 2],
    ['a round earlier', -1.25, 2],
    ['at the end, which is the start', 2, 0],
  ])('of a loop: %s', (_, seconds, x) => expect(sample(clipOf({}), seconds)[0]).toBeCloseTo(x, 6));

  test.each([
    ['before its start', -5, 0],
    ['at its end', 2, 8],
    ['after its end', 9, 8],
  ])('of a clip that holds: %s', (_, seconds, x) =>
    expect(sample(clipOf({}, false), seconds)[0]).toBeCloseTo(x, 6),
  );

  test('of a clip without length', () => expect(sample(clipOf({}, true, 0), 3)[0]).toBe(0));
});

test('bones without a track stay at rest, and tracks of unknown bones are skipped', () => {
  expect([...sample(clipOf({ bone: 'tail' }), 1)]).toEqual([...skeleton.rest]);
});

test('a bone is found by its name, or by the name that three’s loader gives it', () => {
  expect(findBone(skeleton, 'mixamorig:Arm.L')).toBe(1);
  expect(findBone(skeleton, 'mixamorigArmL')).toBe(1);
  expect(findBone(skeleton, 'arm')).toBe(-1);
  const twins: Skeleton = { ...skeleton, names: ['a.b', 'a:b'] };
  expect(findBone(twins, 'a:b')).toBe(1);
  expect(findBone(twins, 'ab')).toBe(-1);
});

test.each<[string, Partial<Track>, RegExp]>([
  [
    'no keys',
    { times: new Float32Array(0), values: new Float32Array(0) },
    /translation of bone "root".*no keys/,
  ],
  ['too few numbers', { values: new Float32Array(5) }, /5 numbers for 2 LINEAR keys, which take 6/],
  ['a spline without tangents', { interpolation: 'CUBICSPLINE' }, /which take 18/],
  ['a value that is no number', { values: Float32Array.of(0, 0, NaN, 0, 0, 0) }, /number 2 is NaN/],
  ['keys out of order', { times: Float32Array.of(1, 0) }, /key 1 is at 0 s, before key 0/],
])('a track with %s is a RigError', (_, track, message) => {
  const failing = (): unknown => sample(clipOf(track), 0);
  expect(failing).toThrow(message);
  expect(failing).toThrow(expect.toSatisfy((error) => isCrowdError(error, 'RigError')));
});
