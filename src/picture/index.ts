/** Still pictures of crowds, for where nothing draws them in three dimensions. */
export { drawCrowd } from './draw-crowd.js';
