/**
 * The script file for pages without a bundler that import names; others have `crowd-view-script.ts`. It defines
 * `<crowd-view>`, and contains all of `three-crowd`. It loads the renderer of three that the page draws with on demand. The
 * whole of the same three is in `three.js` beside it.
 *
 * It runs under a strict content security policy: it evaluates no code, and writes no style into markup. A page needs
 * `script-src` for the script's folder and `connect-src` for the service; `worker-src` for the script's folder lets
 * bone textures be baked in a worker, which takes a script from the page's own origin; `img-src` and
 * `connect-src` with `blob:` let models have textures.
 *
 * @module
 */
export * from '../index.js';
export * from './index.js';
