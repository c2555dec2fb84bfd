// In no other file of this folder: those import code, which the build would have `crowd-view.js` import, too.
export { DEFAULT_CLONE_LIMIT } from './render/crowd-drawing.js';
