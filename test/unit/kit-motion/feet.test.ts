import { expect, test } from 'vitest';
import { distanceCovered } from '../../../src/kit/motion/clips/walk-stop.js';
import { CYCLES } from '../../../src/kit/motion/gait.js';
import { CLIP_NAMES, IDLE_CLIPS } from '../../../src/protocol/index.js';
import { testInTurn } from '../../support/in-turn.js';
import {
  ACTIVITY_NAMES,
  distance,
  GAIT_NAMES,
  moments,
  type PlayedClip,
  playClip,
  SOLES,
} from '../../support/kit/played-clip.js';

/** Metres: nearer to the ground than this, a point of the sole is on it. */
const CONTACT = 0.002;
const GROUND_TOLERANCE = 0.005;
const SLIP_LIMIT = 0.01;

/** How far each point of the sole moves over the ground while it touches it, and for how long it does at most. */
function measureContacts(played: PlayedClip, covered: (seconds: number) => number) {
  const { duration, loop } = played.clip;
  const steps = Math.round(duration * 240);
  const cycles = loop ? 2 : 1;
  let slip = 0;
  let longest = 0;
  for (const { bone, rest } of SOLES) {
    let first: number[] | undefined;
    let since = 0;
    for (let i = 0; i <= steps * cycles; i++) {
      const seconds = (i / steps) * duration * (loop ? 1 : 0.999999);
      const [x, y, z] = played.pointAt(seconds, bone, rest);
      if (y > CONTACT) {
        first = undefined;
        continue;
      }
      const place = [x, 0, z + covered(seconds)];
      if (first === undefined) since = seconds;
      first ??= place;
      slip = Math.max(slip, distance(place, first));
      longest = Math.max(longest, seconds - since);
    }
  }
  return { slip, longest };
}

test('people walk, jog, and walk as old and stout people do', () => {
  expect(GAIT_NAMES).toEqual(['walk', 'jog', 'walk_old', 'walk_stout', 'push_cart']);
});

test.each(GAIT_NAMES)('in %s, feet on the ground keep their place on it', async (name) => {
  const played = await playClip(name);
  const speed = played.clip.speed!;
  const { slip, longest } = measureContacts(played, (seconds) => speed * seconds);
  expect(slip).toBeLessThan(SLIP_LIMIT);
  expect(longest).toBeGreaterThan((played.clip.duration / CYCLES) * 0.2);
});

test('in walk_stop, feet on the ground keep their place on it while the body slows down', async () => {
  const played = await playClip('walk_stop');
  const { slip, longest } = measureContacts(played, distanceCovered);
  expect(slip).toBeLessThan(SLIP_LIMIT);
  expect(longest).toBeGreaterThan(0.4);
});

testInTurn([...IDLE_CLIPS, ...ACTIVITY_NAMES], [0, 8])(
  'in %s, both feet stay where they are',
  async (name) => {
    const { slip, longest } = measureContacts(await playClip(name), () => 0);
    expect(slip).toBeLessThan(0.002);
    expect(longest).toBeGreaterThan(3.9);
  },
);

test.each([...CLIP_NAMES, ...ACTIVITY_NAMES, 'walk_old', 'walk_stout', 'push_cart'])(
  'in %s, nothing sinks into the ground, and a foot is on it unless people jog',
  async (name) => {
    const played = await playClip(name);
    const heights = moments(played.clip.duration, 120).map((seconds) =>
      Math.min(...SOLES.map(({ bone, rest }) => played.pointAt(seconds, bone, rest)[1])),
    );
    expect(Math.min(...heights)).toBeGreaterThan(-GROUND_TOLERANCE);
    if (name !== 'jog') expect(Math.max(...heights)).toBeLessThan(GROUND_TOLERANCE);
  },
);

test('in jog, there are moments in the air, two a cycle', async () => {
  const played = await playClip('jog');
  const isInAir = moments(played.clip.duration, 210 * CYCLES).map((seconds) =>
    SOLES.every(({ bone, rest }) => played.pointAt(seconds, bone, rest)[1] > GROUND_TOLERANCE),
  );
  const takeOffs = isInAir.filter((air, i) => air && !isInAir.at(i - 1)).length;
  expect(takeOffs).toBe(2 * CYCLES);
});

test.each(GAIT_NAMES)('in %s, both sides do the same, half a cycle apart', async (name) => {
  const played = await playClip(name);
  const half = played.clip.duration / CYCLES / 2;
  let least = Number.POSITIVE_INFINITY;
  let most = 0;
  for (const seconds of moments(half, 16)) {
    const left = played.boneAt(seconds, 'footL');
    const right = played.boneAt(seconds + half, 'footR');
    most = Math.max(most, distance(left, [-right[0], right[1], right[2]]));
    least = Math.min(least, left[1]);
  }
  expect(most).toBeLessThan(0.005);
  expect(least).toBeGreaterThan(0.05);
});
