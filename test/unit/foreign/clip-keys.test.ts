/** Keys of any kind and rate, and clips that begin late; three's mixer on its loader's scene is the oracle. */
import { Matrix4, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import {
  actByThree,
  createForeignCrowd,
  type FileClips,
  type FileNode,
  type FileTrack,
  loadByThree,
  nodeMatrix,
  turnX,
  writeForeignFile,
} from '../../support/foreign-file.js';

const NODES: readonly FileNode[] = [
  { name: 'hips', at: [0, 1, 0], box: [0.2, 0.1, 0.1] },
  { name: 'arm', parent: 'hips', at: [0.3, 0.2, 0], box: [0.05, 0.3, 0.05] },
  { name: 'hand', parent: 'arm', at: [0, -0.6, 0], box: [0.05, 0.05, 0.05] },
];
/** So that the hand is a joint of its own. */
const HAND: FileTrack = { node: 'hand', path: 'rotation', times: [0], values: turnX(0.1) };

/** Keys of a turn of the arm at a rate, as of a wave that takes a third of a second. */
function waveAt(rate: number, interpolation: FileTrack['interpolation'] = 'LINEAR'): FileClips[string] {
  const times = Array.from({ length: rate + 1 }, (_, k) => k / rate);
  const values = times.flatMap((time) => turnX(Math.sin(6 * Math.PI * time)));
  return [{ node: 'arm', path: 'rotation', times, values, interpolation }, HAND];
}

/** A spline that turns the arm to and fro. */
function spline(): FileClips[string] {
  const key = (angle: number, slope: number): number[] => {
    const tangent = [slope / 2, 0, 0, 0];
    return [...tangent, ...turnX(angle), ...tangent];
  };
  const values = [...key(0, 0), ...key(0.5, 30), ...key(-0.3, -25), ...key(0, 0)];
  return [
    { node: 'arm', path: 'rotation', times: [0, 0.21, 0.43, 1], values, interpolation: 'CUBICSPLINE' },
    HAND,
  ];
}

const LINEAR: Readonly<Record<string, FileClips[string]>> = {
  '24 a second': waveAt(24),
  '30 a second': waveAt(30),
  '60 a second': waveAt(60),
  'quarters of a second': waveAt(4),
  'a spline': spline(),
};

describe.each(['clones', 'instanced'] as const)('%s', (mode) => {
  const farthest = async (clip: FileClips[string], moments: readonly number[]): Promise<number> => {
    const bytes = await writeForeignFile(NODES, { clip });
    const crowd = await createForeignCrowd([bytes], {
      mode,
      characters: [{ x: 0, z: 0, clip: 'clip', phase: 0 }],
    });
    const gltf = await loadByThree(bytes);
    let most = 0;
    let now = 0;
    let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const moment of moments) {
      crowd.update(moment - now);
      now = moment;
      const scene = await actByThree(await loadByThree(bytes), gltf, 'clip', moment);
      const expected = new Vector3().setFromMatrixPosition(scene.getObjectByName('hand')!.matrixWorld);
      const actual = new Vector3().setFromMatrixPosition(nodeMatrix(crowd, 0, 'hand', new Matrix4()));
      most = Math.max(most, actual.distanceTo(expected));
      [least, greatest] = [Math.min(least, expected.z), Math.max(greatest, expected.z)];
    }
    expect(greatest - least).toBeGreaterThan(0.1);
    return most;
  };

  test.each(Object.entries(LINEAR))('%s: within 3 mm at any moment', async (_, clip) => {
    const moments = Array.from({ length: 60 }, (_, k) => (k + 0.3) / 61);
    expect(await farthest(clip, moments)).toBeLessThan(0.003);
  });

  test('steps hold until the next key', async () => {
    const moments = Array.from({ length: 60 }, (_, k) => (k + 0.3) / 61);
    expect(await farthest(waveAt(10, 'STEP'), moments)).toBeLessThan(1e-4);
  });

  test.each<[string, number[], 'STEP' | 'LINEAR']>([
    ['a step', [0, 1], 'STEP'],
    ['two keys at one time', [0, 0, 1], 'LINEAR'],
  ])('beside other tracks, %s takes less than a hundredth of a second', async (_, angles, interpolation) => {
    const jump: FileTrack = {
      ...{ node: 'arm', path: 'rotation', interpolation, times: [0, 0.5, 0.5].slice(0, angles.length) },
      values: angles.flatMap(turnX),
    };
    const sway: FileTrack = { ...HAND, times: [0, 0.5, 1], values: [0, 0.4, 0].flatMap(turnX) };
    expect(await farthest([jump, sway], [0.1, 0.4, 0.49, 0.501, 0.6, 0.9])).toBeLessThan(1e-3);
  });

  test.each([0.1, 2])('a clip whose first key is at %f s begins with it', async (start) => {
    const late = (times: readonly number[]): FileTrack => ({
      ...{ node: 'arm', path: 'rotation', times, values: [0.2, 0.7, 0.2].flatMap(turnX) },
    });
    const file = (offset: number) =>
      writeForeignFile(NODES, { walk: [late([offset, offset + 0.5, offset + 1]), HAND] });
    const crowd = await createForeignCrowd([await file(start)], {
      ...{ mode, characters: [{ x: 0, z: 0, clip: 'walk', phase: 0 }] },
    });
    crowd.update(0.5);
    const gltf = await loadByThree(await file(0));
    const scene = await actByThree(gltf, gltf, 'walk', 0.5);
    const expected = new Vector3().setFromMatrixPosition(scene.getObjectByName('hand')!.matrixWorld);
    const actual = new Vector3().setFromMatrixPosition(nodeMatrix(crowd, 0, 'hand', new Matrix4()));
    expect(actual.distanceTo(expected)).toBeLessThan(1e-3);
  });
});
