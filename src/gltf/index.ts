/**
 * The one reader of GLB files: characters and clips as the rig's plain arrays, for page, worker and command line alike.
 */
export * from './gltf-file.js';
export * from './gltf-json.js';
export * from './open-glb.js';
export * from './read-character.js';
export * from './read-clips.js';
export * from './read-glb.js';
export * from './read-vrm.js';
export * from './write-levels.js';
