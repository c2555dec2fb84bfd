import { Quaternion } from 'three';
import { expect, test } from 'vitest';
import { authorClips } from '../../../src/kit/motion/author-clips.js';
import { ACTIVITIES, MOTIONS } from '../../../src/kit/motion/clips/index.js';
import { Figure } from '../../../src/kit/motion/figure.js';
import { basePosition, baseSkeleton } from '../../../src/kit/skeleton/base-skeleton.js';
import { BONES, type BoneName, bonePosition, kitSkeleton } from '../../../src/kit/skeleton/kit-skeleton.js';
import {
  chooseConvention,
  retargetClip,
  samplePose,
  TRS_SIZE,
  worldMatrices,
} from '../../../src/rig/index.js';
import { testInTurn } from '../../support/in-turn.js';
import { distance } from '../../support/kit/played-clip.js';

test('the base mesh rests otherwise than the characters: arms, proportions and rolled axes', () => {
  const [base, kit] = [baseSkeleton(), kitSkeleton()];
  expect(base.names).toEqual(kit.names);
  const slope = (place: (bone: BoneName) => readonly number[]) => {
    const [shoulder, wrist] = [place('upperArmL'), place('handL')];
    return (Math.atan2(shoulder[1] - wrist[1], wrist[0] - shoulder[0]) * 180) / Math.PI;
  };
  expect(slope(bonePosition) - slope(basePosition)).toBeGreaterThan(20);
  expect(basePosition('hips')[1] / bonePosition('hips')[1]).toBeCloseTo(1.07, 6);
  const turned = base.names.filter((_, i) => base.rest[i * TRS_SIZE + 6] < 0.999);
  expect(turned.length).toBeGreaterThan(10);
});

testInTurn(
  [...MOTIONS, ...ACTIVITIES].map((motion) => [motion.name, motion] as const),
  [0, 5, 8, 13],
)('%s, retargeted, shows the poses that were meant within 2 mm and half a degree', (_name, motion) => {
  const skeleton = kitSkeleton();
  const { clip, unmatched } = retargetClip(authorClips([motion])[0], baseSkeleton(), skeleton);
  expect(unmatched).toEqual([]);
  expect(clip.speed).toBeCloseTo(motion.speed, 6);
  const pose = new Float64Array(skeleton.rest.length);
  const matrices = new Float64Array(skeleton.names.length * 12);
  const frames = Math.round(motion.duration * 30);
  expect(motion.duration * 30).toBeCloseTo(frames, 9);
  let farthest = 0;
  let mostTurned = 0;
  for (let frame = 0; frame < frames; frame++) {
    const meant = new Figure();
    motion.pose(meant, frame / 30);
    samplePose(skeleton, clip, frame / 30, pose);
    worldMatrices(skeleton, pose, matrices);
    BONES.forEach(({ name }, i) => {
      const o = (i + 1) * 12;
      const place = [matrices[o + 3], matrices[o + 7], matrices[o + 11]];
      farthest = Math.max(farthest, distance(place, meant.position(name)));
      const turn = new Quaternion().fromArray(pose, (i + 1) * TRS_SIZE + 3);
      mostTurned = Math.max(mostTurned, turn.angleTo(new Quaternion(...meant.get(name))));
    });
  }
  expect(farthest).toBeLessThan(0.002);
  expect((mostTurned * 180) / Math.PI).toBeLessThan(0.5);
});

test.each([...MOTIONS, ...ACTIVITIES])('$name alone is told to be pose-matched, as it was made', (motion) => {
  const [clip] = authorClips([motion]);
  const chosen = chooseConvention([{ clip, source: baseSkeleton() }], kitSkeleton());
  expect(chosen).toMatchObject({ convention: 'pose-matched', isSame: false });
});

test('on the base mesh itself, legs and trunk point where they point on the characters', () => {
  const walk = MOTIONS.find(({ name }) => name === 'walk')!;
  const skeleton = baseSkeleton();
  const [clip] = authorClips([walk]);
  const pose = new Float64Array(skeleton.rest.length);
  const matrices = new Float64Array(skeleton.names.length * 12);
  const meant = new Figure();
  walk.pose(meant, 0.2);
  samplePose(skeleton, clip, 0.2, pose);
  worldMatrices(skeleton, pose, matrices);
  const place = (bone: BoneName) => {
    const o = skeleton.names.indexOf(bone) * 12;
    return [matrices[o + 3], matrices[o + 7], matrices[o + 11]];
  };
  const pairs: [BoneName, BoneName][] = [
    ['thighL', 'shinL'],
    ['shinR', 'footR'],
    ['upperArmL', 'foreArmL'],
    ['foreArmR', 'handR'],
    ['spine', 'chest'],
  ];
  for (const [from, to] of pairs) {
    const cosine = directionCosine([place(from), place(to)], [meant.position(from), meant.position(to)]);
    expect(cosine, `${from} to ${to}`).toBeGreaterThan(0.9999);
  }
});

type Way = readonly [from: readonly number[], to: readonly number[]];

function directionCosine([a, b]: Way, [c, d]: Way): number {
  const dot = [0, 1, 2].reduce((sum, k) => sum + (b[k] - a[k]) * (d[k] - c[k]), 0);
  return dot / (distance(a, b) * distance(c, d));
}
