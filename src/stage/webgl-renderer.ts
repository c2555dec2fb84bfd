// A file of its own, so that `import()` takes this in place of all of `three`.
export { WebGLRenderer } from 'three';
