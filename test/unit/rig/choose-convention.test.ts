import { Quaternion, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { type Clip, chooseConvention, retargetClip, worldMatrices } from '../../../src/rig/index.js';
import { samplePose } from '../../../src/rig/sample-pose.js';
import { type HumanOptions, HumanRig, LIMB_NAMES, motionClip } from '../../support/rig/human-rig.js';

const about = (x: number, y: number, z: number, degrees: number): Quaternion =>
  new Quaternion().setFromAxisAngle(new Vector3(x, y, z), (degrees * Math.PI) / 180);

const PERSON = { size: 1, proportions: 0, unit: 0.01, root: new Quaternion() };
const target = new HumanRig({ ...PERSON, seed: 2, armsDown: 58 });

/** Rest poses that a walk played the wrong way shows: each by another of the measures. */
const RESTS: Readonly<Record<string, Pick<HumanOptions, 'armsDown' | 'bent'>>> = {
  'a leg behind': { armsDown: 58, bent: { UpLegL: about(1, 0, 0, 50) } },
  'both legs in front': { armsDown: 58, bent: { UpLegL: about(1, 0, 0, -50), UpLegR: about(1, 0, 0, -50) } },
  'an arm in front': { armsDown: 58, bent: { ArmL: about(0, 1, 0, -70) } },
  'an arm up and one down': { armsDown: 0, bent: { ArmL: about(0, 0, 1, 35), ArmR: about(0, 0, 1, 35) } },
};

/** Turn of a limb away from standing, in the scene: legs and arms swing against each other, and stand still at times. */
function swingOf(name: string, seconds: number): Quaternion {
  const side = name.endsWith('L') ? 1 : -1;
  const swing = 25 * Math.sin(2 * Math.PI * seconds) * side;
  if (/Leg|Foot|Toe/.test(name)) return about(1, 0, 0, swing);
  if (/Arm|Hand|Index|Thumb/.test(name)) return about(1, 0, 0, -swing);
  return new Quaternion();
}

/** The person of the target, walking on the spot. */
function walk(seconds: number): Map<string, Quaternion> {
  return new Map(
    LIMB_NAMES.map((name) => [name, swingOf(name, seconds).multiply(target.loweredOf(name))] as const),
  );
}

/** The same walk as a clip of the other rig, by what the clip's turns mean. */
const AUTHORED: Readonly<Record<'pose-matched' | 'rest-relative', (rig: HumanRig) => Clip>> = {
  // Limbs point where the walk points them.
  'pose-matched': (rig) =>
    motionClip(rig, (seconds) => ({ turns: walk(seconds), travel: new Vector3() }), 1, 'walk'),
  // Limbs turn as far from the rig's rest as the walk turns them from standing.
  'rest-relative': (rig) =>
    motionClip(
      rig,
      (seconds) => {
        const turns = LIMB_NAMES.map(
          (name) => [name, swingOf(name, seconds).multiply(rig.loweredOf(name))] as const,
        );
        return { turns: new Map(turns), travel: new Vector3() };
      },
      1,
      'walk',
    ),
};

/** Largest distance of a hand or a foot from where the walk has it, metres. */
function distanceFromWalk(clip: Clip): number {
  const { skeleton } = target;
  const pose = new Float64Array(skeleton.rest.length);
  const world = new Float64Array(skeleton.names.length * 12);
  let largest = 0;
  for (const seconds of [0, 0.1, 0.25, 0.6, 0.85]) {
    samplePose(skeleton, clip, seconds, pose);
    worldMatrices(skeleton, pose, world);
    const places = target.places(walk(seconds), new Vector3());
    for (const name of ['HandL', 'HandR', 'FootL', 'FootR']) {
      const at = skeleton.names.indexOf(name) * 12;
      const place = new Vector3(world[at + 3], world[at + 7], world[at + 11]);
      largest = Math.max(largest, place.distanceTo(places.get(name)!));
    }
  }
  return largest;
}

describe.each(Object.keys(RESTS))('clips of a rig that rests with %s (seeds 1 and 2)', (rest) => {
  const source = new HumanRig({ ...PERSON, seed: 1, ...RESTS[rest] });

  test.each(['pose-matched', 'rest-relative'] as const)('are told to be %s by the evidence', (convention) => {
    const clip = AUTHORED[convention](source);
    const [other] = (['pose-matched', 'rest-relative'] as const).filter((name) => name !== convention);
    const by = (name: typeof convention) =>
      distanceFromWalk(retargetClip(clip, source.skeleton, target.skeleton, { convention: name }).clip);
    expect(by(convention)).toBeLessThan(0.005);
    expect(by(other)).toBeGreaterThan(0.2);

    const chosen = chooseConvention([{ clip, source: source.skeleton }], target.skeleton);
    expect(chosen.convention).toBe(convention);
    expect(chosen.isSame).toBe(false);
    expect(chosen.difference).toBeGreaterThan(0.2);
    expect(chosen.misfit[convention]).toBeLessThan(0.02);
    expect(chosen.misfit[other]).toBeGreaterThan(chosen.misfit[convention] + 0.02);
  });
});

test('where both are the same, pose-matched is taken, and said to make no difference', () => {
  const clip = AUTHORED['rest-relative'](target);
  const chosen = chooseConvention([{ clip, source: target.skeleton }], target.skeleton);
  expect(chosen).toMatchObject({ convention: 'pose-matched', isSame: true });
});
