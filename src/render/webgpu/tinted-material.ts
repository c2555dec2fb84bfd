import { uniform } from 'three/tsl';
import { Color, type Node, type WebGPURenderer } from 'three/webgpu';
import type { PartSource, TintedMaterial } from '../shared/index.js';
import { createTintedNodeMaterial } from './node-material.js';
import type { ShaderFunctions } from './shader-functions.js';

/** The material of one part of one clone; three skins it. */
export function createTintedMaterial(
  part: PartSource,
  renderer: WebGPURenderer,
  shaders: ShaderFunctions,
): TintedMaterial {
  const tint = uniform(new Color(1, 1, 1));
  const material = createTintedNodeMaterial(part, tint as unknown as Node<'vec3'>, renderer, shaders);
  return { material, setTint: (r, g, b) => tint.value.setRGB(r, g, b) };
}
