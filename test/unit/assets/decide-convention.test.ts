import { Quaternion, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { decideConvention } from '../../../src/assets/bake/decide-convention.js';
import type { ClipName } from '../../../src/protocol/index.js';
import type { Clip } from '../../../src/rig/index.js';
import { HumanRig, LIMB_NAMES, motionClip } from '../../support/rig/human-rig.js';

const SEED = 3;
const PERSON = { seed: SEED, size: 1, proportions: 0, unit: 0.01, root: new Quaternion() };
/** Rests with its left arm far in front, which a clip read in the wrong way shows. */
const bent = { ArmL: new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), -1.2) };
const source = new HumanRig({ ...PERSON, armsDown: 58, bent }).skeleton;
const target = new HumanRig({ ...PERSON, armsDown: 58 });

/** Somebody who stands as the target rests, as a clip of the source that is to be read in this way. */
function standing(name: ClipName, convention: 'pose-matched' | 'rest-relative'): Clip {
  const rig = convention === 'pose-matched' ? target : new HumanRig({ ...PERSON, armsDown: 58, bent });
  const turns = new Map(LIMB_NAMES.map((limb) => [limb, rig.loweredOf(limb)] as const));
  const authored = new HumanRig({ ...PERSON, armsDown: 58, bent });
  return motionClip(authored, () => ({ turns, travel: new Vector3() }), 1, name);
}

/** Clips that contradict each other, in the order of a file. */
const CLIPS = [
  standing('walk', 'rest-relative'),
  standing('jog', 'rest-relative'),
  standing('idle', 'pose-matched'),
  standing('idle_clasp', 'pose-matched'),
].map((clip) => ({ clip, source }));

const load = () => ({ skeleton: target.skeleton, url: 'characters.glb' });
const only = (names: readonly string[]) => names.map((name) => CLIPS.find(({ clip }) => clip.name === name)!);

test.each([
  [['walk'], 'rest-relative'],
  [['idle'], 'pose-matched'],
  [['jog', 'walk'], 'rest-relative'],
  [['idle_clasp', 'idle'], 'pose-matched'],
] as const)(
  'the choice for %s is the same whichever other clips are loaded: %s (seed 3)',
  (played, convention) => {
    expect(decideConvention(CLIPS, load(), { played })).toBe(convention);
    expect(decideConvention(only(played), load(), { played })).toBe(convention);
    expect(decideConvention(only([...played].reverse()), load(), { played })).toBe(convention);
  },
);

test('what was chosen for a loaded file holds for every further crowd of it, whatever they play (seed 3)', () => {
  const model = load();
  expect(decideConvention(only(['walk']), model, { played: ['walk'] })).toBe('rest-relative');
  expect(decideConvention(CLIPS, model, { played: ['idle'] })).toBe('rest-relative');
  // Clips that are made for another body are another matter.
  expect(decideConvention(CLIPS, model, { played: ['idle'], reference: 'other.glb' })).toBe('pose-matched');
});
