import { expect, test } from 'vitest';
import { closestName } from '../../../src/math/closest-name.js';

const NAMES = ['idle', 'walk', 'jog', 'walk_stop', 'robe_3'];

test.each([
  ['wlak', 'walk'],
  ['walks', 'walk'],
  ['wak', 'walk'],
  ['jig', 'jog'],
  ['walk_stpo', 'walk_stop'],
  ['wlk_stp', 'walk_stop'],
  ['robe_03', 'robe_3'],
])('%s may have meant %s', (name, closest) => expect(closestName(name, NAMES)).toBe(closest));

test.each(['run', 'w', '', 'somersault', 'klaw'])('"%s" is like none of them', (name) => {
  expect(closestName(name, NAMES)).toBeUndefined();
});
