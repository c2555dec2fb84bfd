/**
 * The contents of `script.ts` in one file for pages without modules, as the global `ThreeCrowd`. It contains all of three, and
 * draws with WebGL2 alone.
 *
 * @module
 */
export * as THREE from 'three';
export * from './script.js';
