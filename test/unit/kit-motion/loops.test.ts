import { expect, test } from 'vitest';
import { authorClips } from '../../../src/kit/motion/author-clips.js';
import { ACTIVITIES, MOTIONS } from '../../../src/kit/motion/clips/index.js';
import { BONES, type BoneName, mirrorBone } from '../../../src/kit/skeleton/kit-skeleton.js';
import { CLIP_NAMES } from '../../../src/protocol/index.js';
import { testInTurn } from '../../support/in-turn.js';
import { type PlayedClip, playClip } from '../../support/kit/played-clip.js';

test('every clip of the interface is there, in its order', () => {
  expect(MOTIONS.map(({ name }) => name)).toEqual([...CLIP_NAMES]);
});

const clips = authorClips([...MOTIONS, ...ACTIVITIES]);
const loops = clips.filter(({ loop }) => loop);

test('all but walk_stop loop', () => {
  expect(loops.length).toBeGreaterThan(10);
  expect(clips.filter((clip) => !loops.includes(clip)).map(({ name }) => name)).toEqual(['walk_stop']);
});

test.each(loops.map((clip) => [clip.name, clip] as const))('%s ends exactly as it begins', (_name, clip) => {
  const moving = clip.tracks.filter(({ times }) => times.length > 1);
  expect(moving.length).toBeGreaterThan(10);
  for (const { bone, path, times, values, interpolation } of moving) {
    // A key of a spline has two tangents as well.
    const size = (path === 'rotation' ? 4 : 3) * (interpolation === 'CUBICSPLINE' ? 3 : 1);
    const first = [...values.subarray(0, size)];
    const last = [...values.subarray(-size)];
    const isOtherSign = first.some((value, k) => value !== 0 && value === -last[k]);
    expect(times[times.length - 1]).toBeCloseTo(clip.duration, 5);
    expect(isOtherSign ? last.map((value) => -value) : last, bone).toEqual(first);
  }
});

/** How much the way that a bone takes changes at a moment, metres in one step. */
function kink(played: PlayedClip, bone: BoneName, seconds: number): number {
  const step = 1 / 120;
  const [before, at, after] = [-step, 0, step].map((offset) => played.boneAt(seconds + offset, bone));
  return Math.hypot(...[0, 1, 2].map((k) => before[k] - 2 * at[k] + after[k]));
}

testInTurn(
  loops.map(({ name }) => name),
  [0, 8],
)('%s goes over its end as smoothly as over any key', async (name) => {
  const played = await playClip(name);
  const { duration } = played.clip;
  const keys = Array.from({ length: Math.round(duration * 30) - 1 }, (_, key) => (key + 1) / 30);
  for (const { name: bone } of BONES) {
    // At the end the left foot strikes; the right one does half way.
    const alike = [bone, mirrorBone(bone)];
    const roughest = Math.max(
      ...keys.flatMap((seconds) => alike.map((other) => kink(played, other, seconds))),
    );
    expect(kink(played, bone, duration), bone).toBeLessThan(roughest * 1.05 + 1e-4);
  }
});
