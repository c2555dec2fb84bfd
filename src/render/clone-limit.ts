/**
 * Number of characters up to which one skeleton each is quick enough. Alone in its file, so that the build writes the number
 * into `crowd-view.js`, which imports nothing.
 */
export const DEFAULT_CLONE_LIMIT = 100;
