// Not in `index.ts`: whoever imports that imports all of it, and the build can write this number in place of the import.
export { DEFAULT_CLONE_LIMIT } from './render/clone-limit.js';
