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
export { CrowdDraws } from './crowd-draws.js';
export { CulledDraws } from './culled-draws.js';
export {
  boneMatrixTexture,
  clipTexels,
  clipTexture,
  leaseFarVertexTexture,
  leaseLocalPoseTexture,
  leaseRigTexture,
  rigTexels,
  tableTexture,
} from './data-textures.js';
export { createFarTier, type FarDraws, type FarTier, meshDraws } from './far-level.js';
export { CLUSTER_BITS, CLUSTER_VERTICES, type FarMesh } from './far-mesh.js';
export { createClusterGeometry } from './instanced-geometry.js';
export { PaletteBlocks, type PaletteSize, paletteSize } from './palette.js';
export { createPartGeometry, ownGeometry } from './part-geometry.js';
export { sharedResource } from './shared-resource.js';
export { hasVertexOpacity, plainColor } from './surface-key.js';
export { VisibleLists } from './visible-lists.js';
