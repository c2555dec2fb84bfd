/**
 * The sample kit, written by code, and readers for the files of any other.
 *
 * @module three-crowd-server/kit
 */
export {
  type BuildKitOptions,
  buildKit,
  KIT_VERSION,
  type KitIndex,
  readClipGlb,
  readSkinnedGlb,
  type SkinnedGlb,
  writeKit,
} from './index.js';
