import { describe, expect, test } from 'vitest';
import { type DeclaredTest, findDailyGaps } from '../../support/suite/daily-gaps.js';

const daily = (file: string, title = 'a test'): DeclaredTest => ({ file, title, isNightly: false });
const nightly = (file: string, title = 'a test'): DeclaredTest => ({ file, title, isNightly: true });

describe('what the daily run leaves out', () => {
  test.each([
    ['nothing', [daily('test/unit/a.test.ts')]],
    ['a part of a file', [daily('test/unit/a.test.ts'), nightly('test/unit/a.test.ts')]],
    ['a page', [nightly('test/e2e/a.test.ts')]],
    [
      'a longer form of a test on the same backend',
      [
        daily('test/browser/pictures.test.ts', 'on webgl'),
        nightly('test/browser/pictures.test.ts', 'on webgl twice'),
      ],
    ],
    [
      'another backend',
      [daily('test/browser/a.test.ts', 'on webgl'), nightly('test/browser/a.test.ts', 'on webgpu')],
    ],
  ])('may be %s', (_name, tests) => {
    expect(findDailyGaps(tests)).toEqual([]);
  });

  test.each(['unit', 'contract', 'contract/outside', 'browser'])('is never a whole file in %s', (folder) => {
    const file = `test/${folder}/a.test.ts`;
    expect(findDailyGaps([nightly(file), daily('test/unit/b.test.ts')])).toEqual([
      `${file} has no test without the tag nightly.`,
    ]);
  });

  test('is never all that a file has of a backend which shows that every backend draws', () => {
    const file = 'test/browser/pictures.test.ts';
    expect(
      findDailyGaps([
        daily(file, 'on webgpu'),
        daily(file, 'webgl: near'),
        nightly(file, 'on webgpu-webgl2'),
        daily('test/browser/control.test.ts', 'on webgpu-webgl2'),
      ]),
    ).toEqual([`${file} tries webgpu-webgl2 only in tests with the tag nightly.`]);
  });
});
