import { Color } from 'three';
import type { PartSource, TintedMaterial } from '../shared/index.js';
import { cloneWithDefines } from './patch-shader.js';
import { tintFragmentShader } from './tint-patch.js';

/** The material of one part of one clone. All of them share a program; only the colour differs. */
export function createTintedMaterial(part: PartSource): TintedMaterial {
  const material = cloneWithDefines(part.material);
  const tint = { value: new Color(1, 1, 1) };
  material.onBeforeCompile = (shader, renderer) => {
    part.material.onBeforeCompile(shader, renderer);
    shader.uniforms['crowdTintColor'] = tint;
    shader.fragmentShader = tintFragmentShader(
      shader.fragmentShader,
      'uniform vec3 crowdTintColor;',
      'crowdTintColor',
      part.tintMask,
    );
  };
  material.customProgramCacheKey = () =>
    `crowd clone ${part.tintMask} ${part.material.customProgramCacheKey()}`;
  return { material, setTint: (r, g, b) => tint.value.setRGB(r, g, b) };
}
