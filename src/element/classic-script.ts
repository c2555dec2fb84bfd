/**
 * The same in one file for pages without modules, with the global `ThreeCrowd`: with all of three inside, and drawing with
 * WebGL2 alone.
 *
 * @module
 */
export * as THREE from 'three';
export * from './script.js';
