import { describe, expect, test } from 'vitest';
import { kitSkeleton, kitSkin } from '../../../src/kit/skeleton/kit-skeleton.js';
import { findLimbs } from '../../../src/rig/find-limbs.js';
import { KIT_POSES } from '../../support/render/walking-characters.js';

const KIT_NAMES = Array.from(kitSkin().joints, (bone) => kitSkeleton().names[bone]);
const LEGS = ['L', 'R'].map((side) => ({
  thigh: KIT_NAMES.indexOf(`thigh${side}`),
  shin: KIT_NAMES.indexOf(`shin${side}`),
  foot: KIT_NAMES.indexOf(`foot${side}`),
  toe: KIT_NAMES.indexOf(`toe${side}`),
}));
/** The names of a Mixamo rig for the kit's joints of the same place. */
const MIXAMO: Readonly<Record<string, string>> = {
  head: 'mixamorig:Head',
  neck: 'mixamorig:Neck',
  thighL: 'mixamorig:LeftUpLeg',
  shinL: 'mixamorig:LeftLeg',
  footL: 'mixamorig:LeftFoot',
  toeL: 'mixamorig:LeftToeBase',
  thighR: 'mixamorig:RightUpLeg',
  shinR: 'mixamorig:RightLeg',
  footR: 'mixamorig:RightFoot',
  toeR: 'mixamorig:RightToeBase',
};

test('the kit has the joints that the test asks for', () => {
  for (const leg of LEGS) for (const joint of Object.values(leg)) expect(joint).toBeGreaterThan(0);
  for (const name of Object.keys(MIXAMO)) expect(KIT_NAMES).toContain(name);
});

describe('legs are found by their shape', () => {
  test.each([
    ["the kit's names", KIT_NAMES],
    ["Mixamo's names", KIT_NAMES.map((name) => MIXAMO[name] ?? `mixamorig:${name}`)],
    ['no names', KIT_NAMES.map(() => '')],
  ])('with %s', (_, names) => {
    const limbs = findLimbs(KIT_POSES, names);
    expect(limbs?.hips).toBe(KIT_NAMES.indexOf('hips'));
    expect(limbs?.legs).toMatchObject(LEGS);
  });

  test('a knee of the kit bends about the axis across the body', () => {
    for (const { hinge } of findLimbs(KIT_POSES, KIT_NAMES)?.legs ?? []) {
      expect(Math.hypot(...hinge)).toBeCloseTo(1, 9);
      expect(Math.abs(hinge[0])).toBeGreaterThan(0.95);
    }
  });
});

test('the head goes by its name, the neck by the joint below it', () => {
  expect(findLimbs(KIT_POSES, KIT_NAMES)?.head).toMatchObject({
    head: KIT_NAMES.indexOf('head'),
    neck: KIT_NAMES.indexOf('neck'),
  });
  expect(
    findLimbs(
      KIT_POSES,
      KIT_NAMES.map(() => ''),
    )?.head,
  ).toBeUndefined();
});

test('the upper body is what hangs on the hips with the head, and no leg', () => {
  const upper = findLimbs(KIT_POSES, KIT_NAMES)?.isUpper ?? [];
  const names = KIT_NAMES.filter((_, joint) => upper[joint] === 1);
  expect(names).toEqual(expect.arrayContaining(['head', 'neck', 'handL', 'handR']));
  for (const { thigh, foot, toe } of LEGS)
    for (const joint of [thigh, foot, toe]) expect(upper[joint]).toBe(0);
});

test('a rig with one leg too few, or with joints of uneven scales, has no limbs', () => {
  const parents = KIT_POSES.parents.slice();
  // The right foot hangs on nothing, so that no chain of three joints reaches it.
  parents[LEGS[1].foot] = -1;
  expect(findLimbs({ ...KIT_POSES, parents }, KIT_NAMES)).toBeUndefined();
  expect(findLimbs({ ...KIT_POSES, size: 12 }, KIT_NAMES)).toBeUndefined();
});
