/**
 * The script file for pages without a bundler that import names; `crowd-view-script.ts` is for the others. It defines
 * `<crowd-view>`, and contains all of `three-crowd`. It loads the renderer of three on demand. The whole of the same three is
 * in `three.js` beside it.
 *
 * It runs under a strict content security policy, without `unsafe-eval` and `unsafe-inline`. A page needs `script-src` for the
 * script's folder and `connect-src` for the service. `worker-src` for the script's folder lets a worker bake bone textures, if
 * the script is from the page's own origin. `img-src` and `connect-src` with `blob:` let models have textures.
 *
 * @module
 */
export * from '../index.js';
export * from './index.js';
