// Still pictures of crowds, for clients without 3D.
export { drawCrowd } from './draw-crowd.js';
