/**
 * The one reader of GLB files: characters and clips as the rig's plain arrays, for page, worker and command line alike.
 */
export { type GltfFile, lowerNodes, nodeNames, nodeParents, type Semantic, sceneNodes } from './gltf-file.js';
export type { GltfAnimation, GltfJson, GltfMesh, GltfNode } from './gltf-json.js';
export {
  describeBytes,
  type GlbChunks,
  loadMeshoptDecoder,
  openGlb,
  readGltfText,
  splitGlb,
} from './open-glb.js';
export {
  type DroppedNode,
  type GltfCharacter,
  type GltfLevel,
  type GltfPart,
  type GltfPiece,
  hasRigidMeshes,
  movedNodes,
  readCharacter,
  readSkeleton,
} from './read-character.js';
export { findAnimation, readClip, readClips } from './read-clips.js';
export { readClipGlb, readSkinnedGlb } from './read-glb.js';
export { readVrm, type VrmInfo } from './read-vrm.js';
export { boundsOf, type LevelPrimitive, type NodeLevels, writeLevels } from './write-levels.js';
