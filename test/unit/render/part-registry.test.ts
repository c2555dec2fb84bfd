import { describe, expect, test } from 'vitest';
import { CrowdError, UnknownPartError } from '../../../src/errors/index.js';
import { CharacterTable } from '../../../src/render/characters/character-table.js';
import { type PartNames, PartRegistry } from '../../../src/render/characters/part-registry.js';
import { sampleParts } from '../../support/render/sample-characters.js';

const OUTFIT: PartNames = { body_id: 'robe_1', face_id: 'face_1', hair_id: 'hair_1' };
const who = (k: number): number => k;

function wear(wardrobe: PartRegistry, table: CharacterTable, outfits: readonly PartNames[]): void {
  wardrobe.number(outfits, who).forEach((numbers, i) => {
    if (!table.isFree(i)) {
      wardrobe.removeUse([table.part(i, 0), table.part(i, 1), table.part(i, 2)]);
    }
    table.setParts(i, ...numbers);
    wardrobe.addUse(numbers);
  });
}

test('a part becomes one list for each tint, and shared parts are worn by everybody', () => {
  const wardrobe = new PartRegistry(sampleParts(), ['hands']);
  const table = new CharacterTable(3);
  wear(wardrobe, table, [OUTFIT, OUTFIT, { ...OUTFIT, hair_id: 'robe_1' }]);
  const { parts: lists, shared } = wardrobe.allocate(table);
  expect(lists.map(({ part, tint }) => `${part.name} ${tint}`)).toEqual([
    'hands skin',
    'robe_1 garment',
    'face_1 skin',
    'hair_1 hair',
    'robe_1 hair',
  ]);
  expect(shared).toEqual([0]);
  expect(wardrobe.partsInUse).toBe(5);
  // One triangle for robe_1, four for face_1, five for hair_1, seven for the hands.
  expect(wardrobe.triangles).toBe(3 * 7 + 3 * 1 + 3 * 4 + 2 * 5 + 1 * 1);
});

test('a drawing has room for a few more, never for more than there are rows', () => {
  const wardrobe = new PartRegistry(sampleParts(), []);
  const table = new CharacterTable(100);
  wear(wardrobe, table, [
    ...Array.from({ length: 20 }, () => OUTFIT),
    ...Array.from({ length: 80 }, () => ({ ...OUTFIT, body_id: 'robe_2' })),
  ]);
  expect(wardrobe.needsAllocation).toBe(true);
  expect(wardrobe.allocate(table).parts.map(({ capacity: count }) => count)).toEqual([29, 100, 100, 100]);
  expect(wardrobe.needsAllocation).toBe(false);
  const change = (count: number) =>
    Array.from({ length: 100 }, (_, i) => ({ ...OUTFIT, body_id: i < count ? 'robe_1' : 'robe_2' }));
  wear(wardrobe, table, change(29));
  expect(wardrobe.needsAllocation).toBe(false);
  wear(wardrobe, table, change(30));
  expect(wardrobe.needsAllocation).toBe(true);
  expect(wardrobe.allocate(table).parts[0].capacity).toBe(42);
});

test('parts that nobody wears any more are dropped, and rows renumbered', () => {
  const wardrobe = new PartRegistry(sampleParts(), ['hands']);
  const table = new CharacterTable(3);
  wear(wardrobe, table, [OUTFIT, { ...OUTFIT, body_id: 'robe_2' }]);
  wardrobe.allocate(table);
  wear(wardrobe, table, [
    { ...OUTFIT, body_id: 'robe_3', hair_id: 'hat_1' },
    { ...OUTFIT, body_id: 'robe_2' },
  ]);
  const { parts: lists } = wardrobe.allocate(table);
  const names = (i: number) => [0, 1, 2].map((slot) => lists[table.part(i, slot)].part.name);
  expect(names(0)).toEqual(['robe_3', 'face_1', 'hat_1']);
  expect(names(1)).toEqual(['robe_2', 'face_1', 'hair_1']);
  expect(lists.map(({ part }) => part.name)).not.toContain('robe_1');
  expect(table.isFree(2)).toBe(true);
  const [[body]] = wardrobe.number([OUTFIT], who);
  expect(wardrobe.part(body).part.name).toBe('robe_1');
  expect(wardrobe.number([{ ...OUTFIT, body_id: 'robe_2' }], who)[0][0]).toBe(table.part(1, 0));
});

describe('a name that is no part', () => {
  const wardrobe = new PartRegistry(sampleParts(), []);

  test('is an error that knows the nearest, and opens nothing', () => {
    const outfits = [
      { ...OUTFIT, body_id: 'robe_2' },
      { ...OUTFIT, hair_id: 'hiar_1' },
    ];
    const error = catchError(() => wardrobe.number(outfits, (k) => 17 + k));
    expect(error).toBeInstanceOf(UnknownPartError);
    expect(error).toMatchObject({ part: 'hiar_1', character: 18 });
    expect((error as Error).message).toBe(
      'Character 18 names hair "hiar_1", which is not a node of skeleton_glb (did you mean "hair_1"?).',
    );
    expect(wardrobe.allocate(new CharacterTable(0)).parts).toEqual([]);
  });

  test('is an error among shared parts too', () => {
    expect(() => new PartRegistry(sampleParts(), ['hand'])).toThrow(
      'The crowd names the shared part "hand", which is not a node of skeleton_glb (did you mean "hands"?).',
    );
  });
});

test('rows can tell 1,023 parts apart', () => {
  const names = Array.from({ length: 1025 }, (_, k) => `part_${k}`);
  const wardrobe = new PartRegistry(sampleParts(names), []);
  const outfits = names.map((name) => ({ body_id: name, face_id: 'part_0', hair_id: 'part_0' }));
  expect(wardrobe.number(outfits.slice(0, 1021), who)[1020][0]).toBeLessThan(1023);
  expect(() => wardrobe.number(outfits.slice(1021), who)).toThrow(CrowdError);
  expect(() => wardrobe.number(outfits.slice(1021), who)).toThrow('would wear 1027 different parts');
});

function catchError(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  throw new Error('It did not throw.');
}
