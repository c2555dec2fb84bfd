import { Quaternion } from 'three';
import { describe, expect, test } from 'vitest';
import { bakeBoneTexture, type Clip, matchRetargetConvention, retargetClip } from '../../../src/rig/index.js';
import { danceClip, HumanRig } from '../../support/rig/human-rig.js';

const root = new Quaternion();
const source = new HumanRig({ seed: 1, armsDown: 0, size: 1, proportions: 0, unit: 0.01, root });
const target = new HumanRig({ seed: 2, armsDown: 58, size: 0.9, proportions: 0.1, unit: 1, root });
const from = (clip: Clip) => ({ clip, source: source.skeleton });
const clips = [
  danceClip(source, 3, 1, 'idle'),
  danceClip(source, 4, 0.71, 'walk'),
  { ...danceClip(source, 5, 0.5, 'turn'), loop: false },
];

describe.each(['pose-matched', 'rest-relative'] as const)(
  'a texture baked %s (seeds 1 to 5)',
  (convention) => {
    const retargeted = clips.map(
      (clip) => retargetClip(clip, source.skeleton, target.skeleton, { convention }).clip,
    );
    const texture = bakeBoneTexture(target.skeleton, target.skin, retargeted);

    test('is known for what it is, to a fraction of a millimetre where frames meet keys', () => {
      const found = matchRetargetConvention(texture, target.skin, target.skeleton, [from(clips[0])]);
      expect(found.convention).toBe(convention);
      expect(found.error).toBeLessThan(1e-4);
    });

    test('is told by all clips within 2 mm', () => {
      const all = [danceClip(source, 6, 1, 'other'), ...clips];
      const found = matchRetargetConvention(texture, target.skin, target.skeleton, all.map(from));
      expect(found.convention).toBe(convention);
      expect(found.error).toBeLessThan(2e-3);
    });

    test('of another rig is reported with its distance in metres', () => {
      const wrong = danceClip(source, 9, 1, 'idle');
      const found = matchRetargetConvention(texture, target.skin, target.skeleton, [from(wrong)]);
      expect(found.error).toBeGreaterThan(0.1);
    });
  },
);

test('textures of other joints or clips are errors', () => {
  const [clip] = clips.map((each) => retargetClip(each, source.skeleton, target.skeleton).clip);
  const texture = bakeBoneTexture(target.skeleton, target.skin, [clip]);
  const skin = { joints: target.skin.joints.slice(1), inverseBind: target.skin.inverseBind.slice(12) };
  const match = (of = target.skin, named = 'idle'): unknown =>
    matchRetargetConvention(texture, of, target.skeleton, [from({ ...clips[0], name: named })]);
  expect(() => match(skin)).toThrow(/nBones is 29 but the skin has 28 joints/);
  expect(() => match(target.skin, 'jog')).toThrow(/none of the clips given \(jog\)/);
});
