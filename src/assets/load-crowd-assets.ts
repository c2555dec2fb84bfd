import type { Assets } from '../protocol/index.js';
import type { RetargetConvention } from '../rig/index.js';
import { resolveAddresses } from './addresses.js';
import { AssetCache } from './asset-cache.js';
import { boneTextureSource } from './bone-texture.js';
import { type CrowdAssets, DEFAULT_CONVENTION, HeldAssets } from './crowd-assets.js';
import { glbSource } from './glb.js';
import { Holder } from './holder.js';
import { modelOf } from './model.js';
import { type OnProgress, ProgressSum } from './progress.js';

/** How a crowd's files are fetched and read. */
export interface LoadAssetsOptions {
  /** Aborts this load; another crowd's load of the same files goes on. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: OnProgress | undefined;
  /** Of concurrent loads of one address, the first one's is used. @default globalThis.fetch */
  readonly fetch?: typeof fetch | undefined;
  /** What relative addresses are relative to. @default the page's address */
  readonly baseUrl?: string | undefined;
  /**
   * What keeps the files.
   *
   * @default one shared by all crowds of the page
   * @internal
   */
  readonly cache?: AssetCache | undefined;
  /**
   * Parts that make up one visible character, for the check of the unit: body, face, hair and shared parts. Names
   * that the file lacks are passed over. A file is checked when it is first loaded. @default all parts of the file
   */
  readonly sample?: readonly string[] | undefined;
  /** How clips are retargeted. @default what reproduces the bone texture; pose-matched where there is none */
  readonly retarget?: RetargetConvention | undefined;
}

const pageCache = new AssetCache();

/**
 * Loads what a crowd is drawn from: the master file, and the bone texture, which is baked in a worker where `assets`
 * has no address of one. Far parts and clips wait until they are asked for.
 *
 * A master file or bone texture that is off by the known factor of one hundred is corrected, each with one warning that
 * names the cause.
 *
 * Crowds that are alive at once share every file by its address. Nothing is kept of a load that fails or is aborted.
 *
 * @throws {AssetError} where a file cannot be fetched, or is not what its address promises
 * @throws {RigError} where the master file has no parts, or they don't share one skeleton
 * @throws {UnitError} where its characters are neither in metres nor off by the known factor of one hundred
 * @throws {BoneTextureError} where the bone texture is damaged or doesn't fit the skeleton
 * @throws the signal's reason
 *
 * @example
 * const assets = await loadCrowdAssets(response.assets, { signal, onProgress: ({ fraction }) => bar.value = fraction });
 * const robe = assets.parts.get('robe_3');
 * assets.dispose();
 */
export async function loadCrowdAssets(assets: Assets, options: LoadAssetsOptions = {}): Promise<CrowdAssets> {
  const { signal, fetch, cache = pageCache, sample = [], retarget } = options;
  const addresses = resolveAddresses(assets, options.baseUrl);
  const holder = new Holder(cache);
  const progress = new ProgressSum(options.onProgress);
  const convention = retarget ?? (addresses.boneTexture ? undefined : DEFAULT_CONVENTION);
  const texture = boneTextureSource(addresses, {
    cache,
    fetch,
    sample,
    convention: convention ?? DEFAULT_CONVENTION,
  });
  // What a texture is baked from is kept, so that clones fetch nothing again.
  const bakedFrom = addresses.boneTexture ? [] : [addresses.restReference, ...addresses.clips.values()];
  try {
    const [glb, boneTexture] = await Promise.all([
      holder.get(glbSource(addresses.skeleton, { fetch }), { signal, onProgress: progress.part() }),
      holder.get(texture, { signal, onProgress: progress.part() }),
      ...bakedFrom.map((url) => holder.get(glbSource(url, { fetch }), { signal })),
    ]);
    const model = modelOf(glb, sample);
    progress.finish();
    return new HeldAssets({ addresses, holder, fetch, sample, model, boneTexture, convention });
  } catch (error) {
    holder.release();
    throw error;
  }
}
