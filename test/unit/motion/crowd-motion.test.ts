import type { BoundaryShape } from 'three-crowd/protocol';
import { Simulation } from 'three-crowd/simulate';
import { describe, expect, test, vi } from 'vitest';
import type { CrowdMotion } from '../../../src/motion/crowd-motion.js';
import type { SetClipOptions } from '../../../src/render/characters/index.js';
import { type WalkingCharacters, walkingCharacters } from '../../support/render/walking-characters.js';
import { pathOf, SHAPE_FIELDS } from '../../support/sample-recipe.js';

function run(crowd: WalkingCharacters, seconds: number): void {
  for (let frame = 0; frame < 20 * seconds; frame++) crowd.advance(1 / 20);
}

test('characters that exit arrive behind the exits and stand there', () => {
  const crowd = walkingCharacters(
    { ...SHAPE_FIELDS.circle, boundaryRadius: 6, spawnRadius: 5, obstacles: [], size: 12 },
    {
      simulate: ({ scenario }) => new Simulation({ ...scenario, exits: [{ x: 0, z: 5.5, width: 2 }] }),
    },
  );
  const { motion } = crowd.mover;
  const { table } = crowd.characters;
  const out = new Set<number>();
  motion.addEventListener('arrived', ({ character }) => out.add(character));
  motion.exit([0, 1, 2, 3]);
  run(crowd, 20);
  expect([...out].sort()).toEqual([0, 1, 2, 3]);
  for (const i of out) expect(Math.hypot(table.x(i), table.z(i) - 5.5)).toBeLessThan(1);
});

describe('an invalid order is refused', () => {
  const bad: [(crowd: WalkingCharacters) => void, RegExp][] = [
    [({ mover }) => mover.motion.goTo(3, [Number.NaN, 0]), /goTo: the point is \[NaN, 0\]/],
    [
      ({ mover }) => mover.motion.goTo(3, [Number.NaN, 0], { findPath: () => undefined }),
      /goTo: the point is \[NaN, 0\]/,
    ],
    [({ mover }) => mover.motion.follow(3, [[0, 0]]), /the path is \[\[0, 0\]\]; give two different points/],
    [({ mover }) => mover.motion.exit(3), /exit needs exits.*motion: \{ exits/],
    [({ mover }) => mover.motion.march([3], [[0, 0]]), /the path is \[\[0, 0\]\]; give two different points/],
  ];

  test.each(bad)('%o: a character that is moved by hand stays where it is', (tell, message) => {
    const crowd = walkingCharacters({ ...SHAPE_FIELDS.circle, size: 8 });
    const { characters, mover } = crowd;
    run(crowd, 1);
    characters.setTransform(3, { x: 2, z: 1, heading: 0 });
    mover.setManual(3);
    expect(() => tell(crowd)).toThrow(message);
    run(crowd, 2);
    expect([characters.table.x(3), characters.table.z(3)]).toEqual([2, 1]);
  });

  test('setPositions refuses NaN for a character, and ignores it for a removed one', () => {
    const crowd = walkingCharacters({ ...SHAPE_FIELDS.circle, size: 8 });
    const positions = new Float32Array(24);
    positions[3 * 5 + 1] = Number.NaN;
    expect(() => crowd.mover.motion.setPositions(positions)).toThrow(/0, NaN, 0 for character 5/);
    crowd.characters.remove(5);
    crowd.mover.remove([5]);
    crowd.mover.motion.setPositions(positions);
  });
});

describe('goals outside of the boundary', () => {
  const told: [string, BoundaryShape, (crowd: WalkingCharacters) => void, RegExp][] = [
    [
      'goTo',
      'circle',
      ({ mover }) => mover.motion.goTo(3, [30, 0]),
      /goTo .*\[30, 0\].* 5\.0 m outside .*circle of radius 25/,
    ],
    [
      'goTo with leaves',
      'square',
      ({ mover }) => mover.motion.goTo('all', [0, 26], { removeOnArrival: true }),
      /1\.0 m outside .*z from -25 to 25/,
    ],
    [
      'follow',
      'road',
      ({ mover }) => mover.motion.follow(3, pathOf([0, 0], [9, 0])),
      /follow .*\[9, 0\].* 3\.0 m .*x from -6 to 6/,
    ],
    [
      'march',
      'donut',
      ({ mover }) => mover.motion.march([3, 4], pathOf([12, 0], [0, 8])),
      /march .*\[0, 8\].* 2\.0 m .*ring from radius 10 to 25/,
    ],
    [
      'a spline',
      'spline',
      ({ mover }) => mover.motion.goTo(3, [40, 18]),
      /\[40, 18\].* 14\.0 m .*4 to either side of a path/,
    ],
  ];

  test.each(told)('%s: one warning names the point and the boundary', (_what, shape, tell, message) => {
    const onWarning = vi.fn();
    const crowd = walkingCharacters({ ...SHAPE_FIELDS[shape], size: 8 }, { onWarning });
    tell(crowd);
    tell(crowd);
    expect(onWarning).toHaveBeenCalledOnce();
    expect(onWarning).toHaveBeenCalledWith(expect.stringMatching(message));
  });

  test('a goal within reach gives no warning', () => {
    const onWarning = vi.fn();
    const { mover } = walkingCharacters({ ...SHAPE_FIELDS.circle, size: 8 }, { onWarning });
    mover.motion.goTo(3, [25.2, 0]);
    mover.motion.goTo('all', [28, 0], { within: 4 });
    mover.motion.march([1, 2], pathOf([0, 0], [20, 0]));
    expect(onWarning).not.toHaveBeenCalled();
  });
});

describe('release', () => {
  const placeOf = ({ characters: { table } }: WalkingCharacters, i: number): [number, number] => [
    table.x(i),
    table.z(i),
  ];
  const apart = ([ax, az]: [number, number], [bx, bz]: [number, number]): number =>
    Math.hypot(ax - bx, az - bz);
  const told: Record<string, (crowd: WalkingCharacters) => void> = {
    stop: ({ mover }) => mover.motion.stop('all'),
    goTo: (crowd) => crowd.mover.motion.goTo('all', [0, 0], { within: 20 }),
    setTransform: ({ characters, mover }) => {
      for (const i of characters.indices('all')) {
        characters.setTransform(i, { x: 2 * i - 8, z: 10, heading: 0 });
        mover.setManual(i);
      }
    },
  };

  test.each(Object.entries(told))('after %s people wander again, from where they are', (_what, tell) => {
    const crowd = walkingCharacters({ ...SHAPE_FIELDS.circle, size: 8, pace: 1 });
    const everybody = crowd.characters.indices('all');
    tell(crowd);
    run(crowd, 10);
    const before = everybody.map((i) => placeOf(crowd, i));
    run(crowd, 2);
    everybody.forEach((i, k) => {
      expect(apart(placeOf(crowd, i), before[k])).toBeLessThan(0.1);
    });
    crowd.mover.motion.release('all');
    crowd.advance(1 / 20);
    everybody.forEach((i, k) => {
      expect(apart(placeOf(crowd, i), before[k])).toBeLessThan(0.15);
    });
    run(crowd, 8);
    everybody.forEach((i, k) => {
      expect(apart(placeOf(crowd, i), before[k])).toBeGreaterThan(2);
    });
  });

  test('a character that was placed goes on from there, also in the same frame', () => {
    const crowd = walkingCharacters({ ...SHAPE_FIELDS.circle, size: 8, pace: 1 });
    run(crowd, 1);
    crowd.characters.setTransform(3, { x: -15, z: -15, heading: 0 });
    crowd.mover.setManual(3);
    crowd.mover.motion.release(3);
    run(crowd, 1);
    expect(apart(placeOf(crowd, 3), [-15, -15])).toBeLessThan(2);
  });

  test('groups walk together again, and characters that stand by the recipe stand', () => {
    const crowd = walkingCharacters({ ...SHAPE_FIELDS.road, size: 40, pace: 0.9, groupingMode: true });
    const { people } = crowd.simulation.scenario;
    const members = people.flatMap(({ goal }, i) =>
      goal.kind === 'accompany' ? [{ i, leader: goal.leader }] : [],
    );
    const standing = people.flatMap(({ goal }, i) => (goal.kind === 'stand' ? [i] : []));
    expect([members.length > 3, standing.length > 1]).toEqual([true, true]);
    crowd.mover.motion.goTo('all', [0, 20]);
    run(crowd, 40);
    crowd.mover.motion.release('all');
    const before = standing.map((i) => placeOf(crowd, i));
    run(crowd, 40);
    for (const { i, leader } of members)
      expect(apart(placeOf(crowd, i), placeOf(crowd, leader))).toBeLessThan(4);
    standing.forEach((i, k) => {
      expect(apart(placeOf(crowd, i), before[k])).toBeLessThan(1.5);
    });
  });

  test('an added character follows its own goal, and one whose leader was removed walks alone', () => {
    const crowd = walkingCharacters({ ...SHAPE_FIELDS.road, size: 40, pace: 0.9, groupingMode: true });
    const { people } = crowd.simulation.scenario;
    const member = people.findIndex(({ goal }) => goal.kind === 'accompany');
    const { goal } = people[member];
    const leader = goal.kind === 'accompany' ? goal.leader : -1;
    expect(leader).toBeGreaterThanOrEqual(0);
    const { characters, mover } = crowd;
    const walker = { ...characters.source(leader), x: 0, z: 0 };
    const idler = { ...walker, x: 3, anim_clip: 'idle' } as const;
    characters.remove(leader);
    mover.remove([leader]);
    const added = characters.add([idler, walker], 0);
    mover.add(added, [idler, walker]);
    expect(added[0]).toBe(leader);
    mover.motion.stop([member, ...added]);
    run(crowd, 4);
    const before = [member, ...added].map((i) => placeOf(crowd, i));
    mover.motion.release([member, ...added]);
    run(crowd, 5);
    const moved = [member, ...added].map((i, k) => apart(placeOf(crowd, i), before[k]));
    expect(moved[0]).toBeGreaterThan(2);
    expect(moved[1]).toBeLessThan(0.5);
    expect(moved[2]).toBeGreaterThan(2);
  });
});

describe('clips that a page sets', () => {
  const FIELDS = { ...SHAPE_FIELDS.circle, size: 8, pace: 1, obstacles: [] };

  /** As `Crowd` does them. */
  function inCrowd(): WalkingCharacters & {
    setClip(i: number, clip: string, options?: SetClipOptions): void;
    clipOf(i: number): string;
  } {
    const crowd = walkingCharacters(FIELDS);
    const { characters, mover } = crowd;
    let now = 0;
    const advance = (seconds: number): number => {
      now += seconds;
      characters.advance(now, (i, clip) => mover.endClip(i, clip));
      mover.update(seconds, now);
      return now;
    };
    return {
      ...crowd,
      advance,
      setClip: (i, clip, options = {}) => mover.pinClips([i], characters.setClip(i, clip, options, now)),
      clipOf: (i) => characters.get(i, now).clip,
    };
  }

  function placed(crowd: WalkingCharacters, i: number): void {
    crowd.characters.setTransform(i, { x: 4, z: 4, heading: 0 });
    crowd.mover.setManual(i);
  }

  test('a loop holds, whether its character walks, stands or is moved by hand, until it is handed back', () => {
    const crowd = inCrowd();
    const { motion } = crowd.mover;
    run(crowd, 2);
    expect([crowd.clipOf(1), crowd.clipOf(2)]).toEqual(['walk', 'walk']);
    crowd.setClip(1, 'idle_scratch', { fade: 0.3 });
    placed(crowd, 2);
    crowd.setClip(2, 'idle_tired');
    run(crowd, 8);
    expect([crowd.clipOf(1), crowd.clipOf(2)]).toEqual(['idle_scratch', 'idle_tired']);
    motion.release([1, 2]);
    run(crowd, 2);
    expect([crowd.clipOf(1), crowd.clipOf(2)]).toEqual(['walk', 'walk']);
  });

  const orders: Record<string, (motion: CrowdMotion) => void> = {
    goTo: (motion) => motion.goTo(1, [0, 20]),
    follow: (motion) => motion.follow(1, pathOf([-20, 0], [20, 0])),
    march: (motion) => motion.march([1], pathOf([-20, 0], [20, 0])),
    flee: (motion) => motion.flee([0, 0], 50),
    stop: (motion) => motion.stop(1),
  };

  test.each(Object.entries(orders))('%s hands it back', (what, tell) => {
    const crowd = inCrowd();
    run(crowd, 2);
    for (const i of [1, 2]) crowd.setClip(i, 'idle_scratch', { fade: 0.3 });
    run(crowd, 1);
    tell(crowd.mover.motion);
    run(crowd, 2);
    // Who flees a long way off runs.
    const [own, other] = [1, 2].map((i) => crowd.clipOf(i).replace('jog', 'walk'));
    expect(own).toBe(what === 'stop' ? crowd.characters.idleClip(1) : 'walk');
    expect(other).toBe(what === 'flee' ? 'walk' : 'idle_scratch');
  });

  test('a clip that is set on arrival plays until the next order', () => {
    const crowd = inCrowd();
    const { motion } = crowd.mover;
    motion.addEventListener('arrived', ({ character }) =>
      crowd.setClip(character, 'idle_look_around', { fade: 0.3 }),
    );
    motion.goTo(1, [0, 0]);
    run(crowd, 40);
    expect(crowd.clipOf(1)).toBe('idle_look_around');
    motion.goTo(1, [15, 0]);
    run(crowd, 2);
    expect(crowd.clipOf(1)).toBe('walk');
  });

  test('a clip that ends hands itself back; before null or a loop that follows it holds', () => {
    const crowd = inCrowd();
    run(crowd, 2);
    crowd.setClip(1, 'idle_scratch', { loop: 'once' });
    crowd.setClip(2, 'idle_scratch', { loop: 'once', next: null });
    crowd.setClip(3, 'idle_scratch', { loop: 'once', next: 'idle_tired' });
    crowd.setClip(4, 'idle_scratch', { loop: 'once', next: { clip: 'walk', fade: 0.3 } });
    crowd.setClip(5, 'walk_stop', { fade: 0.2 });
    crowd.setClip(6, 'idle_scratch', { loop: 'once', next: { clip: 'idle_shift', loop: 'once' } });
    run(crowd, 0.5);
    expect([1, 2, 3, 4, 5, 6].map((i) => crowd.clipOf(i))).toEqual([
      ...Array.from({ length: 4 }, () => 'idle_scratch'),
      'walk_stop',
      'idle_scratch',
    ]);
    const { infos } = crowd.characters.clips;
    const lengthOf = (clip: string): number => infos.find(({ name }) => name === clip)!.duration;
    run(crowd, lengthOf('idle_scratch') + 0.5);
    expect([1, 2, 3, 4, 5, 6].map((i) => crowd.clipOf(i))).toEqual([
      'walk',
      'idle_scratch',
      'idle_tired',
      'walk',
      'walk',
      'idle_shift',
    ]);
    run(crowd, lengthOf('idle_shift') + 0.5);
    expect([2, 3, 6].map((i) => crowd.clipOf(i))).toEqual(['idle_scratch', 'idle_tired', 'walk']);
  });

  test('before an idle, a clip that ends hands back to those who walk, and those who stand go on with that idle', () => {
    const crowd = inCrowd();
    crowd.mover.motion.stop(1);
    run(crowd, 6);
    for (const i of [1, 2]) crowd.setClip(i, 'idle_scratch', { loop: 'once', next: 'idle' });
    run(crowd, 12);
    expect([crowd.clipOf(1), crowd.clipOf(2)]).toEqual(['idle', 'walk']);
  });
});
