import type { Assets, BodyBuild } from '../protocol/index.js';
import type { RetargetConvention } from '../rig/index.js';
import { loadBoneTexture } from './bake/bone-texture.js';
import { type CrowdAssets, holdAssets } from './crowd-assets.js';
import { resolveAddresses } from './fetch/addresses.js';
import { type AssetCache, pageCache } from './fetch/asset-cache.js';
import { abortOnThrow, type OnProgress, ProgressSum } from './fetch/progress.js';
import { ReferenceSet } from './fetch/reference-set.js';
import { createWarn, type WarnOptions } from './fetch/warn.js';
import type { DecoderOptions } from './model/decoders.js';
import { glbLoader } from './model/glb.js';
import { describeDropped, type Model, modelOf } from './model/model.js';

/** Options of loading the files of a crowd. */
export interface LoadAssetsOptions extends WarnOptions {
  /** Aborts this load; another crowd's load of the same files goes on. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: OnProgress | undefined;
  /** Of concurrent loads of one address, the first one's is used. @default globalThis.fetch */
  readonly fetch?: typeof fetch | undefined;
  /** Address that relative addresses are resolved against. @default the page's address */
  readonly baseUrl?: string | undefined;
  /**
   * Cache of the files.
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
  /**
   * Convention of retargeting for clips that are baked here: all of them without a bone texture, else those that it lacks.
   *
   * @default the bone texture's; without one, the convention that puts feet on the ground symmetrically
   */
  readonly retarget?: RetargetConvention | undefined;
  /** Builds of a response, for characters with a `build`. They need the bones of a human. @default none */
  readonly builds?: readonly BodyBuild[] | undefined;
  /**
   * Fetches the file of the far parts together with the others.
   * @default false
   */
  readonly withFarParts?: boolean | undefined;
  /** Decoders for files compressed with Draco or KTX2. @default none; meshopt needs none */
  readonly decoders?: DecoderOptions | undefined;
  /**
   * Longest time without data from a server, milliseconds.
   * @default 30000
   */
  readonly timeout?: number | undefined;
  /**
   * Further attempts to fetch a file after a lost connection, 408, 429 and 5xx.
   * @default 2
   */
  readonly retry?: number | undefined;
}

/**
 * Loads the assets of a crowd: the master file and the bone texture. If there is no bone texture, or it cannot be loaded, it
 * is baked from the clips, in a worker; clips that it lacks are baked and added to it. Far parts are loaded when they are
 * asked for.
 *
 * A master file or bone texture that is off by the known factor of one hundred is corrected. Each problem that is corrected
 * or worked around gives one warning that names the field or the address.
 *
 * Crowds that exist at the same time share every file by its address. Failed and aborted loads leave nothing in the cache.
 *
 * @throws {AssetError} where a file cannot be fetched, or is not what its address promises
 * @throws {TimeoutError} if a server sends nothing for longer than `timeout`
 * @throws {RigError} where the master file has no parts
 * @throws {UnitError} where its characters are neither in metres nor off by the known factor of one hundred
 * @throws {BoneTextureError} where the bone texture cannot be used, and nothing says how clips are to be retargeted in its
 *   place; with `strict`, always
 * @throws the signal's reason, or what `onProgress` throws
 *
 * @example
 * const assets = await loadCrowdAssets(response.assets, { signal, onProgress: ({ fraction }) => bar.value = fraction });
 * const robe = assets.parts.get('robe_3');
 * assets.dispose();
 */
export async function loadCrowdAssets(assets: Assets, options: LoadAssetsOptions = {}): Promise<CrowdAssets> {
  const { signal, onProgress } = abortOnThrow(options);
  const { cache = pageCache, sample = [], retarget, withFarParts, builds = [], strict = false } = options;
  const { fetch, timeout, retry, decoders } = options;
  const files = { fetch, timeout, retry, decoders };
  const addresses = resolveAddresses(assets, options.baseUrl);
  const warn = createWarn(options, addresses.skeleton);
  for (const warning of addresses.warnings) warn(`${warning} The crowd is drawn from its clips.`);
  const holder = new ReferenceSet(cache);
  const progress = new ProgressSum(onProgress);
  const texture = { cache, files, sample, retarget, strict, warn };
  const far =
    withFarParts && addresses.far !== undefined
      ? holder.get(glbLoader(addresses.far, files), { signal })
      : undefined;
  // Errors are reported by `loadFarParts`.
  far?.catch(() => {});
  try {
    const [glb, poses] = await Promise.all([
      holder.get(glbLoader(addresses.skeleton, files), { signal, onProgress: progress.part() }),
      loadBoneTexture(holder, addresses, texture, { signal, onProgress: progress.part() }),
    ]);
    const model = await modelOf(glb, sample, warn);
    tellDropped(model);
    progress.finish();
    signal?.throwIfAborted();
    const built =
      builds.length > 0 && (await import('./bake/create-builds.js')).buildsFor(model, poses, builds, warn);
    return { ...holdAssets({ addresses, holder, files, far, sample, model, poses, warn }), ...built };
  } catch (error) {
    holder.release();
    throw error;
  }
}

const told = new WeakSet<object>();

/** Says once for each file what of it is not drawn. */
function tellDropped({ url, dropped }: Pick<Model, 'url' | 'dropped'>): void {
  if (dropped.length === 0 || told.has(dropped)) return;
  told.add(dropped);
  console.info(describeDropped(url, dropped));
}
