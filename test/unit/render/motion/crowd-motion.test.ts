import { describe, expect, test } from 'vitest';
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
