import { expect, test } from 'vitest';
import { parseHexColor } from '../../../src/protocol/index.js';

test.each([
  ['#c08a4a', 0xc08a4a],
  ['c08a4a', 0xc08a4a],
  ['0xC08A4A', 0xc08a4a],
  [' #000000 ', 0],
  ['#fff', 0xffffff],
  ['1a2', 0x11aa22],
  ['', undefined],
  ['#', undefined],
  ['#12', undefined],
  ['#1234', undefined],
  ['#12345', undefined],
  ['#1234567', undefined],
  ['#gggggg', undefined],
  ['##ffffff', undefined],
  ['red', undefined],
  ['rgb(1, 2, 3)', undefined],
])('%j', (text, color) => expect(parseHexColor(text)).toBe(color));
