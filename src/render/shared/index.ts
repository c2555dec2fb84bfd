export { affineToMatrix } from './affine-to-matrix.js';
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
export type { RowRun } from './changed-rows.js';
export { type CharacterExtent, characterExtent } from './character-extent.js';
export { CharacterTable, type LinearRgb, MAX_PARTS, ROW_WORDS } from './character-table.js';
export { type BoundedClip, type BoundedTexture, boundClips } from './clip-bounds.js';
export { closestName } from './closest-name.js';
export { CpuPose, type CpuPoseSource } from './cpu-pose.js';
export { crowdBox } from './crowd-bounds.js';
export { CrowdDraws } from './crowd-draws.js';
export { type CrowdHit, CrowdPicker, type WornParts } from './crowd-picker.js';
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
export { DATA_WIDTH } from './data-width.js';
export { CLUSTER_BITS, CLUSTER_VERTICES, FAR_VERTEX_WORDS, type FarMesh } from './far-mesh.js';
export { createFarTier, type FarDraws, type FarTier, type MeshDraw, meshDraws } from './far-tier.js';
export { createClusterGeometry } from './instanced-geometry.js';
export {
  changeSpeed,
  clipPhase,
  cutTo,
  emptyMotion,
  fadeShare,
  fadeTo,
  hastenFade,
  type Motion,
  type Playback,
  STILL,
  secondsToLastFrame,
  turnFade,
} from './motion.js';
export { ownGeometry } from './own-geometry.js';
export { PaletteBlocks } from './palette-blocks.js';
export { type PaletteSize, paletteSize } from './palette-size.js';
export { createPartGeometry, type PartGeometry } from './part-geometry.js';
export type { PartLists } from './part-lists.js';
export type { PartList, PartSource } from './part-source.js';
export { placeAffine } from './place-affine.js';
export { plainColor } from './plain-color.js';
export { PoseBounds, type PoseBoundsSource } from './pose-bounds.js';
export { RAY_SIZE } from './ray.js';
export { ShadowViews } from './shadow-views.js';
export { type Lease, sharedResource } from './shared-resource.js';
export { vertexMatrix } from './skin-vertices.js';
export { TimeQueue } from './time-queue.js';
export { hasVertexOpacity } from './vertex-opacity.js';
export { type InstanceList, VisibleLists } from './visible-lists.js';
