import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const SRC = resolve(import.meta.dirname, '../../../src');
/** Only what ECMA-262 defines to the last bit. */
const EXACT = ['LN2', 'PI', 'abs', 'ceil', 'floor', 'imul', 'max', 'min', 'round', 'sqrt', 'trunc'];

const files = [
  ...['generate', 'simulate'].flatMap((folder) =>
    readdirSync(join(SRC, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `${folder}/${name}`),
  ),
  // What they take from the arithmetic below them.
  ...[
    'bounds',
    'catmull-rom',
    'exponential',
    'mulberry32',
    'nearest-on-path',
    'polyline',
    'trigonometry',
  ].map((name) => `math/${name}.ts`),
];

// Engines may round sin, pow and their relatives as they like, and a crowd must be the same in all of them.
describe('arithmetic that every engine does alike', () => {
  test('there are files to check', () => expect(files.length).toBeGreaterThan(70));

  test.each(files)('%s', (file) => {
    const code = readFileSync(join(SRC, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
    const used = [...code.matchAll(/\bMath\.(\w+)/g)].map(([, name]) => name);
    expect(used.filter((name) => !EXACT.includes(name))).toEqual([]);
    expect(code).not.toContain('**');
    expect(code).not.toMatch(/localeCompare|Date|Intl/);
  });
});
