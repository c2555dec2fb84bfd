import { expect, test } from 'vitest';
import { parseByteRange } from '../../../src/server/content/byte-range.js';

// The first six are the examples of RFC 9110, section 14.1.2, for 10,000 bytes.
test.each([
  ['bytes=0-499', 0, 499],
  ['bytes=500-999', 500, 999],
  ['bytes=-500', 9500, 9999],
  ['bytes=9500-', 9500, 9999],
  ['bytes=0-0', 0, 0],
  ['bytes=-1', 9999, 9999],
  ['bytes=0-', 0, 9999],
  ['bytes=9999-20000', 9999, 9999],
  ['bytes=-20000', 0, 9999],
  ['Bytes=1-2', 1, 2],
])('%s is %i to %i', (header, start, end) => expect(parseByteRange(header, 10_000)).toEqual({ start, end }));

test.each([['bytes=10000-'], ['bytes=10000-10001'], ['bytes=-0']])('%s is unsatisfiable', (header) =>
  expect(parseByteRange(header, 10_000)).toBe('unsatisfiable'),
);

test.each([['bytes=-'], ['bytes=5-4'], ['bytes=0-1,5-6'], ['lines=0-1'], ['bytes=a-b'], ['']])(
  '"%s" is ignored',
  (header) => expect(parseByteRange(header, 10_000)).toBeUndefined(),
);

test('an empty body satisfies nothing', () => {
  expect(parseByteRange('bytes=0-', 0)).toBe('unsatisfiable');
  expect(parseByteRange('bytes=-1', 0)).toBe('unsatisfiable');
});
