import {
  BufferGeometry,
  Float32BufferAttribute,
  MeshBasicMaterial,
  SkinnedMesh,
  Uint16BufferAttribute,
} from 'three';
import { expect, test } from 'vitest';
import { mulberry32 } from '../../../src/math/index.js';
import type { Part } from '../../../src/render/characters/part.js';
import { createPartGeometry, packSkin } from '../../../src/render/drawing/part-geometry.js';

const VERTICES = 500;

function partOf(geometry: BufferGeometry): Part {
  return {
    name: 'robe',
    geometry,
    material: new MeshBasicMaterial(),
    mesh: new SkinnedMesh(),
    tintMask: false,
  };
}

test.each([1, 2])('weights sum to 1, keep their joints, heaviest first (seed %i)', (seed) => {
  const random = mulberry32(seed);
  const joints = Array.from({ length: VERTICES * 4 }, () => Math.floor(random() * 300));
  const weights = Array.from({ length: VERTICES }, () => {
    const four = [random(), random(), random() * 0.1, random() < 0.5 ? 0 : random() * 0.001];
    const sum = four.reduce((a, b) => a + b);
    return four.map((weight) => weight / sum);
  });
  const geometry = new BufferGeometry();
  geometry.setAttribute('skinIndex', new Uint16BufferAttribute(joints, 4));
  geometry.setAttribute('skinWeight', new Float32BufferAttribute(weights.flat(), 4));
  const words = packSkin(partOf(geometry));
  const halves = new Uint16Array(words.buffer);
  for (let v = 0; v < VERTICES; v++) {
    const packedJoints = [...halves.subarray(v * 8, v * 8 + 4)];
    const packed = [...halves.subarray(v * 8 + 4, v * 8 + 8)];
    expect(packed.reduce((a, b) => a + b)).toBe(65535);
    expect(packed).toEqual(packed.toSorted((a, b) => b - a));
    const stored = joints.slice(v * 4, v * 4 + 4);
    expect(packedJoints.toSorted()).toEqual(stored.toSorted());
    for (const joint of stored) {
      const before = weights[v].filter((_, k) => stored[k] === joint).reduce((a, b) => a + b);
      const after = packed.filter((_, k) => packedJoints[k] === joint).reduce((a, b) => a + b);
      expect(Math.abs(after / 65535 - before)).toBeLessThan(6 / 65535);
    }
  }
});

test('a part of two crowds is freed by the last one that releases it', () => {
  const part = partOf(new BufferGeometry());
  part.geometry.setAttribute('position', new Float32BufferAttribute(new Float32Array(9), 3));
  part.geometry.setAttribute('skinIndex', new Uint16BufferAttribute(new Uint16Array(12), 4));
  part.geometry.setAttribute(
    'skinWeight',
    new Float32BufferAttribute([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0], 4),
  );
  const renderer = {};
  const [first, last] = [0, 1].map(() => createPartGeometry(part, renderer, new BufferGeometry()));
  expect(first.geometry.getAttribute('position')).toBe(last.geometry.getAttribute('position'));
  // three frees what a geometry has when it is disposed of.
  first.release();
  expect(first.geometry.index).toBeNull();
  last.release();
  expect(last.geometry.index).not.toBeNull();
  expect(last.geometry.getAttribute('position')).toBeDefined();
});
