import { expect, test } from 'vitest';
import { CYCLES } from '../../../src/kit/motion/gait.js';
import type { BoneName, Side } from '../../../src/kit/skeleton/kit-skeleton.js';
import { testInTurn } from '../../support/in-turn.js';
import {
  ACTIVITY_NAMES,
  distance,
  moments,
  type PlayedClip,
  type Point,
  playClip,
} from '../../support/kit/played-clip.js';

// Tables and pots are 0.8 m high; the edge of a table is 0.35 m before the body.
const TABLE_HEIGHT = 0.8;
const TABLE_EDGE = 0.35;
const SIDES = ['L', 'R'] as const;

/** Points of the left hand at rest: wrist, palm and fingertips. */
const WRIST: Point = [0.43, 0.893, 0.006];
const PALM: Point = [0.462, 0.842, 0.011];
const FINGERTIPS: Point = [0.509, 0.766, 0.018];

function handAt(played: PlayedClip, seconds: number, side: Side, [x, y, z]: Point): Point {
  return played.pointAt(seconds, `hand${side}`, [side === 'L' ? x : -x, y, z]);
}

/** A clip and 120 moments of it. */
async function play(name: string) {
  const played = await playClip(name);
  const at = moments(played.clip.duration, 120);
  const heights = (bone: BoneName, from = 0, to = 1) =>
    at.slice(from * 120, to * 120).map((seconds) => played.boneAt(seconds, bone)[1]);
  return { played, at, heights };
}

/** Distance of a point to the line between two bones. */
function distanceToLine(point: Point, from: Point, to: Point): number {
  const way = from.map((value, k) => to[k] - value);
  const along = way.reduce((sum, value, k) => sum + value * (point[k] - from[k]), 0);
  const t = Math.min(1, Math.max(0, along / way.reduce((sum, value) => sum + value * value, 0)));
  return distance(
    point,
    from.map((value, k) => value + t * way[k]),
  );
}

test('there are nine activities', () => {
  expect(ACTIVITY_NAMES).toEqual(['bow', 'talk', 'wave', 'pray', 'sell', 'browse', 'sit', 'drink', 'cook']);
});

testInTurn(ACTIVITY_NAMES, [0, 4])(
  '%s lasts 4 to 8 seconds and stays in place, and nothing jerks',
  async (name) => {
    const { played } = await play(name);
    expect(played.clip.duration).toBeGreaterThanOrEqual(4);
    expect(played.clip.duration).toBeLessThanOrEqual(8.0001);
    expect(played.clip).toMatchObject({ loop: true, speed: 0 });
    const step = 1 / 30;
    const frames = Math.round(played.clip.duration / step);
    const bones: BoneName[] = ['hips', 'head', 'handL', 'handR', 'foreArmL', 'foreArmR', 'shinL', 'shinR'];
    for (const bone of bones) {
      const places = Array.from({ length: frames + 2 }, (_, i) =>
        played.boneAt((i * step) % played.clip.duration, bone),
      );
      const jerk = Math.max(
        ...places.slice(2).map((place, i) => {
          const [before, middle] = [places[i], places[i + 1]];
          return Math.hypot(...[0, 1, 2].map((k) => place[k] - 2 * middle[k] + before[k])) / step ** 2;
        }),
      );
      // Metres a second squared: a hand that starts to wave is the quickest.
      expect(jerk, bone).toBeLessThan(name === 'wave' ? 8 : 6);
    }
  },
);

testInTurn([...ACTIVITY_NAMES, 'walk_old', 'walk_stout', 'push_cart'], [1, 5, 9])(
  'in %s, no hand is in the body or in the other hand',
  async (name) => {
    const { played, at } = await play(name);
    const points = [WRIST, PALM, FINGERTIPS];
    for (const seconds of at) {
      const [hips, neck] = [played.boneAt(seconds, 'hips'), played.boneAt(seconds, 'neck')];
      const [left, right] = SIDES.map((side) => points.map((point) => handAt(played, seconds, side, point)));
      // The trunk is 0.12 m deep on either side of the spine.
      for (const point of [...left, ...right])
        expect(distanceToLine(point, hips, neck)).toBeGreaterThan(0.14);
      // Palms are 0.035 m thick.
      expect(distance(left[1], right[1]), `at ${seconds} s`).toBeGreaterThan(0.035);
    }
  },
);

test.each(['sell', 'browse'])('in %s, a hand is over the table, and none goes through it', async (name) => {
  const { played, at } = await play(name);
  const over = at.flatMap((seconds) =>
    SIDES.flatMap((side) => [WRIST, PALM, FINGERTIPS].map((point) => handAt(played, seconds, side, point))),
  );
  const heights = over.filter(([, , z]) => z > TABLE_EDGE).map(([, y]) => y);
  expect(heights.length).toBeGreaterThan(60);
  expect(Math.min(...heights)).toBeGreaterThan(TABLE_HEIGHT);
});

test('bow: clasped hands rise to the chest, the head goes down by 15 cm, stays there and comes up', async () => {
  const { played, at, heights } = await play('bow');
  for (const seconds of at) {
    expect(distance(played.boneAt(seconds, 'handL'), played.boneAt(seconds, 'handR'))).toBeLessThan(0.2);
  }
  expect(Math.max(...heights('handL', 0, 0.25))).toBeGreaterThan(1.2);
  const head = heights('head');
  expect(Math.max(...head)).toBeGreaterThan(1.45);
  expect(head.filter((y) => y < 1.31).length / head.length).toBeGreaterThan(0.12);
  expect(head.slice(90).every((y) => y > 1.45)).toBe(true);
});

test('talk: hands rise in the first half alone, so that two people half a period apart take turns', async () => {
  const { played, at } = await play('talk');
  const half = played.clip.duration / 2;
  // Metres before the belly and away from the other hand.
  const isGesturing = (seconds: number) =>
    distance(played.boneAt(seconds, 'handL'), played.boneAt(seconds, 'handR')) > 0.22;
  expect(at.filter(isGesturing).length / at.length).toBeGreaterThan(0.25);
  for (const seconds of at) {
    expect(isGesturing(seconds) && isGesturing((seconds + half) % played.clip.duration)).toBe(false);
  }
  const both = at.filter((seconds) =>
    SIDES.every((side) => handAt(played, seconds, side, FINGERTIPS)[1] > 1.1),
  );
  expect(both.length).toBeGreaterThan(5);
  expect(Math.max(...both)).toBeLessThan(half);
  // The face goes down and up again: three nods of the listener.
  const chins = at.slice(60).map((seconds) => played.pointAt(seconds, 'head', [0, 1.475, 0.15])[1]);
  const nods = chins.filter(
    (y, i) => i > 0 && y < chins[i - 1] && y <= (chins[i + 1] ?? 2) && y < chins[0] - 0.01,
  );
  expect(nods).toHaveLength(3);
});

test('wave: one hand is above the head and goes to and fro, then rests', async () => {
  const { played, at, heights } = await play('wave');
  const raised = at.filter((seconds) => handAt(played, seconds, 'R', FINGERTIPS)[1] > 1.65);
  expect(raised.length / at.length).toBeGreaterThan(0.35);
  const sideways = raised.map((seconds) => handAt(played, seconds, 'R', FINGERTIPS)[0]);
  const turns = sideways.filter(
    (x, i) => i > 0 && i + 1 < sideways.length && x > sideways[i - 1] && x > sideways[i + 1],
  );
  expect(turns.length).toBeGreaterThanOrEqual(3);
  expect(Math.max(...heights('handR', 0.85))).toBeLessThan(0.95);
  expect(Math.max(...heights('handL'))).toBeLessThan(0.95);
});

test('pray: palms stay together before the chest, in a bow of 4 cm', async () => {
  const { played, at, heights } = await play('pray');
  for (const seconds of at) {
    const [left, right] = SIDES.map((side) => handAt(played, seconds, side, PALM));
    expect(distance(left, right)).toBeLessThan(0.1);
    expect(left[1]).toBeGreaterThan(1.1);
  }
  const head = heights('head');
  expect(Math.max(...head) - Math.min(...head)).toBeGreaterThan(0.035);
  expect(Math.max(...head) - Math.min(...head)).toBeLessThan(0.08);
});

test('sell: the right palm passes over the goods, the left hand lifts a thing, the right one beckons', async () => {
  const { played, at, heights } = await play('sell');
  const goods = at
    .map((seconds) => handAt(played, seconds, 'R', PALM))
    .filter(([, y, z]) => z > 0.4 && y < 1.05);
  expect(goods.length).toBeGreaterThan(15);
  const across = goods.map(([x]) => x);
  expect(Math.max(...across) - Math.min(...across)).toBeGreaterThan(0.15);
  expect(Math.max(...heights('handL', 0.4, 0.6))).toBeGreaterThan(1.15);
  expect(Math.max(...heights('handR', 0.7, 0.9))).toBeGreaterThan(1.3);
});

test('browse: people bend, a wrist is within 2 cm of the goods at 0.85 m, and they straighten', async () => {
  const { played, at, heights } = await play('browse');
  const near = at
    .map((seconds) => played.boneAt(seconds, 'handR'))
    .filter(([, y, z]) => z > TABLE_EDGE && Math.abs(y - 0.85) < 0.02);
  expect(near.length / at.length).toBeGreaterThan(0.2);
  expect(Math.min(...heights('head'))).toBeLessThan(1.36);
  expect(Math.min(...heights('head', 0.8))).toBeGreaterThan(1.44);
});

test('sit: thighs are level on a stool of 0.42 m, hands on them', async () => {
  const { played, at } = await play('sit');
  for (const seconds of at) {
    for (const side of SIDES) {
      const [thigh, shin] = [`thigh${side}`, `shin${side}`].map((bone) =>
        played.boneAt(seconds, bone as BoneName),
      );
      // Joints are in the middle of thighs, which are 0.05 m and more thick on either side.
      expect(thigh[1]).toBeGreaterThan(0.42 + 0.03);
      expect(thigh[1]).toBeLessThan(0.42 + 0.09);
      expect(Math.abs(thigh[1] - shin[1])).toBeLessThan(0.05);
      const palm = handAt(played, seconds, side, PALM);
      expect(distanceToLine(palm, thigh, shin)).toBeLessThan(0.15);
      expect(palm[1]).toBeGreaterThan(0.57);
    }
  }
});

test('cook: a hand goes round four times above the pot, and people look up once', async () => {
  const { played, at, heights } = await play('cook');
  const hands = at.map((seconds) => handAt(played, seconds, 'R', PALM));
  const [x, z] = [0, 2].map((k) => hands.reduce((sum, hand) => sum + hand[k], 0) / hands.length);
  let turned = 0;
  hands.forEach((hand, i) => {
    const before = hands.at(i - 1)!;
    const angle = (point: Point) => Math.atan2(point[2] - z, point[0] - x);
    turned += Math.sin(angle(hand) - angle(before));
  });
  expect(Math.abs(turned) / (2 * Math.PI)).toBeCloseTo(4, 0);
  expect(Math.min(...heights('handR'))).toBeGreaterThan(TABLE_HEIGHT + 0.1);
  const faces = at.map((seconds) => {
    const [, eyes] = played.pointAt(seconds, 'head', [0, 1.475, 0.2]);
    return eyes - played.boneAt(seconds, 'head')[1];
  });
  expect(Math.min(...faces)).toBeLessThan(-0.08);
  expect(Math.max(...faces)).toBeGreaterThan(-0.03);
});

/** Metres a cycle of a gait. */
const strideOf = ({ clip: { duration, speed } }: PlayedClip): number => (speed! * duration) / CYCLES;

test('walk_old: bent by 11° to 16°, head up, in shorter and flatter steps than those of walk, a hand on the back', async () => {
  const [old, walk] = [await play('walk_old'), await play('walk')];
  expect(strideOf(old.played)).toBeLessThan(0.75 * strideOf(walk.played));
  expect(old.played.clip.duration).toBeGreaterThan(1.2 * walk.played.clip.duration);
  for (const side of SIDES) {
    const highest = ({ heights }: typeof old) => Math.max(...heights(`foot${side}`));
    expect(highest(old)).toBeLessThan(highest(walk) - 0.02);
  }
  const { played, at } = old;
  for (const seconds of at) {
    const [hips, neck] = [played.boneAt(seconds, 'hips'), played.boneAt(seconds, 'neck')];
    const bend = (Math.atan2(neck[2] - hips[2], neck[1] - hips[1]) * 180) / Math.PI;
    expect(bend).toBeGreaterThan(11);
    expect(bend).toBeLessThan(16);
    const [head, eyes] = [played.boneAt(seconds, 'head'), played.pointAt(seconds, 'head', [0, 1.475, 0.2])];
    expect(Math.abs(eyes[1] - head[1])).toBeLessThan(0.03);
    const palm = handAt(played, seconds, 'R', PALM);
    expect(palm[2]).toBeLessThan(hips[2] - 0.1);
    expect(distanceToLine(palm, hips, neck)).toBeLessThan(0.2);
  }
});

test('walk_stout: shorter steps further apart than those of walk, a trunk that leans back, and wider arms', async () => {
  const [stout, walk] = [await play('walk_stout'), await play('walk')];
  expect(strideOf(stout.played)).toBeLessThan(0.95 * strideOf(walk.played));
  expect(stout.played.clip.speed!).toBeLessThan(0.85 * walk.played.clip.speed!);
  const widest = ({ played, at }: typeof stout, bone: BoneName) =>
    Math.max(...at.map((seconds) => played.boneAt(seconds, bone)[0]));
  expect(widest(stout, 'footL')).toBeGreaterThan(1.25 * widest(walk, 'footL'));
  expect(widest(stout, 'hips')).toBeGreaterThan(1.5 * widest(walk, 'hips'));
  expect(widest(stout, 'handL')).toBeGreaterThan(widest(walk, 'handL') + 0.04);
  for (const seconds of stout.at) {
    const [hips, neck] = [stout.played.boneAt(seconds, 'hips'), stout.played.boneAt(seconds, 'neck')];
    const lean = (Math.atan2(hips[2] - neck[2], neck[1] - hips[1]) * 180) / Math.PI;
    expect(lean).toBeGreaterThan(1);
    expect(lean).toBeLessThan(8);
  }
});

test('push_cart: bent by 10° to 15°, both palms on the shafts of a cart within 2 cm', async () => {
  const { played, at } = await play('push_cart');
  expect(played.clip.speed!).toBeGreaterThan(0.7);
  for (const seconds of at) {
    const [hips, neck] = [played.boneAt(seconds, 'hips'), played.boneAt(seconds, 'neck')];
    const bend = (Math.atan2(neck[2] - hips[2], neck[1] - hips[1]) * 180) / Math.PI;
    expect(bend).toBeGreaterThan(10);
    expect(bend).toBeLessThan(15);
    for (const side of SIDES) {
      const shaft: Point = [side === 'L' ? 0.235 : -0.235, 0.79, 0.31];
      expect(distance(handAt(played, seconds, side, PALM), shaft)).toBeLessThan(0.02);
    }
  }
});
