export type {
  Backend,
  BackendName,
  CrowdRenderer,
  InstancedCrowd,
  InstancedCrowdData,
  TintedMaterial,
  WebGPULikeRenderer,
} from './backend.js';
export { CharacterTable, type LinearRgb, ROW_WORDS, TABLE_WIDTH } from './character-table.js';
export { closestName } from './closest-name.js';
export { crowdBox, crowdSphere } from './crowd-bounds.js';
export { createDataTextures, type DataTextures, disposeDataTextures } from './data-textures.js';
export { createInstancedGeometry } from './instanced-geometry.js';
export { ownGeometry, surfaceAttributes } from './own-geometry.js';
export { listParts } from './part-lists.js';
export type { PartList, PartSource } from './part-source.js';
