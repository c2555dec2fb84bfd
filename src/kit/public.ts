/**
 * The sample kit, written by code, and readers for the files of any other.
 *
 * @module three-crowd-server/kit
 */
export {
  type BuildKitOptions,
  buildKit,
  type GltfCharacter,
  KIT_VERSION,
  type KitIndex,
  readClipGlb,
  readSkinnedGlb,
  writeKit,
} from './index.js';
