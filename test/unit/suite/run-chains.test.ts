import { describe, expect, test } from 'vitest';
import { ensureBrowser } from '../../support/suite/ensure-browser.js';
import { runChains } from '../../support/suite/run-chains.js';
import { readFailure, readTally, writeFailure } from '../../support/suite/tally.js';

const TITLE = 'a group > costs 1.5 (or more): [now]';
const failure = (file: string, title = TITLE): string =>
  writeFailure({ file, title, reason: 'expected 1\nto be 2' });

/** A fake of npm: outputs by script, first of the whole script, then of each test alone. */
function fakeScripts(outputs: Readonly<Record<string, readonly string[]>>) {
  const left = new Map(Object.entries(outputs).map(([script, texts]) => [script, [...texts]]));
  const called: string[] = [];
  const run = async (script: string, args: readonly string[] = []) => {
    called.push([script, ...args].join(' '));
    const text = left.get(script)?.shift() ?? '0 passed, 0 failed';
    return { code: /[1-9]\d* failed$/.test(text) ? 1 : 0, text };
  };
  return { run, called };
}

const failing = (passed: number, ...files: string[]): string =>
  [...files.map((file) => failure(file)), `${passed} passed, ${files.length} failed`].join('\n');

describe('a failed test runs once more, alone', () => {
  test('it is flaky if it passes then, and the run passes', async () => {
    const { run, called } = fakeScripts({ unit: [failing(9, 'test/a.test.ts'), '1 passed, 0 failed'] });
    expect(await runChains([['unit']], run)).toEqual([
      `flaky: test/a.test.ts > ${TITLE}`,
      '10 passed, 0 failed',
    ]);
    expect(called.length).toBe(2);
    expect(called[1]).toMatch(/^unit test\/a\.test\.ts --testNamePattern /);
  });

  test.each(['0 passed, 1 failed', '0 passed, 0 failed'])(
    'it is failed if the second run says: %s',
    async (second) => {
      const { run } = fakeScripts({ unit: [failing(9, 'test/a.test.ts'), second] });
      expect(await runChains([['unit']], run)).toEqual([failure('test/a.test.ts'), '9 passed, 1 failed']);
    },
  );

  test.each([
    [3, '3 passed, 0 failed'],
    [4, '4 passed, 1 failed'],
  ])('%i flaky tests end as: %s', async (count, tally) => {
    const files = Array.from({ length: count }, (_, k) => `test/${k}.test.ts`);
    const { run } = fakeScripts({ unit: [failing(0, ...files), ...files.map(() => '1 passed, 0 failed')] });
    const lines = await runChains([['unit']], run);
    expect(lines.filter((line) => line.startsWith('flaky: ')).length).toBe(count);
    expect(lines.at(-1)).toBe(tally);
  });

  test('more than ten failures are not run again', async () => {
    const files = Array.from({ length: 11 }, (_, k) => `test/${k}.test.ts`);
    const { run, called } = fakeScripts({ unit: [failing(5, ...files)] });
    expect((await runChains([['unit']], run)).at(-1)).toBe('5 passed, 11 failed');
    expect(called).toEqual(['unit']);
  });

  test('its name is a pattern that matches it in the form of Vitest, and no other', () => {
    const [file, , pattern] = readFailure(failure('test/a.test.ts'))?.args ?? [];
    expect(file).toBe('test/a.test.ts');
    expect('a group costs 1.5 (or more): [now]').toMatch(new RegExp(pattern));
    expect('a group costs 1x5 (or more): [now]').not.toMatch(new RegExp(pattern));
    expect('a group costs 1.5 (or more): [now] again').not.toMatch(new RegExp(pattern));
  });

  test('a file that cannot be loaded runs again as a whole', () => {
    const line = writeFailure({ file: 'test/a.test.ts', reason: 'no such module' });
    expect(readFailure(line)).toEqual({ name: 'test/a.test.ts', args: ['test/a.test.ts'] });
  });
});

describe('chains of scripts', () => {
  test('a failed build ends its chain, is not run again and counts as one failure', async () => {
    const run = async (script: string) => ({ code: script === 'build' ? 2 : 0, text: '5 passed, 0 failed' });
    const lines = await runChains([['build', 'built'], ['unit']], run);
    expect(lines).toEqual(['failed: npm run build', '10 passed, 1 failed']);
  });

  test('the last tally of an output counts', () => {
    const text = '1 passed, 2 failed\nfailed: a\n7 passed, 1 failed\n';
    expect(readTally('unit', 1, text)).toEqual({ passed: 7, failed: 1, failures: ['failed: a'] });
  });
});

describe('a browser', () => {
  const NONE = new Error('No browser found.');
  /** A machine on which the installer with this number works. */
  function machine(works: number) {
    const commands: string[] = [];
    let hasBrowser = works < 0;
    const install = (): void =>
      ensureBrowser(
        () => {
          if (!hasBrowser) throw NONE;
        },
        ([command]) => {
          commands.push(command);
          if (command !== `installer ${works}`) throw new Error(`${command} failed`);
          hasBrowser = true;
        },
        [[['installer 0'], ['never']], [['installer 1']]],
      );
    return { commands, install };
  }

  test.each([
    [-1, []],
    [1, ['installer 0', 'installer 1']],
  ])('is found, or installed by the first installer that works (%i)', (works, expected) => {
    const { commands, install } = machine(works);
    install();
    expect(commands).toEqual(expected);
  });

  test('that cannot be installed is an error which says what to do', () => {
    expect(machine(5).install).toThrow(NONE);
  });
});
