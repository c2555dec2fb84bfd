/**
 * The script file for pages without a bundler: defines `<crowd-view>`, and contains all of `three-crowd` and three. As a
 * module it loads its WebGPU half on demand; the classic script, with the global `ThreeCrowd`, draws with WebGL2 alone.
 *
 * It runs under a strict content security policy: it evaluates no code, and writes no style into markup. A page needs
 * `script-src` for the script's folder and `connect-src` for the service; `worker-src` for the script's folder lets
 * bone textures be baked in a worker, which takes a script from the page's own origin; `img-src` and
 * `connect-src` with `blob:` let models have textures.
 *
 * @module
 */
export * as THREE from 'three';
export * from '../index.js';
export * from './index.js';
