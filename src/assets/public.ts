/**
 * From addresses to three objects: a crowd's files, fetched once and shared.
 *
 * @module three-crowd/assets
 */
export {
  type CrowdAssets,
  type DecoderOptions,
  type LoadAssetsOptions,
  type LoadOptions,
  loadCrowdAssets,
  type OnProgress,
  type Part,
  type Progress,
} from './index.js';
