import { BoxGeometry, Color, Float32BufferAttribute, MeshStandardMaterial } from 'three';
import { uniform } from 'three/tsl';
import { MeshStandardNodeMaterial, StandardNodeLibrary, type WebGPURenderer } from 'three/webgpu';
import { expect, test } from 'vitest';
import type { Part } from '../../../src/render/characters/index.js';
import { type InstanceNodes, TintedNodeMaterials } from '../../../src/render/webgpu/node-material.js';
import { loadShaderFunctions } from '../../../src/render/webgpu/shader-functions.js';

const shaders = await loadShaderFunctions('wgsl');
const renderer = { library: new StandardNodeLibrary() } as unknown as WebGPURenderer;
const instance = {
  tint: uniform(new Color()),
  cell: uniform(0, 'uint'),
  opacity: uniform(1),
} as unknown as InstanceNodes;

/** A part, as far as its material is made from it. */
function createPart(
  material: ConstructorParameters<typeof MeshStandardMaterial>[0],
  { tintMask = false, colors = 4 } = {},
): Part {
  const geometry = new BoxGeometry();
  geometry.setAttribute('color', new Float32BufferAttribute(new Float32Array(24 * colors), colors));
  const own = new MeshStandardMaterial({ vertexColors: true, ...material });
  return { geometry, material: own, tintMask } as Partial<Part> as Part;
}

/** What three tells by whether two materials are drawn by one shader. */
function keysOf(...parts: Part[]): string[] {
  const materials = new TintedNodeMaterials(instance, renderer, shaders);
  return parts.map((part) => materials.create(part).customProgramCacheKey());
}

test('parts whose materials differ in numbers and names are drawn by one shader', () => {
  const [first, second] = keysOf(
    createPart({ name: 'robe', roughness: 0.9 }),
    createPart({ name: 'hood', roughness: 0.4, metalness: 1 }),
  );
  expect(second).toBe(first);
});

test.each([
  ['in their own colour', createPart({ color: '#804020' })],
  ['in what the alpha of their colours means', createPart({}, { tintMask: true })],
  ['in the number of their colours', createPart({}, { colors: 3 })],
  ['in nodes of their own', withOwnNode(createPart({}))],
])('parts that differ %s are not', (_, other) => {
  const [first, second] = keysOf(createPart({}), other);
  expect(second).not.toBe(first);
});

function withOwnNode(part: Part): Part {
  const material = new MeshStandardNodeMaterial({ vertexColors: true });
  material.colorNode = uniform(new Color('red'));
  return { ...part, material };
}
