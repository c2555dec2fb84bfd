import { Color } from 'three';
import { describe, expect, test } from 'vitest';
import {
  CrowdError,
  InvalidResponseError,
  UnknownClipError,
  UnknownPartError,
} from '../../../src/errors/index.js';
import { ROW_WORDS } from '../../../src/render/characters/character-table.js';
import type { Characters } from '../../../src/render/characters/characters.js';
import { sampleCharacter, sampleMembers } from '../../support/render/sample-characters.js';

function words(members: Characters): Uint32Array {
  return members.table.words.slice(0, members.table.count * ROW_WORDS);
}

test('a character is read back as it was given', () => {
  const members = sampleMembers(3, () => ({ scale: 1.25, hair_id: 'hat_1' }));
  expect(members.get(2, 0)).toEqual({
    index: 2,
    x: 2,
    y: expect.closeTo(0.2, 6),
    z: -2,
    heading: expect.closeTo(0.5, 4),
    scale: 1.25,
    isVisible: true,
    clip: 'walk',
    repeats: true,
    phase: expect.closeTo(0.25, 5),
    speed: 1,
    weight: 1,
    colors: { garment: expect.anything(), skin: expect.anything(), hair: expect.anything() },
    parts: { body: 'robe_1', face: 'face_1', hair: 'hat_1' },
  });
  const { colors } = members.get(2, 0);
  expect(colors.skin.getHexString()).toBe('e0b08a');
  expect(colors.hair.getHexString()).toBe('2a2018');
  const { r, g, b } = new Color().setHSL(0.6, 0.5, 0.4);
  expect(colors.garment).toMatchObject({
    r: expect.closeTo(r, 2),
    g: expect.closeTo(g, 2),
    b: expect.closeTo(b, 2),
  });
});

test('what is set is read back, and what is left out stays', () => {
  const members = sampleMembers(3);
  members.setTransform(1, { x: -4, heading: -2 });
  members.setColors(1, { hair: '#ff0000' });
  members.setParts(1, { body: 'robe_2' });
  members.setVisible(1, false);
  const state = members.get(1, 0);
  expect(state).toMatchObject({ x: -4, z: -1, heading: expect.closeTo(-2, 4), scale: 1, isVisible: false });
  expect(state.parts).toEqual({ body: 'robe_2', face: 'face_1', hair: 'hair_1' });
  expect(state.colors.hair.getHexString()).toBe('ff0000');
  expect(state.colors.skin.getHexString()).toBe('e0b08a');
  members.setVisible('all', true);
  expect(members.get(1, 0).isVisible).toBe(true);
});

test('only rows that were touched have changed', () => {
  const members = sampleMembers(300);
  members.table.changes.take();
  members.setTransform(20, { x: 1 });
  members.setClip([200, 100], 'idle', {}, 0);
  members.setColors(299, { skin: 0xffffff });
  expect(members.table.changes.take().map(({ first, count }) => [first, count])).toEqual([
    [20, 1],
    [100, 1],
    [200, 1],
    [299, 1],
  ]);
  members.advance(0.1);
  expect(members.table.changes.take()).toEqual([]);
});

describe('adding and removing', () => {
  test('doubles the rows when they run out, and uses free ones first', () => {
    const members = sampleMembers(10);
    members.remove([3, 4]);
    expect(members.size).toBe(8);
    expect(members.add([sampleCharacter(50), sampleCharacter(51)], 7)).toEqual([3, 4]);
    expect(members.table.count).toBe(10);
    expect(members.get(3, 7)).toMatchObject({ x: 50, phase: expect.closeTo(0.25, 5) });
    expect(members.add([sampleCharacter(52)], 7)).toEqual([10]);
    expect([members.size, members.table.count]).toEqual([11, 20]);
    const many = Array.from({ length: 100 }, (_, k) => sampleCharacter(60 + k));
    expect(members.add(many, 8)).toEqual(Array.from({ length: 100 }, (_, k) => 11 + k));
    expect([members.size, members.table.count]).toEqual([111, 111]);
    expect(members.get(5, 8)).toMatchObject({ x: 5, clip: 'walk' });
    expect(members.indices('all')).toHaveLength(111);
  });

  test('counts what is worn', () => {
    const members = sampleMembers(4);
    expect(members.parts.partsInUse).toBe(4);
    members.setParts(0, { hair: 'hat_1' });
    expect(members.parts.partsInUse).toBe(5);
    members.remove(0);
    expect(members.parts.partsInUse).toBe(4);
    members.remove('all');
    expect([members.size, members.parts.partsInUse, members.parts.triangles]).toEqual([0, 0, 0]);
  });
});

describe('what is wrong changes nothing', () => {
  test.each<[string, (members: Characters) => unknown, new (...args: never[]) => Error]>([
    ['an unknown index among others', (m) => m.setClip([0, 1, 77], 'idle', {}, 0), CrowdError],
    ['an unknown clip', (m) => m.setClip('all', 'idel', {}, 0), UnknownClipError],
    [
      'an unknown clip to follow',
      (m) => m.setClip('all', 'walk_stop', { next: 'idel' }, 0),
      UnknownClipError,
    ],
    ['a speed below 0', (m) => m.setSpeed('all', -1, 0), CrowdError],
    ['a place that is not finite', (m) => m.setTransform(0, { x: 1, z: Number.NaN }), CrowdError],
    ['a scale of 0', (m) => m.setTransform(0, { x: 1, scale: 0 }), CrowdError],
    ['a colour that is none', (m) => m.setColors('all', { garment: '#fff', hair: 'red-ish' }), CrowdError],
    ['a part that is none', (m) => m.setParts([0, 1], { body: 'robe_2', hair: 'hiar_1' }), UnknownPartError],
    ['a part on nobody', (m) => m.setParts([0, 9], { body: 'robe_2' }), CrowdError],
    ['visibility of nobody', (m) => m.setVisible([0, 9], false), CrowdError],
    ['one of many to remove', (m) => m.remove([0, 9]), CrowdError],
    [
      'one of many to add that wears what is not there',
      (m) => m.add([sampleCharacter(5), sampleCharacter(6, { body_id: 'robe' })], 0),
      UnknownPartError,
    ],
    [
      'one of many to add with a colour that is none',
      (m) => m.add([sampleCharacter(5), sampleCharacter(6, { skin_hex: 'pale' })], 0),
      InvalidResponseError,
    ],
    [
      'one of many to add that stands nowhere',
      (m) => m.add([sampleCharacter(5), sampleCharacter(6, { x: Number.NaN })], 0),
      CrowdError,
    ],
    [
      'one of many to add that plays what is not there',
      (m) => m.add([sampleCharacter(5), sampleCharacter(6, { anim_clip: 'idle', idle_variant: 3 })], 0),
      UnknownClipError,
    ],
  ])('%s', (_name, action, type) => {
    const members = sampleMembers(4);
    const before = words(members);
    members.table.changes.take();
    const { partsInUse, triangles } = members.parts;
    expect(() => action(members)).toThrow(type);
    expect(words(members)).toEqual(before);
    expect(members.table.changes.take()).toEqual([]);
    expect([members.size, members.parts.partsInUse, members.parts.triangles]).toEqual([
      4,
      partsInUse,
      triangles,
    ]);
  });
});

test('a character that was removed is not there any more', () => {
  const members = sampleMembers(2);
  members.remove(1);
  expect(() => members.get(1, 0)).toThrow('Character 1 was removed.');
  expect(() => members.setTransform(1, { x: 0 })).toThrow('Character 1 was removed.');
});
