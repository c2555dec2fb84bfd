import {
  BoxGeometry,
  BufferAttribute,
  Color,
  DoubleSide,
  MeshStandardMaterial,
  SkinnedMesh,
  Texture,
} from 'three';
import { expect, test } from 'vitest';
import type { Part, PartInUse } from '../../../src/render/characters/part.js';
import { unpackColor } from '../../../src/render/characters/row-layout.js';
import { createFarLevel, partDraws } from '../../../src/render/drawing/far-level.js';
import {
  CLUSTER_VERTICES,
  FAR_TEXTURED_WORDS,
  FAR_VERTEX_WORDS,
} from '../../../src/render/drawing/far-mesh.js';

/** Twelve triangles a part, in one cluster, unless it is cut into more. */
function createPart(name: string, material: Partial<MeshStandardMaterial> = {}, segments = 1): Part {
  const geometry = new BoxGeometry(1, 1, 1, segments, segments, segments);
  const { count } = geometry.getAttribute('position');
  const weights = Float32Array.from({ length: count * 4 }, (_, k) => (k % 4 === 0 ? 1 : 0));
  geometry.setAttribute('skinIndex', new BufferAttribute(new Uint8Array(count * 4), 4));
  geometry.setAttribute('skinWeight', new BufferAttribute(weights, 4));
  return {
    name,
    geometry,
    material: Object.assign(new MeshStandardMaterial(), material),
    mesh: new SkinnedMesh(),
    tintMask: false,
  };
}

const list = (part: Part, count = 10): PartInUse => ({ part, tint: 'garment', capacity: count });

function tierOf(parts: readonly Part[], far = new Map(parts.map((part) => [part.name, part]))) {
  const lists = parts.map((part) => list(part));
  const tier = createFarLevel({ parts: lists, shared: [] }, far);
  return { tier, names: partDraws({ parts: lists, shared: [] }, tier).map(({ name }) => name) };
}

test('parts that differ in colour and roughness alone are drawn together', () => {
  const { tier, names } = tierOf([
    createPart('red', { color: new Color('red') }),
    createPart('rough', { roughness: 0.2 }),
    createPart('plain'),
  ]);
  expect(names).toEqual(['red', 'rough', 'plain']);
  expect(tier.own).toEqual([]);
  // By name: plain, red, rough.
  expect([...tier.ranges]).toEqual([1, 1, 2, 1, 0, 1]);
  expect(tier.merged?.pairs).toBe(30);
  expect(tier.merged?.words.length).toBe(3 * CLUSTER_VERTICES * FAR_VERTEX_WORDS);
  // The tint replaces the material's own red: nothing of it is in the vertices of its cluster, and all of the tint.
  const red = tier.merged!.words.subarray(CLUSTER_VERTICES * FAR_VERTEX_WORDS + 6);
  expect([unpackColor(red[0]), unpackColor(red[1])]).toEqual([
    [0, 0, 0],
    [1, 1, 1],
  ]);
});

test.each([
  ['a map', { map: new Texture() }],
  ['transparency', { transparent: true }],
  ['an alpha test', { alphaTest: 0.5 }],
  ['both sides', { side: DoubleSide }],
  ['a glow', { emissive: new Color('blue') }],
  ['a hook', { onBeforeCompile: () => {} }],
] as const)('a part with %s is drawn near at any distance, and takes no other draw', (_what, material) => {
  const { tier, names } = tierOf([createPart('a'), createPart('odd', material), createPart('b')]);
  expect(names).toEqual(['a', 'odd', 'b']);
  expect([...tier.ranges]).toEqual([0, 1, 1, 0, 1, 1]);
});

test('weights become bytes that sum to 255, each within two of what the file has', () => {
  const weights = [
    [1 / 3, 1 / 3, 1 / 3, 0],
    [0.998, 0.002, 0, 0],
    [0.25, 0.25, 0.25, 0.25],
    [0.7, 0.1, 0.1, 0.1],
  ];
  const part = createPart('a');
  const skinWeight = part.geometry.getAttribute('skinWeight');
  for (let v = 0; v < skinWeight.count; v++) {
    skinWeight.setXYZW(v, ...(weights[v % weights.length] as [number, number, number, number]));
  }
  const { index } = part.geometry;
  const words = tierOf([part]).tier.merged!.words;
  for (let k = 0; k < index!.count; k++) {
    const word = words[k * FAR_VERTEX_WORDS + 5];
    const bytes = [0, 8, 16, 24].map((shift) => (word >>> shift) & 255);
    expect(bytes.reduce((sum, byte) => sum + byte)).toBe(255);
    const expected = weights[index!.getX(k) % weights.length];
    for (const [j, byte] of bytes.entries()) expect(Math.abs(byte - expected[j] * 255)).toBeLessThan(2);
  }
});

test('where each part is to have a far draw of its own, all have', () => {
  const parts = [createPart('a'), createPart('odd', { map: new Texture() })];
  const lists = parts.map((part) => list(part));
  const far = new Map(parts.map((part) => [part.name, part]));
  const tier = createFarLevel({ parts: lists, shared: [] }, far, 'parts');
  expect(partDraws({ parts: lists, shared: [] }, tier).map(({ name }) => name)).toEqual([
    'a',
    'odd',
    'a far',
    'odd far',
  ]);
  expect(tier.merged).toBeUndefined();
  expect([...tier.ranges]).toEqual([2, 0, 3, 0]);
});

test('thirty parts with textures of their own take thirty draws', () => {
  const parts = Array.from({ length: 30 }, (_, n) => createPart(`part ${n}`, { map: new Texture() }));
  expect(tierOf(parts).names).toHaveLength(30);
  expect(tierOf(parts).tier.merged).toBeUndefined();
});

test.each([
  [35, true],
  [36, false],
  [37, true],
])('of %i parts, all that is far is drawn together: %s, since that is never the 37th draw', (count, has) => {
  const { merged, ranges } = tierOf(Array.from({ length: count }, (_, n) => createPart(`part ${n}`))).tier;
  expect(merged !== undefined).toBe(has);
  // Near at any distance: the number of the near draw.
  if (!has) expect([...ranges]).toEqual(Array.from({ length: count }, (_, n) => [n, 0]).flat());
});

test('parts that share a texture are drawn together, with texture coordinates', () => {
  const map = new Texture();
  const bumpy = { map, normalMap: new Texture() };
  const { tier, names } = tierOf([createPart('a', { map }), createPart('b', bumpy), createPart('plain')]);
  expect(names).toEqual(['a', 'b', 'plain']);
  expect([...tier.ranges]).toEqual([0, 1, 1, 1, 2, 0]);
  const { words, hasUv } = tier.merged!;
  expect(hasUv).toBe(true);
  expect(words.length).toBe(2 * CLUSTER_VERTICES * FAR_TEXTURED_WORDS);
  const { index, attributes } = createPart('a').geometry;
  const uv = new Float32Array(words.buffer);
  for (let k = 0; k < 36; k++) {
    const [u, v] = uv.subarray(k * FAR_TEXTURED_WORDS + FAR_VERTEX_WORDS);
    const vertex = index!.getX(k);
    expect([u, v]).toEqual([attributes['uv'].getX(vertex), attributes['uv'].getY(vertex)]);
  }
});

test.each([
  ['a shiny map', { roughnessMap: new Texture() }],
  ['other texture coordinates', { map: Object.assign(new Texture(), { channel: 1 }) }],
])('parts with %s stay near, though they share it', (_what, material) => {
  const parts = [createPart('a', material), createPart('b', material)];
  expect(tierOf(parts).tier.merged).toBeUndefined();
});

test('a vertex under a mask keeps its share of the own colour', () => {
  const part = createPart('masked', { color: new Color(0.5, 0.25, 1), vertexColors: true });
  const { count } = part.geometry.getAttribute('position');
  const colors = Float32Array.from({ length: count * 4 }, (_, k) => (k % 4 === 3 ? 0.25 : 0.5));
  part.geometry.setAttribute('color', new BufferAttribute(colors, 4));
  const { words } = tierOf([{ ...part, tintMask: true }]).tier.merged!;
  const expected = [
    [0.1875, 0.09375, 0.375],
    [0.125, 0.125, 0.125],
  ];
  expected.forEach((color, k) => {
    unpackColor(words[6 + k]).forEach((value, channel) => {
      expect(Math.abs(value - color[channel])).toBeLessThan(0.001);
    });
  });
});

test('a part that the far file lacks stays near', () => {
  const parts = [createPart('a'), createPart('b')];
  const { tier, names } = tierOf(parts, new Map([['a', parts[0]]]));
  expect(names).toEqual(['a', 'b']);
  expect([...tier.ranges]).toEqual([0, 1, 1, 0]);
});

test('what does not fit into the merged draw is drawn near', () => {
  // Some 2,160 clusters each, of 4,096 that there can be.
  const parts = [createPart('a', {}, 93), createPart('b', {}, 93)];
  const { tier, names } = tierOf(parts);
  expect(names).toEqual(['a', 'b']);
  expect(tier.ranges[1]).toBeGreaterThan(2048);
});

test('crowds of the same parts share their far vertices, whatever order they wear them in', () => {
  const parts = [createPart('a'), createPart('b'), createPart('c')];
  const far = new Map(parts.map((part) => [part.name, part]));
  const { tier: one } = tierOf(parts, far);
  const { tier: other } = tierOf([parts[2], parts[0], parts[1]], far);
  expect(one.merged?.words).toBe(other.merged?.words);
  expect([...other.ranges]).toEqual([2, 1, 0, 1, 1, 1]);
  expect(tierOf(parts.slice(0, 2), far).tier.merged?.words).not.toBe(one.merged?.words);
});
