import { Quaternion, Vector3 } from 'three';
import { expect, test, vi } from 'vitest';
import { decideConvention } from '../../../src/assets/bake/decide-convention.js';
import { HumanRig, LIMB_NAMES, motionClip } from '../../support/rig/human-rig.js';

const PERSON = { seed: 3, size: 1, proportions: 0, unit: 0.01, root: new Quaternion() };
const target = new HumanRig({ ...PERSON, armsDown: 58 });

/** Somebody who stands as the target rests, as a clip that is to be read in one way. */
function standing(source: HumanRig, convention: 'pose-matched' | 'rest-relative') {
  const rig = convention === 'pose-matched' ? target : source;
  const turns = new Map(LIMB_NAMES.map((limb) => [limb, rig.loweredOf(limb)] as const));
  const clip = motionClip(source, () => ({ turns, travel: new Vector3() }), 1, 'walk');
  return { clip, source: source.skeleton };
}

/** Rests with its left arm far in front, which a clip read in the wrong way shows. */
const bent = (): HumanRig =>
  new HumanRig({
    ...PERSON,
    armsDown: 58,
    bent: { ArmL: new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), -1.2) },
  });
/** Rests with both arms raised, so that either way is as symmetric. */
const raised = (): HumanRig => new HumanRig({ ...PERSON, armsDown: 0 });

test.each(['pose-matched', 'rest-relative'] as const)(
  'what tells is taken without a warning: %s (seed 3)',
  (way) => {
    const warn = vi.fn();
    const model = { skeleton: target.skeleton, url: 'characters.glb' };
    expect(decideConvention([standing(bent(), way)], model, warn)).toBe(way);
    expect(warn).not.toHaveBeenCalled();
  },
);

test('where nothing tells, one warning names the option (seed 3)', () => {
  const warn = vi.fn();
  const model = { skeleton: target.skeleton, url: 'characters.glb' };
  decideConvention([standing(raised(), 'rest-relative')], model, warn);
  expect(warn.mock.calls).toEqual([
    [expect.stringMatching(/characters\.glb .* give the option retarget, '/)],
  ]);
});
