import { Color } from 'three';
import { describe, expect, test } from 'vitest';
import {
  CrowdError,
  InvalidResponseError,
  UnknownClipError,
  UnknownPartError,
} from '../../../../src/errors/index.js';
import type { Characters } from '../../../../src/render/characters/characters.js';
import { ROW_WORDS } from '../../../../src/render/characters/row-table.js';
import { sampleCharacter, sampleCharacters } from '../../../support/render/sample-characters.js';

function words(characters: Characters): Uint32Array {
  return characters.table.words.slice(0, characters.table.count * ROW_WORDS);
}

test('a texture cell is kept by whatever else changes, and everybody begins with the first', () => {
  const characters = sampleCharacters(3);
  const before = characters.get(1, 0);
  expect(before.textureCell).toBe(0);
  for (const cell of [255, 128, 1]) {
    characters.setTextureCell(1, cell);
    expect(characters.get(1, 0)).toEqual({ ...before, textureCell: cell });
    characters.setClip(1, 'walk', { fade: 1 }, 0);
    characters.setPlaybackSpeed(1, 2, 0);
    characters.rebase(10, 5);
    expect(characters.get(1, 5).textureCell).toBe(cell);
    characters.setClip(1, before.clip, {}, 0);
    characters.setPlaybackSpeed(1, before.speed, 0);
  }
  const saved = characters.takeState();
  const other = sampleCharacters(3);
  other.restoreState(saved);
  expect([0, 1, 2].map((i) => other.get(i, 0).textureCell)).toEqual([0, 1, 0]);
  characters.remove(1);
  characters.add([sampleCharacter(9)], 0);
  expect(characters.get(1, 0).textureCell).toBe(0);
  for (const wrong of [-1, 256, 0.5, Number.NaN]) {
    expect(() => characters.setTextureCell(0, wrong)).toThrow(`texture cell is ${wrong}`);
  }
});

test('a row is uploaded again only if its variation changes', () => {
  const characters = sampleCharacters(3);
  characters.setTextureCell(1, 7);
  characters.table.changes.take();
  characters.setVariation(1, {});
  expect(characters.table.changes.take()).toEqual([]);
  characters.setVariation(1, { height: 1.1 });
  expect(characters.table.changes.take()).toHaveLength(1);
  expect(characters.get(1, 0).textureCell).toBe(7);
});

test('opacity is kept to 1/31, with the colours, and never becomes all or nothing by itself', () => {
  const characters = sampleCharacters(3);
  const before = characters.get(1, 0);
  expect(characters.table.usesOpacity).toBe(false);
  for (const opacity of [0.5, 0.001, 0.999, 0, 1]) {
    characters.setOpacity(1, opacity);
    const { opacity: kept, ...others } = characters.get(1, 0);
    expect(Math.abs(kept - opacity)).toBeLessThan(1.1 / 31);
    expect([kept === 0, kept === 1]).toEqual([opacity === 0, opacity === 1]);
    expect(characters.table.isDrawn(1)).toBe(opacity > 0);
    expect({ ...others, opacity: 1 }).toEqual(before);
  }
  expect(characters.table.usesOpacity).toBe(true);
  characters.setOpacity('all', 0.5);
  characters.setColors(1, { garment: '#ff0000' });
  expect(characters.get(1, 0).opacity).toBeCloseTo(0.5, 1);
  characters.remove(1);
  characters.add([sampleCharacter(1)], 0);
  expect(characters.get(1, 0).opacity).toBe(1);
  for (const wrong of [-0.1, 1.1, Number.NaN]) {
    expect(() => characters.setOpacity(0, wrong)).toThrow(`opacity is ${wrong}`);
  }
});

test('a character is read back as it was given', () => {
  const characters = sampleCharacters(3, () => ({ scale: 1.25, hair_id: 'hat_1' }));
  expect(characters.get(2, 0)).toEqual({
    character: 2,
    x: 2,
    y: expect.closeTo(0.2, 6),
    z: -2,
    heading: expect.closeTo(0.5, 4),
    scale: 1.25,
    isVisible: true,
    opacity: 1,
    textureCell: 0,
    clip: 'walk',
    repeats: true,
    phase: expect.closeTo(0.25, 5),
    speed: 1,
    weight: 1,
    colors: { garment: expect.anything(), skin: expect.anything(), hair: expect.anything() },
    parts: { body: 'robe_1', face: 'face_1', hair: 'hat_1' },
  });
  const { colors } = characters.get(2, 0);
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
  const characters = sampleCharacters(3);
  characters.setTransform(1, { x: -4, heading: -2 });
  characters.setColors(1, { hair: '#ff0000' });
  characters.setParts(1, { body: 'robe_2' });
  characters.setVisible(1, false);
  const state = characters.get(1, 0);
  expect(state).toMatchObject({ x: -4, z: -1, heading: expect.closeTo(-2, 4), scale: 1, isVisible: false });
  expect(state.parts).toEqual({ body: 'robe_2', face: 'face_1', hair: 'hair_1' });
  expect(state.colors.hair.getHexString()).toBe('ff0000');
  expect(state.colors.skin.getHexString()).toBe('e0b08a');
  characters.setVisible('all', true);
  expect(characters.get(1, 0).isVisible).toBe(true);
});

test('only rows that were touched have changed', () => {
  const characters = sampleCharacters(300);
  characters.table.changes.take();
  characters.setTransform(20, { x: 1 });
  characters.setClip([200, 100], 'idle', {}, 0);
  characters.setColors(299, { skin: 0xffffff });
  expect(characters.table.changes.take().map(({ first, count }) => [first, count])).toEqual([
    [20, 1],
    [100, 1],
    [200, 1],
    [299, 1],
  ]);
  characters.advance(0.1);
  expect(characters.table.changes.take()).toEqual([]);
});

describe('adding and removing', () => {
  test('doubles the rows when they run out, and uses free ones first', () => {
    const characters = sampleCharacters(10);
    characters.remove([3, 4]);
    expect(characters.size).toBe(8);
    expect(characters.add([sampleCharacter(50), sampleCharacter(51)], 7)).toEqual([3, 4]);
    expect(characters.table.count).toBe(10);
    expect(characters.get(3, 7)).toMatchObject({ x: 50, phase: expect.closeTo(0.25, 5) });
    expect(characters.add([sampleCharacter(52)], 7)).toEqual([10]);
    expect([characters.size, characters.table.count]).toEqual([11, 20]);
    const many = Array.from({ length: 100 }, (_, k) => sampleCharacter(60 + k));
    expect(characters.add(many, 8)).toEqual(Array.from({ length: 100 }, (_, k) => 11 + k));
    expect([characters.size, characters.table.count]).toEqual([111, 111]);
    expect(characters.get(5, 8)).toMatchObject({ x: 5, clip: 'walk' });
    expect(characters.indices('all')).toHaveLength(111);
  });

  test('counts what is worn', () => {
    const characters = sampleCharacters(4);
    expect(characters.parts.partsInUse).toBe(4);
    characters.setParts(0, { hair: 'hat_1' });
    expect(characters.parts.partsInUse).toBe(5);
    characters.remove(0);
    expect(characters.parts.partsInUse).toBe(4);
    characters.remove('all');
    expect([characters.size, characters.parts.partsInUse, characters.parts.triangles]).toEqual([0, 0, 0]);
  });
});

describe('what is wrong changes nothing', () => {
  test.each<[(characters: Characters) => unknown, (new (...args: never[]) => Error) | RegExp]>([
    [(m) => m.setClip([0, 1, 77], 'idle', {}, 0), CrowdError],
    [(m) => m.setClip('all', 'idel', {}, 0), UnknownClipError],
    [(m) => m.setClip('all', 'walk_stop', { next: 'idel' }, 0), UnknownClipError],
    [(m) => m.setPlaybackSpeed('all', -1, 0), CrowdError],
    [(m) => m.setTransform(0, { x: 1, z: Number.NaN }), CrowdError],
    [(m) => m.setTransform(0, { x: 1, scale: 0 }), CrowdError],
    [(m) => m.setColors('all', { garment: '#fff', hair: 'red-ish' }), CrowdError],
    [(m) => m.setColors('all', { garmet: '#fff' } as never), /no "garmet". Did you mean "garment"/],
    [(m) => m.setParts([0, 1], { body: 'robe_2', hair: 'hiar_1' }), UnknownPartError],
    [(m) => m.setParts([0, 9], { body: 'robe_2' }), CrowdError],
    [(m) => m.setVisible([0, 9], false), CrowdError],
    [(m) => m.remove([0, 9]), CrowdError],
    [(m) => m.add([sampleCharacter(5), sampleCharacter(6, { body_id: 'robe' })], 0), UnknownPartError],
    [(m) => m.add([sampleCharacter(5), sampleCharacter(6, { skin_hex: 'pale' })], 0), InvalidResponseError],
    [(m) => m.add([sampleCharacter(5), sampleCharacter(6, { x: Number.NaN })], 0), CrowdError],
  ])('%o', (action, type) => {
    const characters = sampleCharacters(4);
    const before = words(characters);
    characters.table.changes.take();
    const { partsInUse, triangles } = characters.parts;
    expect(() => action(characters)).toThrow(type);
    expect(words(characters)).toEqual(before);
    expect(characters.table.changes.take()).toEqual([]);
    expect([characters.size, characters.parts.partsInUse, characters.parts.triangles]).toEqual([
      4,
      partsInUse,
      triangles,
    ]);
  });
});

test('a character that was removed is not there any more', () => {
  const characters = sampleCharacters(2);
  characters.remove(1);
  expect(() => characters.get(1, 0)).toThrow('Character 1 was removed.');
  expect(() => characters.setTransform(1, { x: 0 })).toThrow('Character 1 was removed.');
});
