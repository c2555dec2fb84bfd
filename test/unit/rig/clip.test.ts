import { expect, test } from 'vitest';
import { clipLoops } from '../../../src/rig/index.js';

test.each([
  ['idle', undefined, true],
  ['walk_stop', undefined, false],
  ['walk_stop', true, true],
  ['idle', false, false],
  ['idle', 'no', true],
])('%s with extras.loop %s: %s', (name, said, loops) => {
  expect(clipLoops(name, said)).toBe(loops);
});
