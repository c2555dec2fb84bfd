import type { Backend } from '../shared/index.js';
import { createInstancedCrowd } from './instanced-crowd.js';
import { createTintedMaterial } from './tinted-material.js';

/** The classic `WebGLRenderer`, on WebGL2. */
export const webglBackend: Backend = { name: 'webgl', createInstancedCrowd, createTintedMaterial };
