import { describe, expect, test } from 'vitest';
import { CrowdError } from '../../../../src/errors/index.js';
import { CharacterRows } from '../../../../src/render/characters/character-rows.js';
import { sampleCharacter } from '../../../support/render/sample-characters.js';

const characters = (count: number) => Array.from({ length: count }, (_, index) => sampleCharacter(index));

test('indices stay, and are given out again, lowest first', () => {
  const rows = new CharacterRows();
  expect(rows.add(characters(4))).toEqual([0, 1, 2, 3]);
  rows.remove(2);
  rows.remove(0);
  expect([rows.size, rows.rows]).toEqual([2, 4]);
  expect(rows.add(characters(3))).toEqual([0, 2, 4]);
  expect([rows.size, rows.rows]).toEqual([5, 5]);
  expect(rows.get(2).index).toBe(1);
});

describe('a selection', () => {
  const rows = new CharacterRows();
  rows.add(characters(4));
  rows.remove(1);

  test.each([
    ['all', [0, 2, 3]],
    [3, [3]],
    [
      [3, 0, 3],
      [3, 0],
    ],
    [[], []],
  ] as const)('%j is %j', (who, indices) => expect(rows.resolve(who)).toEqual(indices));

  test.each([
    [4, "There is no character 4: the crowd's are numbered 0 to 3."],
    [-1, 'There is no character -1'],
    [0.5, 'There is no character 0.5'],
    [Number.NaN, 'There is no character NaN'],
    [1, 'Character 1 was removed.'],
    [[0, 9], 'There is no character 9'],
    ['everyone', '"everyone" selects no characters'],
    [undefined, '"undefined" selects no characters'],
  ])('%j selects no characters', (who, message) => {
    expect(() => rows.resolve(who as number)).toThrow(CrowdError);
    expect(() => rows.resolve(who as number)).toThrow(message);
  });
});
