import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  MeshStandardMaterial,
  SkinnedMesh,
  SphereGeometry,
  Texture,
  Triangle,
  Vector3,
} from 'three';
import { expect, test, vi } from 'vitest';
import { simplify } from '../../../src/assets/simplify/simplify-in-worker.js';
import type { Part, PartInUse } from '../../../src/render/characters/part.js';
import { unpackColor } from '../../../src/render/characters/row-layout.js';
import {
  createFarLevels,
  type FarSources,
  LEVEL_ERRORS,
  LEVELS,
  NEAR_MESH,
} from '../../../src/render/drawing/far-levels.js';
import {
  BATCH,
  CLUSTER_TRIANGLES,
  CLUSTER_VERTICES,
  FAR_TEXTURED_WORDS,
  FAR_VERTEX_WORDS,
  type FarMesh,
  KEEPS_COLOR,
  MAX_CLUSTERS,
} from '../../../src/render/drawing/far-mesh.js';
import { requestLevels, simplifiedParts } from '../../../src/render/drawing/simplify-part.js';

/** Twelve triangles a part, in one cluster, unless it is cut into more. */
function createPart(name: string, material: Partial<MeshStandardMaterial> = {}, segments = 1): Part {
  return partOf(name, new BoxGeometry(1, 1, 1, segments, segments, segments), material);
}

function partOf(name: string, geometry: BufferGeometry, material: Partial<MeshStandardMaterial> = {}): Part {
  const { count } = geometry.getAttribute('position');
  const weights = Float32Array.from({ length: count * 4 }, (_, k) => (k % 4 === 0 ? 1 : 0));
  geometry.setAttribute('skinIndex', new BufferAttribute(new Uint8Array(count * 4), 4));
  geometry.setAttribute('skinWeight', new BufferAttribute(weights, 4));
  return {
    name,
    geometry,
    material: Object.assign(new MeshStandardMaterial(), material),
    mesh: Object.assign(new SkinnedMesh(), { castShadow: true, receiveShadow: true }),
    tintMask: false,
  };
}

const list = (part: Part, count = 10): PartInUse => ({ part, tint: 'garment', kind: 0, capacity: count });

const HEIGHT = 1.7;

/** The levels that a simplifier makes, once they are there. */
async function createSimplified(parts: readonly Part[], sources: Partial<FarSources> = {}) {
  const making = { parts: new Map<string, Part>(), simplify: vi.fn(simplify), ...sources };
  const { coming } = createLevels(parts, making);
  expect(coming).toBeDefined();
  // Another crowd of the same parts awaits the same levels.
  expect(createLevels(parts, making).coming).toBeDefined();
  await coming;
  const levels = createLevels(parts, making);
  expect(making.simplify).toHaveBeenCalledTimes(1);
  return levels;
}

function createLevels(parts: readonly Part[], sources: Partial<FarSources> = {}) {
  const far = new Map(parts.map((part) => [part.name, part]));
  const levels = createFarLevels(
    { parts: parts.map((part) => list(part)), shared: [] },
    {
      parts: far,
      height: HEIGHT,
      simplify: undefined,
      onWarning: (message) => expect.unreachable(message),
      ...sources,
    },
    10,
  );
  return { ...levels, first: [...levels.ranges.subarray(0, parts.length * 2)] };
}

test('parts that differ in colour and roughness alone are drawn together', () => {
  const { merged, pairs, first } = createLevels([
    createPart('red', { color: new Color('red') }),
    createPart('rough', { roughness: 0.2 }),
    createPart('plain'),
  ]);
  // By name: the empty cluster, plain, red, rough.
  expect(first).toEqual([2, 1, 3, 1, 1, 1]);
  // 30, in whole batches.
  expect(pairs).toBe(BATCH);
  const clusterWords = CLUSTER_VERTICES * FAR_VERTEX_WORDS;
  expect(merged?.words.length).toBe(4 * clusterWords);
  // Without weights, all corners of its triangles are at the origin.
  expect(merged?.words.subarray(0, clusterWords)).toEqual(new Uint32Array(clusterWords));
  // The tint replaces the material's own red: nothing of it is in the vertices of its cluster, and all of the tint.
  const red = merged!.words.subarray(2 * clusterWords + 6);
  expect([unpackColor(red[0]), unpackColor(red[1])]).toEqual([
    [0, 0, 0],
    [1, 1, 1],
  ]);
});

/** The vertices of the first part, behind the empty cluster. */
const partWords = ({ words, hasUv }: FarMesh): Uint32Array =>
  words.subarray(CLUSTER_VERTICES * (hasUv ? FAR_TEXTURED_WORDS : FAR_VERTEX_WORDS));

test.each([
  ['another map', { map: new Texture() }],
  ['transparency', { transparent: true }],
  ['an alpha test', { alphaTest: 0.5 }],
  ['both sides', { side: DoubleSide }],
  ['a glow', { emissive: new Color('blue') }],
  ['a hook', { onBeforeCompile: () => {} }],
] as const)('a part with %s is drawn with its near mesh at any distance', (_what, material) => {
  const { ranges } = createLevels([createPart('a'), createPart('odd', material), createPart('b')]);
  expect([...ranges]).toEqual(Array.from({ length: LEVELS }, () => [1, 1, NEAR_MESH, 0, 2, 1]).flat());
});

test('a colour that stays until a tint comes is in the vertices beside the tint', () => {
  const red = { ...createPart('red', { color: new Color('red') }), keepsColor: 'untilTinted' } as const;
  const { merged, first } = createLevels([createPart('a'), red]);
  expect(first).toEqual([1, 1, 2, 1]);
  const words = merged!.words.subarray(2 * CLUSTER_VERTICES * FAR_VERTEX_WORDS + 6);
  expect(words[0] & KEEPS_COLOR).toBe(KEEPS_COLOR);
  expect([unpackColor(words[0]), unpackColor(words[1])]).toEqual([
    [1, 0, 0],
    [1, 1, 1],
  ]);
  // Those of the first part, whose colour the tint replaces.
  expect(partWords(merged!)[6] & KEEPS_COLOR).toBe(0);
});

test('a colour that a tint replaces in part keeps a part near, unless it is white', () => {
  const masked = (color: string): Part => ({
    ...createPart(color, { color: new Color(color) }),
    ...{ keepsColor: 'untilTinted', tintMask: true },
  });
  const { first } = createLevels([createPart('a'), masked('red'), masked('white')]);
  expect(first).toEqual([1, 1, NEAR_MESH, 0, 2, 1]);
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
  const words = partWords(createLevels([part]).merged!);
  for (let k = 0; k < index!.count; k++) {
    const word = words[k * FAR_VERTEX_WORDS + 5];
    const bytes = [0, 8, 16, 24].map((shift) => (word >>> shift) & 255);
    expect(bytes.reduce((sum, byte) => sum + byte)).toBe(255);
    const expected = weights[index!.getX(k) % weights.length];
    for (const [j, byte] of bytes.entries()) expect(Math.abs(byte - expected[j] * 255)).toBeLessThan(2);
  }
});

test('thirty parts with a texture each are drawn with their near meshes; one alone is not', () => {
  const parts = Array.from({ length: 30 }, (_, n) => createPart(`part ${n}`, { map: new Texture() }));
  expect(createLevels(parts).merged).toBeUndefined();
  expect(createLevels(parts.slice(0, 1)).merged).toBeDefined();
});

test.each([
  [35, true],
  [36, false],
  [37, true],
])('of %i parts, the levels are drawn together: %s, since that is never the 37th draw', (count, has) => {
  const { merged, first } = createLevels(Array.from({ length: count }, (_, n) => createPart(`part ${n}`)));
  expect(merged !== undefined).toBe(has);
  if (!has) expect(first).toEqual(Array.from({ length: count }, () => [NEAR_MESH, 0]).flat());
});

test('parts that share a texture are drawn together, with texture coordinates', () => {
  const map = new Texture();
  const bumpy = { map, normalMap: new Texture() };
  const { merged, first } = createLevels([
    createPart('a', { map }),
    createPart('b', bumpy),
    createPart('plain'),
  ]);
  expect(first).toEqual([1, 1, 2, 1, NEAR_MESH, 0]);
  const { words, hasUv } = merged!;
  expect(hasUv).toBe(true);
  expect(words.length).toBe(3 * CLUSTER_VERTICES * FAR_TEXTURED_WORDS);
  const { index, attributes } = createPart('a').geometry;
  const uv = new Float32Array(words.buffer);
  for (let k = 0; k < 36; k++) {
    const [u, v] = uv.subarray((CLUSTER_VERTICES + k) * FAR_TEXTURED_WORDS + FAR_VERTEX_WORDS);
    const vertex = index!.getX(k);
    expect([u, v]).toEqual([attributes['uv'].getX(vertex), attributes['uv'].getY(vertex)]);
  }
});

test.each([
  ['a shiny map', { roughnessMap: new Texture() }],
  ['other texture coordinates', { map: Object.assign(new Texture(), { channel: 1 }) }],
])('parts with %s stay near, though they share it', (_what, material) => {
  const parts = [createPart('a', material), createPart('b', material)];
  expect(createLevels(parts).merged).toBeUndefined();
});

test('a vertex under a mask keeps its share of the own colour', () => {
  const part = createPart('masked', { color: new Color(0.5, 0.25, 1), vertexColors: true });
  const { count } = part.geometry.getAttribute('position');
  const colors = Float32Array.from({ length: count * 4 }, (_, k) => (k % 4 === 3 ? 0.25 : 0.5));
  part.geometry.setAttribute('color', new BufferAttribute(colors, 4));
  const words = partWords(createLevels([{ ...part, tintMask: true }]).merged!);
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

test('without a simplifier, a part that the far file lacks is drawn with its near mesh', () => {
  const parts = [createPart('a'), createPart('b')];
  expect(createLevels(parts, { parts: new Map([['a', parts[0]]]) }).first).toEqual([1, 1, NEAR_MESH, 0]);
});

test('a part that does not fit into the merged draw is drawn with its near mesh', () => {
  // Some 4,320 clusters each, of 8,192 that there can be.
  const { first } = createLevels([createPart('a', {}, 66), createPart('b', {}, 66)]);
  expect(first[1]).toBeGreaterThan(MAX_CLUSTERS / 2);
  expect(first.slice(2)).toEqual([NEAR_MESH, 0]);
});

test('crowds of the same parts share their far vertices, whatever order they wear them in', () => {
  const parts = [createPart('a'), createPart('b'), createPart('c')];
  const far = new Map(parts.map((part) => [part.name, part]));
  const one = createLevels(parts, { parts: far });
  const other = createLevels([parts[2], parts[0], parts[1]], { parts: far });
  expect(one.merged?.words).toBe(other.merged?.words);
  expect(other.first).toEqual([3, 1, 1, 1, 2, 1]);
  expect(createLevels(parts.slice(0, 2), { parts: far }).merged?.words).not.toBe(one.merged?.words);
});

test('each level of a sphere is within its error of the sphere, and has fewer triangles', async () => {
  const radius = HEIGHT / 2;
  const sphere = partOf('sphere', new SphereGeometry(radius, 64, 48));
  const request = { part: sphere, errors: LEVEL_ERRORS.map((fraction) => fraction * HEIGHT) };
  await requestLevels([request], simplify, expect.unreachable);
  let last = sphere.geometry.index!.count / 3;
  let lastError = request.errors[0] / 2;
  for (const [level, error] of request.errors.entries()) {
    const { index, attributes } = simplifiedParts(request)![level].geometry;
    expect(index!.count).toBeGreaterThan(0);
    // A sphere takes triangles in inverse proportion to the error.
    expect(index!.count / 3).toBeLessThan((1.15 * last * lastError) / error);
    last = index!.count / 3;
    lastError = error;
    const triangle = new Triangle();
    for (let k = 0; k < index!.count; k += 3) {
      triangle.setFromAttributeAndIndices(attributes['position'], ...corners(index!, k));
      // The middle of a triangle is farthest from the sphere that its corners are on.
      const distance = radius - triangle.getMidpoint(new Vector3()).length();
      expect(Math.abs(distance)).toBeLessThan(error);
    }
  }
});

test('levels are made of the parts that the far file lacks, and a part smaller than the error has none', async () => {
  const parts = [
    partOf('body', new SphereGeometry(HEIGHT / 2, 64, 48)),
    partOf('ring', new SphereGeometry(0.02, 16, 12)),
  ];
  const { pairs, ranges, coming } = await createSimplified(parts);
  expect(coming).toBeUndefined();
  const clusters = Array.from({ length: LEVELS }, (_, level) => [
    ranges[level * 4 + 1],
    ranges[level * 4 + 3],
  ]);
  expect(clusters.map(([body]) => body)).toEqual(clusters.map(([body]) => body).toSorted((a, b) => b - a));
  expect(clusters.at(-1)?.[0]).toBeGreaterThan(0);
  expect(clusters.at(-1)?.[1]).toBe(0);
  expect(ranges.at(-2)).not.toBe(NEAR_MESH);
  const most = 10 * (clusters[0][0] + clusters[0][1]);
  expect(pairs).toBe(Math.ceil(most / BATCH) * BATCH);
});

// The middles of triangles of a sphere of 1.7 m are farthest from it: 1.3, 2.7 and 5.7 cm.
test.each([
  ['that is 0.7 % of the height off is the first', [22, 16], {}, 0],
  ['that is 1.6 % of the height off is the second', [15, 11], {}, 1],
  ['that is 3.4 % of the height off is the fourth', [10, 8], {}, 3],
  ['with a texture is the first', [15, 11], { map: new Texture() }, 0],
])(
  'a mesh of `lod_glb` %s of the levels that are made, and the only one before',
  async (_what, [columns, rows], material, at) => {
    const body = partOf('body', new SphereGeometry(HEIGHT / 2, 64, 48));
    const far = partOf('body', new SphereGeometry(HEIGHT / 2, columns, rows), material);
    const farClusters = Math.ceil((2 * columns * (rows - 1)) / CLUSTER_TRIANGLES);
    const sources = { parts: new Map([['body', far]]), simplify };
    const clustersOf = ({ ranges }: { ranges: Uint32Array }) => [...ranges].filter((_, k) => k % 2 === 1);
    const before = createLevels([body], sources);
    expect(clustersOf(before)).toEqual(Array.from({ length: LEVELS }, () => farClusters));
    await before.coming;
    const after = createLevels([body], sources);
    expect(after.coming).toBeUndefined();
    const clusters = clustersOf(after);
    expect(clusters.indexOf(farClusters)).toBe(at);
    expect(clusters).toEqual(clusters.toSorted((a, b) => b - a));
    expect(clusters.at(-1)).toBeLessThan(farClusters / 2);
    expect(after.merged?.words).not.toBe(before.merged?.words);
  },
);

test('levels that a file brings are used by their errors, and none are made', () => {
  const levelOf = (segments: number, fraction: number) => {
    const { geometry } = partOf('body', new SphereGeometry(HEIGHT / 2, segments, segments));
    const vertices = {
      positions: new Float32Array(),
      joints: new Uint16Array(),
      weights: new Float32Array(),
    };
    return { geometry, vertices, error: fraction * HEIGHT };
  };
  const [, second, , fourth] = LEVEL_ERRORS;
  const body = {
    ...partOf('body', new SphereGeometry(HEIGHT / 2, 64, 48)),
    // The second one would save too little of the first.
    levels: [levelOf(22, second), levelOf(21, second * 1.1), levelOf(10, fourth), levelOf(4, 0.2)],
  };
  const sources = { parts: new Map<string, Part>(), simplify: vi.fn(simplify) };
  const { ranges, coming } = createLevels([body], sources);
  expect(coming).toBeUndefined();
  expect(sources.simplify).not.toHaveBeenCalled();
  const clusters = [...ranges].filter((_, k) => k % 2 === 1);
  const [fine, coarse] = [22, 10].map((segments) =>
    Math.ceil((2 * segments * (segments - 1)) / CLUSTER_TRIANGLES),
  );
  expect(clusters).toEqual([0, fine, fine, ...clusters.slice(3).fill(coarse)]);
  expect(ranges[0]).toBe(NEAR_MESH);
});

test('a level that saves few triangles is drawn with the near mesh', async () => {
  const { merged, first } = await createSimplified([createPart('box')]);
  expect(first).toEqual([NEAR_MESH, 0]);
  expect(merged).toBeUndefined();
});

test('a large mesh that cannot be simplified is drawn near, with one warning that names it', async () => {
  // Loose triangles of a metre, far from one another.
  const corners = Array.from({ length: 1000 }, (_, k) => [3 * k, 0, 0, 3 * k + 1, 0, 0, 3 * k, 1, 0]);
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(corners.flat()), 3));
  const part = partOf('confetti', geometry);
  const warnings: string[] = [];
  const sources = {
    parts: new Map<string, Part>(),
    simplify: vi.fn(simplify),
    onWarning: (message: string) => warnings.push(message),
  };
  expect((await createSimplified([part], sources)).merged).toBeUndefined();
  expect(createLevels([part], sources).merged).toBeUndefined();
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain('"confetti" cannot be simplified, so its 1000 triangles');
});

test.each([
  ['an index', true],
  ['no index', false],
])('corners that are no whole triangle cost no mesh its levels, with %s', async (_how, isIndexed) => {
  const sphere = new SphereGeometry(HEIGHT / 2, 64, 48);
  const whole = isIndexed ? sphere : sphere.toNonIndexed();
  const odd = whole.clone();
  if (isIndexed) odd.setIndex([...whole.index!.array, 0, 1]);
  else odd.setAttribute('position', new BufferAttribute(whole.attributes['position'].array.slice(0, -3), 3));
  const parts = [partOf('whole', whole), partOf('odd', odd)];
  const { merged, ranges } = await createSimplified(parts, { parts: new Map() });
  expect(merged).toBeDefined();
  const clusters = [0, 1].map((part) => [...ranges].filter((_, k) => k % 4 === 2 * part + 1));
  expect(Math.min(...clusters[0])).toBeGreaterThan(0);
  // The sphere lacks one triangle without an index, which may take or save a cluster.
  for (const [level, count] of clusters[0].entries())
    expect(Math.abs(clusters[1][level] - count)).toBeLessThanOrEqual(isIndexed ? 0 : 1);
});

test('a mesh with a position that is no number is drawn near, with one warning; the others have levels', async () => {
  const parts = [sphereOf('whole'), sphereOf('torn')];
  parts[1].geometry.getAttribute('position').setX(500, Number.NaN);
  const warnings: string[] = [];
  const onWarning = (message: string) => warnings.push(message);
  // The same part twice, as with two tints.
  const { merged, ranges } = await createSimplified([...parts, parts[1]], { parts: new Map(), onWarning });
  expect(merged).toBeDefined();
  expect(ranges[0]).not.toBe(NEAR_MESH);
  expect([...ranges].filter((_, k) => k % 6 > 1)).toEqual(
    Array.from({ length: LEVELS }, () => [NEAR_MESH, 0, NEAR_MESH, 0]).flat(),
  );
  expect(warnings).toEqual([
    'three-crowd: no levels of detail are made of the mesh "torn": the position of vertex 500 is not finite. Export it anew.',
  ]);
});

const sphereOf = (name: string): Part => partOf(name, new SphereGeometry(HEIGHT / 2, 64, 48));

function corners(index: BufferAttribute, k: number): [number, number, number] {
  return [index.getX(k), index.getX(k + 1), index.getX(k + 2)];
}
