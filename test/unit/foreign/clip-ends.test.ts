/** Clips that are played once, up to their ends, as three's mixer plays them with `LoopOnce` and `clampWhenFinished`. */
import { Matrix4, Vector3 } from 'three';
import type { Crowd } from 'three-crowd';
import { describe, expect, test } from 'vitest';
import {
  actByThree,
  createForeignCrowd,
  type FileClips,
  type FileNode,
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

const arm = (times: number[], angles: number[]): FileClips[string] => [
  { node: 'arm', path: 'rotation', times, values: angles.flatMap(turnX) },
  // So that the hand is a joint of its own.
  { node: 'hand', path: 'rotation', times: [0], values: turnX(0.1) },
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

async function create(mode: 'clones' | 'instanced'): Promise<Crowd> {
  return createForeignCrowd([await file], { mode, characters: [{ x: 0, z: 0, clip: 'rest', phase: 0 }] });
}

const place = new Matrix4();
function hand(crowd: Crowd): Vector3 {
  return new Vector3().setFromMatrixPosition(nodeMatrix(crowd, 0, 'hand', place));
}

async function handByThree(clip: string, seconds: number): Promise<Vector3> {
  const gltf = await loadByThree(await file);
  const scene = await actByThree(gltf, gltf, clip, seconds, 'once');
  return new Vector3().setFromMatrixPosition(scene.getObjectByName('hand')!.matrixWorld);
}

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
});
