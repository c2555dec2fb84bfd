export type {
  Backend,
  BackendName,
  CrowdFrame,
  CrowdRenderer,
  InstancedCrowd,
  InstancedCrowdData,
  TintedMaterial,
  WebGPULikeRenderer,
} from './backend.js';
export { CameraView, type Planes } from './camera-view.js';
export { type CharacterExtent, characterExtent } from './character-extent.js';
export { CharacterTable, type LinearRgb, type Playback, ROW_WORDS, TABLE_WIDTH } from './character-table.js';
export { closestName } from './closest-name.js';
export { crowdBox } from './crowd-bounds.js';
export {
  boneMatrixTexture,
  clipTexels,
  clipTexture,
  farVertexTexture,
  localPoseTexture,
  rigTexels,
  rigTexture,
  tableTexture,
} from './data-textures.js';
export { CLUSTER_BITS, CLUSTER_VERTICES, createFarMesh, FAR_VERTEX_WORDS, type FarMesh } from './far-mesh.js';
export {
  addSkinAttribute,
  createClusterGeometry,
  createFarGeometry,
  createInstanceAttribute,
  createInstancedGeometry,
  showInstances,
} from './instanced-geometry.js';
export { ownGeometry, surfaceAttributes } from './own-geometry.js';
export { paletteSize } from './palette-size.js';
export { listParts, type PartLists } from './part-lists.js';
export type { PartList, PartSource } from './part-source.js';
export { ShadowViews } from './shadow-views.js';
export { type InstanceList, VisibleLists } from './visible-lists.js';
