import { describe, expect, test } from 'vitest';
import { CrowdError } from '../../../../src/errors/index.js';
import { CharacterTable } from '../../../../src/render/characters/character-table.js';
import { type PartNames, PartRegistry } from '../../../../src/render/characters/part-registry.js';
import { errorOf } from '../../../support/error-of.js';
import { sampleParts } from '../../../support/render/sample-characters.js';

const NAMES: PartNames = { body_id: 'robe_1', face_id: 'face_1', hair_id: 'hair_1' };
const who = (k: number): number => k;

function wear(registry: PartRegistry, table: CharacterTable, names: readonly PartNames[]): void {
  registry.number(names, who).forEach((numbers, i) => {
    if (!table.isFree(i)) {
      registry.removeUse([table.part(i, 0), table.part(i, 1), table.part(i, 2)]);
    }
    table.setParts(i, ...numbers);
    registry.addUse(numbers);
  });
}

test('a part becomes one list for each tint, and shared parts are worn by everybody', () => {
  const registry = new PartRegistry(sampleParts(), ['hands']);
  const table = new CharacterTable(3);
  wear(registry, table, [NAMES, NAMES, { ...NAMES, hair_id: 'robe_1' }]);
  const { parts, shared } = registry.allocate(table);
  expect(parts.map(({ part, tint }) => `${part.name} ${tint}`)).toEqual([
    'hands skin',
    'robe_1 garment',
    'face_1 skin',
    'hair_1 hair',
    'robe_1 hair',
  ]);
  expect(shared).toEqual([0]);
  expect(registry.partsInUse).toBe(5);
  // One triangle for robe_1, four for face_1, five for hair_1, seven for the hands.
  expect(registry.triangles).toBe(3 * 7 + 3 * 1 + 3 * 4 + 2 * 5 + 1 * 1);
});

test('a drawing has room for a few more, never for more than there are rows', () => {
  const registry = new PartRegistry(sampleParts(), []);
  const table = new CharacterTable(100);
  wear(registry, table, [
    ...Array.from({ length: 20 }, () => NAMES),
    ...Array.from({ length: 80 }, () => ({ ...NAMES, body_id: 'robe_2' })),
  ]);
  expect(registry.needsAllocation).toBe(true);
  expect(registry.allocate(table).parts.map(({ capacity: count }) => count)).toEqual([29, 100, 100, 100]);
  expect(registry.needsAllocation).toBe(false);
  const change = (count: number) =>
    Array.from({ length: 100 }, (_, i) => ({ ...NAMES, body_id: i < count ? 'robe_1' : 'robe_2' }));
  wear(registry, table, change(29));
  expect(registry.needsAllocation).toBe(false);
  wear(registry, table, change(30));
  expect(registry.needsAllocation).toBe(true);
  expect(registry.allocate(table).parts[0].capacity).toBe(42);
});

test('unused parts are dropped, and rows renumbered', () => {
  const registry = new PartRegistry(sampleParts(), ['hands']);
  const table = new CharacterTable(3);
  wear(registry, table, [NAMES, { ...NAMES, body_id: 'robe_2' }]);
  registry.allocate(table);
  wear(registry, table, [
    { ...NAMES, body_id: 'robe_3', hair_id: 'hat_1' },
    { ...NAMES, body_id: 'robe_2' },
  ]);
  const { parts } = registry.allocate(table);
  const names = (i: number) => [0, 1, 2].map((slot) => parts[table.part(i, slot)].part.name);
  expect(names(0)).toEqual(['robe_3', 'face_1', 'hat_1']);
  expect(names(1)).toEqual(['robe_2', 'face_1', 'hair_1']);
  expect(parts.map(({ part }) => part.name)).not.toContain('robe_1');
  expect(table.isFree(2)).toBe(true);
  const [[body]] = registry.number([NAMES], who);
  expect(registry.part(body).part.name).toBe('robe_1');
  expect(registry.number([{ ...NAMES, body_id: 'robe_2' }], who)[0][0]).toBe(table.part(1, 0));
});

describe('a name that is no part', () => {
  const registry = new PartRegistry(sampleParts(), []);

  test('is an error that names the nearest part, and adds nothing', async () => {
    const names = [
      { ...NAMES, body_id: 'robe_2' },
      { ...NAMES, hair_id: 'hiar_1' },
    ];
    const error = await errorOf(() => registry.number(names, (k) => 17 + k), 'UnknownPartError');
    expect(error).toMatchObject({ part: 'hiar_1', character: 18 });
    expect(error.message).toBe(
      'Character 18 names hair "hiar_1", which is not a node of skeleton_glb (did you mean "hair_1"?).',
    );
    expect(registry.allocate(new CharacterTable(0)).parts).toEqual([]);
  });

  test('is an error among shared parts too', () => {
    expect(() => new PartRegistry(sampleParts(), ['hand'])).toThrow(
      'The crowd names the shared part "hand", which is not a node of skeleton_glb (did you mean "hands"?).',
    );
  });
});

test('rows can tell 1,023 parts apart', () => {
  const available = Array.from({ length: 1025 }, (_, k) => `part_${k}`);
  const registry = new PartRegistry(sampleParts(available), []);
  const names = available.map((name) => ({ body_id: name, face_id: 'part_0', hair_id: 'part_0' }));
  expect(registry.number(names.slice(0, 1021), who)[1020][0]).toBeLessThan(1023);
  expect(() => registry.number(names.slice(1021), who)).toThrow(CrowdError);
  expect(() => registry.number(names.slice(1021), who)).toThrow('would wear 1027 different parts');
});

test('a character without a face is in no list of faces, and adds no triangles', () => {
  const registry = new PartRegistry(sampleParts(), ['hands']);
  const table = new CharacterTable(2);
  wear(registry, table, [NAMES, { body_id: 'robe_1', face_id: '', hair_id: '' }]);
  expect(registry.names(table.parts(1))).toEqual(['robe_1', '', '']);
  expect(registry.worn(table.parts(1)).map(({ part }) => part.name)).toEqual(['robe_1', 'hands']);
  // One triangle for robe_1, four for face_1, five for hair_1, seven for the hands.
  expect(registry.triangles).toBe(2 * 7 + 2 * 1 + 4 + 5);
  wear(registry, table, [
    { ...NAMES, face_id: '' },
    { body_id: '', face_id: '', hair_id: '' },
  ]);
  expect(registry.allocate(table).parts.map(({ part }) => part.name)).toEqual(['hands', 'robe_1', 'hair_1']);
  expect(registry.names(table.parts(0))).toEqual(['robe_1', '', 'hair_1']);
  table.setHidden(1, true);
  expect(table.isFree(1), 'hidden without parts is not free').toBe(false);
});
