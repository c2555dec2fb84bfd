export { CameraView, type View } from '../poses/camera-view.js';
export type {
  Backend,
  BackendName,
  CrowdFrame,
  CrowdRenderer,
  InstancedCrowd,
  InstancedCrowdOptions,
  OcclusionReport,
  ShadowMaterials,
  TableRuns,
  TintedMaterial,
  WebGPULikeRenderer,
} from './backend.js';
export { createCulledCrowd } from './cpu-culled-crowd.js';
export { CrowdMeshes, type DrawnPart, type RenewMaterial } from './crowd-meshes.js';
export { CrowdViews } from './crowd-views.js';
export {
  acquireFarVertexTexture,
  acquireLocalPoseTexture,
  acquireRigTexture,
  boneMatrixTexture,
  clipTexels,
  clipTexture,
  LIMB_TEXELS,
  rigTexels,
  tableTexture,
} from './data-textures.js';
export {
  createFarLevels,
  type FarLevels,
  type FarSources,
  LEVEL_ERRORS,
  LEVELS,
  NEAR_MESH,
  SAMPLED_LEVEL,
} from './far-levels.js';
export { BATCH, CLUSTER_BITS, CLUSTER_VERTICES, type FarMesh, farVertexTexels } from './far-mesh.js';
export { createBatchGeometry } from './instanced-geometry.js';
export { PaletteBlocks, type PaletteSize, paletteSize } from './palette.js';
export {
  copyMorphs,
  createPartGeometry,
  ownGeometry,
  removeMorphs,
  type SharedGeometry,
} from './part-geometry.js';
export { baseColor, dropFineMaps, hasMap, hasVertexOpacity, whiten } from './part-material.js';
export { refCountedByRenderer } from './ref-counted.js';
export {
  CONTROL,
  limbDeclarations,
  SLOT_BITS,
  SLOT_MASK,
  WORKGROUP,
  withConstants,
} from './shader-constants.js';
export { type Surface, surfacesOf } from './surfaces.js';
export { castShadowWith, hookDraws, THREE_RELEASE, texturesAndNodes, viewHeight } from './three-internals.js';
export { type CharacterList, VisibleCharacters } from './visible-characters.js';
export { type DrawLists, PAIRS_A_LINE, VisibleLists } from './visible-lists.js';
