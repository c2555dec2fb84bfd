/** Clips of any keys, played in loops and once, up to their ends; three's mixer on its loader's scene is the oracle. */
import { Matrix4, Vector3 } from 'three';
import type { Crowd } from 'three-crowd';
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
  { name: 'spine', parent: 'hips', at: [0, 0.3, 0], box: [0.2, 0.2, 0.1] },
  { name: 'arm', parent: 'spine', at: [0.3, 0.2, 0], box: [0.05, 0.3, 0.05] },
  { name: 'hand', parent: 'arm', at: [0, -0.55, 0], box: [0.05, 0.05, 0.05] },
];
/** So that the hand is a joint of its own. */
const HAND: FileTrack = { node: 'hand', path: 'rotation', times: [0], values: turnX(0.1) };

const arm = (times: number[], angles: number[]): FileClips[string] => [
  { node: 'arm', path: 'rotation', times, values: angles.flatMap(turnX) },
  HAND,
];
const dash = (seconds: number): FileClips[string] => [
  { node: 'hips', path: 'translation', times: [0, seconds], values: [0, 1, 0, 0, 1, 1] },
];

/** Lengths of whole and fractional numbers of frames, and of less than two. */
const CLIPS: FileClips = {
  rest: arm([0, 1], [0, 0]),
  jab: arm([0, 0.1, 0.2], [0, 0, -1.5]),
  raise: arm([0, 1], [0, 2.4]),
  odd: arm([0, 0.3, 0.55], [0, 0.5, 2]),
  flick: arm([0, 0.04], [0, 1]),
  circle: arm([0, 0.4, 1], [0, 1, 0]),
  steps: arm([0, 0.117, 0.2345], [0, 1, -1.5]).map((track) => ({ ...track, interpolation: 'STEP' })),
};
const SECONDS: Readonly<Record<string, number>> = {
  jab: 0.2,
  raise: 1,
  odd: 0.55,
  flick: 0.04,
  circle: 1,
  steps: 0.2345,
};

const file = writeForeignFile(NODES, CLIPS);

async function create(
  mode: 'clones' | 'instanced',
  bytes: Promise<Uint8Array<ArrayBuffer>> = file,
  clip = 'rest',
): Promise<Crowd> {
  return createForeignCrowd([await bytes], { mode, characters: [{ x: 0, z: 0, clip, phase: 0 }] });
}

const place = new Matrix4();
function hand(crowd: Crowd): Vector3 {
  return new Vector3().setFromMatrixPosition(nodeMatrix(crowd, 0, 'hand', place));
}

/** The hand after seconds of a clip that is played once, or of a loop. */
async function handByThree(
  clip: string,
  seconds: number,
  bytes = file,
  loop: Parameters<typeof actByThree>[4] = 'once',
): Promise<Vector3> {
  const gltf = await loadByThree(await bytes);
  const scene = await actByThree(gltf, gltf, clip, seconds, loop);
  return new Vector3().setFromMatrixPosition(scene.getObjectByName('hand')!.matrixWorld);
}

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
  test.each(Object.entries(SECONDS))('%s reaches its end and is told then', async (clip, seconds) => {
    const crowd = await create(mode);
    const finished: number[] = [];
    let now = 0;
    crowd.addEventListener('finished', () => finished.push(now));
    crowd.setClip(0, clip, { loop: 'once', next: null });
    for (const moment of [seconds * 0.5, seconds * 0.95, seconds * 0.999, seconds * 1.001, 5]) {
      crowd.update(moment - now);
      now = moment;
      expect(hand(crowd).distanceTo(await handByThree(clip, moment))).toBeLessThan(1e-3);
    }
    expect(finished).toEqual([seconds * 0.999]);
    expect(crowd.get(0).phase).toBe(1);
  });

  test('faster than as made, as what follows, after a save, and as a hero', async () => {
    const crowd = await create(mode);
    const end = await handByThree('jab', 5);
    crowd.setClip(0, 'jab', { loop: 'once', speed: 3, next: null });
    crowd.update(0.2 / 3 + 1e-3);
    expect(hand(crowd).distanceTo(end)).toBeLessThan(1e-3);
    const saved = await crowd.save();
    crowd.setClip(0, 'circle', { loop: 'once', next: { clip: 'jab', fade: 0, loop: 'once', next: null } });
    crowd.update(1.19);
    expect(hand(crowd).distanceTo(await handByThree('jab', 0.19))).toBeLessThan(1e-3);
    crowd.update(1);
    expect(hand(crowd).distanceTo(end)).toBeLessThan(1e-3);
    crowd.setClip(0, 'rest');
    await crowd.restore(saved);
    crowd.update(0);
    expect(hand(crowd).distanceTo(end)).toBeLessThan(1e-3);
    const hero = await crowd.promote(0);
    crowd.update(0.1);
    hero.object.updateWorldMatrix(true, true);
    const heroHand = new Vector3().setFromMatrixPosition(hero.object.getObjectByName('hand')!.matrixWorld);
    expect(heroHand.distanceTo(end)).toBeLessThan(1e-3);
  });

  test('a fade that begins at the end begins in the last pose', async () => {
    const crowd = await create(mode);
    crowd.setClip(0, 'jab', { loop: 'once', next: { clip: 'rest', fade: 1 } });
    crowd.update(0.2 + 1e-3);
    expect(hand(crowd).distanceTo(await handByThree('jab', 5))).toBeLessThan(3e-3);
  });

  test('a loop that ends elsewhere than it begins jumps back', async () => {
    const crowd = await create(mode);
    crowd.setClip(0, 'jab', { loop: 'repeat', at: 0 });
    crowd.update(0.19);
    expect(hand(crowd).distanceTo(await handByThree('jab', 0.19))).toBeLessThan(1e-3);
    crowd.update(0.02);
    expect(hand(crowd).distanceTo(await handByThree('jab', 0.01))).toBeLessThan(1e-3);
  });

  test.each([0.2, 0.55, 1])('a dash of %f s and 1 m ends at 1 m', async (seconds) => {
    const bytes = await writeForeignFile(NODES, { rest: CLIPS['rest'], dash: dash(seconds) });
    const crowd = await createForeignCrowd([bytes], {
      ...{ mode, rootMotion: true },
      characters: [{ x: 0, z: 0, clip: 'rest' }],
    });
    crowd.setClip(0, 'dash', { loop: 'once', next: null });
    for (let k = 0; k < 90; k++) crowd.update(1 / 60);
    expect(crowd.get(0).z).toBeCloseTo(1, 3);
    crowd.setClip(0, 'dash', { loop: 'repeat', at: 0 });
    for (let k = 0; k < 10; k++) crowd.update(seconds / 10);
    expect(crowd.get(0).z).toBeCloseTo(2, 2);
  });

  const farthest = async (clip: FileClips[string], moments: readonly number[]): Promise<number> => {
    const bytes = writeForeignFile(NODES, { clip });
    const crowd = await create(mode, bytes, 'clip');
    let most = 0;
    let now = 0;
    let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const moment of moments) {
      crowd.update(moment - now);
      now = moment;
      const expected = await handByThree('clip', moment, bytes, 'repeat');
      most = Math.max(most, hand(crowd).distanceTo(expected));
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
    const crowd = await create(mode, file(start), 'walk');
    crowd.update(0.5);
    expect(hand(crowd).distanceTo(await handByThree('walk', 0.5, file(0), 'repeat'))).toBeLessThan(1e-3);
  });
});
