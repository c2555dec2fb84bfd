/**
 * The script file for pages without a bundler: everything of `three-crowd`, and three itself as `THREE`, so that both
 * share one copy.
 *
 * @module
 */
export * as THREE from 'three';
export * from './index.js';
