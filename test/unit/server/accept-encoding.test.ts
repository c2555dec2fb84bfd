import { expect, test } from 'vitest';
import { chooseEncoding } from '../../../src/server/content/accept-encoding.js';

test.each([
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['gzip', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['GZIP;q=1.0, br;q=0', 'gzip'],
  ['gzip;q=0, br;q=0', undefined],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['br;q=nonsense, gzip', 'gzip'],
])('%s chooses %s', (header, encoding) => expect(chooseEncoding(header)).toBe(encoding));
