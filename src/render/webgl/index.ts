import type { WebGLRenderer } from 'three';
import type { Backend } from '../drawing/index.js';
import { createInstancedCrowd } from './instanced-crowd.js';
import { createTintedMaterial } from './materials.js';
import { renewPatch } from './three-internals.js';

/** The classic `WebGLRenderer`, on WebGL2. */
export function webglBackend(renderer: WebGLRenderer): Backend {
  return {
    name: 'webgl',
    createInstancedCrowd: (data) => createInstancedCrowd(data, renderer),
    createTintedMaterial,
    renewMaterial: renewPatch,
  };
}
