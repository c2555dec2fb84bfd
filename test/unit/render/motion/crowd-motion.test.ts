import type { BoundaryShape } from 'three-crowd/protocol';
import { describe, expect, test, vi } from 'vitest';
import { type WalkingCharacters, walkingCharacters } from '../../../support/render/walking-characters.js';
import { SHAPE_FIELDS } from '../../../support/sample-recipe.js';

function run(crowd: WalkingCharacters, seconds: number): void {
  for (let frame = 0; frame < 20 * seconds; frame++) crowd.advance(1 / 20);
}

describe('what makes no sense is refused', () => {
  const bad: [string, (crowd: WalkingCharacters) => void, RegExp][] = [
    ['goTo', ({ mover }) => mover.motion.goTo(3, [Number.NaN, 0]), /goTo was given the point \[NaN, 0\]/],
    [
      'goTo by a way',
      ({ mover }) => mover.motion.goTo(3, [Number.NaN, 0], { findPath: () => undefined }),
      /goTo was given the point \[NaN, 0\]/,
    ],
    ['follow', ({ mover }) => mover.motion.follow(3, [[0, 0]]), /a path of 1 point/],
    ['march', ({ mover }) => mover.motion.march([3], [[0, 0]]), /a path of 1 point/],
  ];

  test.each(bad)('%s: whoever is moved by hand stays so', (_what, tell, message) => {
    const crowd = walkingCharacters({ ...SHAPE_FIELDS.circle, size: 8 });
    const { characters, mover } = crowd;
    run(crowd, 1);
    characters.setTransform(3, { x: 2, z: 1, heading: 0 });
    mover.place(3);
    expect(() => tell(crowd)).toThrow(message);
    run(crowd, 2);
    expect([characters.table.x(3), characters.table.z(3)]).toEqual([2, 1]);
  });

  test('setPositions: a number of somebody who is there, and none of somebody who is not', () => {
    const crowd = walkingCharacters({ ...SHAPE_FIELDS.circle, size: 8 });
    const positions = new Float32Array(24);
    positions[3 * 5 + 1] = Number.NaN;
    expect(() => crowd.mover.motion.setPositions(positions)).toThrow(/0, NaN, 0 for character 5/);
    crowd.characters.remove(5);
    crowd.mover.remove([5]);
    crowd.mover.motion.setPositions(positions);
  });
});

describe('goals outside of the boundary, which nobody leaves', () => {
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
      ({ mover }) => mover.motion.goTo('all', [0, 26], { leaves: true }),
      /1\.0 m outside .*z from -25 to 25/,
    ],
    [
      'follow',
      'road',
      ({ mover }) =>
        mover.motion.follow(3, [
          [0, 0],
          [9, 0],
        ]),
      /follow .*\[9, 0\].* 3\.0 m .*x from -6 to 6/,
    ],
    [
      'march',
      'donut',
      ({ mover }) =>
        mover.motion.march(
          [3, 4],
          [
            [12, 0],
            [0, 8],
          ],
        ),
      /march .*\[0, 8\].* 2\.0 m .*ring from radius 10 to 25/,
    ],
    [
      'a spline',
      'spline',
      ({ mover }) => mover.motion.goTo(3, [40, 18]),
      /\[40, 18\].* 14\.0 m .*4 to either side of a path/,
    ],
  ];

  test.each(told)(
    '%s: one warning says which point, which boundary, and what to do',
    (_what, shape, tell, message) => {
      const onWarning = vi.fn();
      const crowd = walkingCharacters({ ...SHAPE_FIELDS[shape], size: 8 }, { onWarning });
      tell(crowd);
      tell(crowd);
      expect(onWarning).toHaveBeenCalledOnce();
      expect(onWarning).toHaveBeenCalledWith(expect.stringMatching(message));
    },
  );

  test('what can be reached is sent without a word', () => {
    const onWarning = vi.fn();
    const { mover } = walkingCharacters({ ...SHAPE_FIELDS.circle, size: 8 }, { onWarning });
    mover.motion.goTo(3, [25.2, 0]);
    mover.motion.goTo('all', [28, 0], { within: 4 });
    mover.motion.march(
      [1, 2],
      [
        [0, 0],
        [20, 0],
      ],
    );
    expect(onWarning).not.toHaveBeenCalled();
  });
});
