// A file of its own, so that `import()` of it loads this name alone and not all of `three`.
export { WebGLRenderer } from 'three';
