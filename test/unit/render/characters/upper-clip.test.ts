import { Quaternion } from 'three';
import { expect, test } from 'vitest';
import { CrowdError, UnknownClipError } from '../../../../src/errors/index.js';
import { setUpperClip } from '../../../../src/render/characters/upper-clip.js';
import { locateFrame } from '../../../../src/rig/index.js';
import { KIT_POSES, walkingCharacters } from '../../../support/render/walking-characters.js';

const { data, size, parents, limbs } = KIT_POSES;
const JOINTS = parents.length;

function createWalkers() {
  return walkingCharacters({ pace: 1, size: 3, boundaryRadius: 100, obstacles: [] }, { plantsFeet: false });
}

/** three's own slerp between the two frames of a clip. */
function rotationIn(clip: Parameters<typeof locateFrame>[0], seconds: number, joint: number): Quaternion {
  const frames = [0, 0, 0];
  locateFrame(clip, seconds, frames, 0);
  const [a, b] = frames.map((frame) => new Quaternion().fromArray(data, (frame * JOINTS + joint) * size));
  return a.slerp(b, frames[2]);
}

test.each(['mask', 'additive'] as const)('%s: arms do what the clip says, legs go on', (blend) => {
  const { characters, pose, advance } = createWalkers();
  const { clips, table } = characters;
  const now = advance(1 / 60);
  const before = pose.localPoses(1, now + 0.4).slice();
  setUpperClip(characters, [1], 'idle_scratch', { blend, fade: 0.8 }, now);
  const after = pose.localPoses(1, now + 0.4).slice();
  const clip = clips.infos[clips.find('idle_scratch')];
  const first = { ...clip, duration: 1e9 };
  let upper = 0;
  for (let joint = 0; joint < JOINTS; joint++) {
    const own = new Quaternion().fromArray(before, joint * size);
    const shown = new Quaternion().fromArray(after, joint * size);
    if (!limbs!.isUpper[joint]) {
      expect(shown.angleTo(own)).toBeLessThan(1e-6);
      continue;
    }
    const value = rotationIn(clip, 0.4, joint);
    // As three's makeClipAdditive and its additive blending have it.
    const wanted =
      blend === 'mask' ? value : own.clone().multiply(rotationIn(first, 0, joint).invert().multiply(value));
    // The arc cosine in angleTo is good to 2e-4 near 0.
    expect(shown.angleTo(own.clone().slerp(wanted, 0.5))).toBeLessThan(5e-4);
    upper += 1;
  }
  expect(upper).toBeGreaterThan(10);
  expect(table.layers?.isEmpty(0)).toBe(true);
});

test('null fades it out from where it is', () => {
  const { characters, pose, advance } = createWalkers();
  const now = advance(1 / 60);
  setUpperClip(characters, [0], 'idle_scratch', { fade: 1 }, now);
  const half = pose.localPoses(0, now + 0.5).slice();
  setUpperClip(characters, [0], null, { fade: 1 }, now + 0.5);
  const same = pose.localPoses(0, now + 0.5).slice();
  expect(Math.max(...half.map((value, k) => Math.abs(value - same[k])))).toBeLessThan(1e-5);
});

test('what makes no sense is refused, and changes nothing', () => {
  const { characters } = createWalkers();
  expect(() => setUpperClip(characters, [0], 'nope', {}, 0)).toThrow(UnknownClipError);
  expect(() => setUpperClip(characters, [0], 'idle', { fade: -1 }, 0)).toThrow(CrowdError);
  expect(() => setUpperClip(characters, [0], 'idle', { blend: 'sum' as 'mask' }, 0)).toThrow(CrowdError);
  expect(characters.table.layers).toBeUndefined();
});
