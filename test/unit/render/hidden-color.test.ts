import { Color, DataTexture } from 'three';
import { bool, uniform } from 'three/tsl';
import { MeshPhysicalNodeMaterial, WebGPURenderer } from 'three/webgpu';
import { expect, test } from 'vitest';
import { HiddenColor } from '../../../src/render/drawing/three-internals.js';

/** The part of three's renderer that makes the nodes of a shadow from a material (r187). */
const { _getShadowNodes: shadowNodes } = WebGPURenderer.prototype as unknown as {
  _getShadowNodes(this: object, material: object): { readonly colorNode: object | null };
};

function paintedMaterial(values: object = {}): MeshPhysicalNodeMaterial {
  const material = new MeshPhysicalNodeMaterial();
  material.colorNode = uniform(new Color('red'));
  material.map = new DataTexture();
  return Object.assign(material, values);
}

/** The colour that three gives a shadow; null where it is the same for all. */
function shadowColor(material: MeshPhysicalNodeMaterial): object | null {
  const color = new HiddenColor();
  color.hide(material);
  const renderer = { _cacheShadowNodes: new WeakMap(), shadowMap: {} };
  const { colorNode } = shadowNodes.call(renderer, material);
  color.show();
  return colorNode;
}

test('three makes the shadow of an opaque material with nothing of its own, and the material has its colour again', () => {
  const material = paintedMaterial();
  const { colorNode, map } = material;
  expect(shadowColor(material)).toBeNull();
  expect(material.map).toBe(map);
  expect(material.colorNode).toBe(colorNode);
});

test.each([
  ['is transparent', { transparent: true }],
  ['has holes', { alphaTest: 0.5 }],
  ['has holes by chance', { alphaHash: true }],
  ['lets light through', { transmission: 0.5 }],
  ['is dithered', { maskNode: bool(true) }],
])('the shadow of a material that %s has its colour', (_, values) => {
  expect(shadowColor(paintedMaterial(values))).not.toBeNull();
});
