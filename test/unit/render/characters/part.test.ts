import { BoxGeometry, MeshBasicMaterial, SkinnedMesh } from 'three';
import { expect, test } from 'vitest';
import { materialIndexAt, type Part } from '../../../../src/render/characters/part.js';
import { surfacesOf } from '../../../../src/render/drawing/surfaces.js';

// A box of three is six groups of two triangles.
const geometry = new BoxGeometry();
const materials = Array.from({ length: 6 }, () => new MeshBasicMaterial());
const box: Part = { name: 'box', geometry, material: materials[0], mesh: new SkinnedMesh(), tintMask: false };

test('a part has the material of the group that a triangle is in', () => {
  expect(geometry.groups).toHaveLength(6);
  const found = Array.from({ length: 12 }, (_, triangle) =>
    materialIndexAt({ ...box, materials }, triangle * 3),
  );
  expect(found).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
  expect(materialIndexAt(box, 33)).toBe(0);
});

test('each material is a surface on its run of corners; one alone is on all of them', () => {
  expect(surfacesOf(box)).toEqual([{ part: box, start: 0, count: Number.POSITIVE_INFINITY }]);
  const surfaces = surfacesOf({ ...box, materials });
  expect(surfaces.map(({ start, count }) => [start, count])).toEqual(
    [0, 1, 2, 3, 4, 5].map((k) => [k * 6, 6]),
  );
  expect(surfaces.map(({ part }) => part.material)).toEqual(materials);
  expect(surfaces[3].part.materials).toBeUndefined();
});
