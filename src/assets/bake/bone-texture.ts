import { AssetError, BoneTextureError, isCrowdError, UnitError } from '../../errors/index.js';
import { AFFINE_SIZE } from '../../math/index.js';
import type { ClipName } from '../../protocol/index.js';
import {
  type BoneTexture,
  decodeBoneTexture,
  fitTextureToSkin,
  hasBoneNames,
  type RetargetConvention,
} from '../../rig/index.js';
import type { Addresses } from '../fetch/addresses.js';
import type { AssetCache, AssetLoader, LoadContext } from '../fetch/asset-cache.js';
import { describeContent, type Fetched, fetchBytes, fetchJson } from '../fetch/fetch-bytes.js';
import { type LoadOptions, ProgressSum } from '../fetch/progress.js';
import { Holder } from '../fetch/reference-set.js';
import type { Warn } from '../fetch/warn.js';
import { type GlbOptions, glbLoader } from '../model/glb.js';
import { correctUnit, measureHeight } from '../model/height.js';
import { allVertices, type Model, modelOf, sampleVertices } from '../model/model.js';
import { bakeDescribed } from './bake-described.js';
import { type Baked, type BakeOptions, bake } from './bake-in-worker.js';
import type { BakeJob } from './bake-job.js';
import { decideConvention } from './decide-convention.js';
import { loadSourceClips, type SourceClip } from './source-clips.js';

export interface BoneTextureOptions {
  readonly cache: AssetCache;
  readonly files: GlbOptions;
  /** As for {@link modelOf}. */
  readonly sample: readonly string[];
  /** Convention of retargeting for a texture that is baked here. @default the one that fits best */
  readonly retarget: RetargetConvention | undefined;
  /** Clips that characters play. */
  readonly played: readonly ClipName[];
  /** Loads only these clips, and fetches no bone texture. */
  readonly onlyClips: readonly ClipName[] | undefined;
  /** Makes {@link warn} throw. */
  readonly strict: boolean;
  readonly warn: Warn;
}

/** The baked poses of a crowd, and how its clips were retargeted. */
export interface BakedPoses extends Baked {
  /** Undefined for a texture that was fetched. */
  readonly convention: RetargetConvention | undefined;
}

/** A texture that crowds share, and the warnings that each of them gets. */
interface Shared {
  readonly poses: BakedPoses;
  readonly warnings: readonly Parameters<Warn>[];
}

/**
 * A crowd's bone texture: fetched and checked where there are addresses of one, or baked from the clips where its manifest
 * says that they give the same. Where there are no addresses, or what they lead to cannot be used, it is baked from
 * the clips. Crowds of the same addresses share it, yet each has its own `strict`, warnings and played clips.
 */
export async function loadBoneTexture(
  holder: Holder,
  addresses: Addresses,
  options: BoneTextureOptions,
  context: LoadOptions,
): Promise<BakedPoses> {
  const { boneTexture, clips, skeleton } = addresses;
  const { files, sample, warn, onlyClips } = options;
  const get = async (loader: AssetLoader<Shared>): Promise<BakedPoses> => {
    const { poses, warnings } = await holder.get(loader, context);
    for (const warning of warnings) warn(...warning);
    return poses;
  };
  if (onlyClips || !boneTexture) return get(bakedTexture(addresses, options));
  const fetching = get(fetchedTexture(addresses, boneTexture, options));
  // Told apart, so that a bad master file is not taken for a bad texture.
  fetching.catch(() => {});
  const { signal } = context;
  await modelOf(await holder.get(glbLoader(skeleton, files), { signal }), sample, warn);
  try {
    const poses = await fetching;
    requireClips(poses.texture, boneTexture.bin, addresses, options);
    return poses;
  } catch (error) {
    signal?.throwIfAborted();
    holder.throwIfReleased();
    // The texture only saves the work of baking, so a crowd can do without, unless there is nothing to bake it from.
    if (clips.size === 0) throw error;
    const message = error instanceof Error ? error.message : String(error);
    const isNamed = message.includes(boneTexture.bin) || message.includes(boneTexture.manifest);
    const where = isNamed ? '' : ` (${boneTexture.bin})`;
    warn(`${message}${where} The crowd is drawn from its clips instead (assets.bone_tex_bin).`, error);
    return get(bakedTexture(addresses, options));
  }
}

/** @throws {BoneTextureError} where the texture lacks a clip that characters play */
function requireClips(
  { manifest: { clipInfo, walkClip } }: BoneTexture,
  bin: string,
  { clips }: Addresses,
  { played }: BoneTextureOptions,
): void {
  const names = clipInfo.map((clip) => clip.name);
  const missing = played.filter((name) => {
    const isThere = names.includes(name) || (name === 'walk' && walkClip >= 0);
    return clips.has(name) && !isThere;
  });
  if (missing.length === 0) return;
  throw new BoneTextureError(
    `The bone texture ${bin} holds ${names.join(', ')} (clipInfo), and characters play ${missing.join(', ')}, too.`,
    'clipInfo',
  );
}

function fetchedTexture(
  addresses: Addresses,
  files: NonNullable<Addresses['boneTexture']>,
  options: BoneTextureOptions,
): AssetLoader<Shared> {
  const key = `fetched ${files.bin} ${files.manifest}`;
  return sharedTexture(key, addresses, options, async (holder, loading, warn, context) => ({
    ...(await fetchTexture(holder, addresses, files, loading, { ...options, warn }, context)),
    convention: undefined,
  }));
}

/** The clips that characters play decide how all are retargeted, and which of them must be there. */
function bakedTexture(addresses: Addresses, options: BoneTextureOptions): AssetLoader<Shared> {
  const { retarget, onlyClips, played } = options;
  const narrowed = onlyClips ? ` only ${onlyClips.join(' ')}` : '';
  const key = `baked ${retarget} ${played.join(' ')}${narrowed}`;
  return sharedTexture(key, addresses, options, (holder, loading, warn, context) =>
    bakeTexture(holder, addresses, loading, { ...options, warn }, context),
  );
}

/** Strict crowds share with strict ones only, since for them a warning ends the load. */
function sharedTexture(
  key: string,
  { skeleton, restReference, clips }: Addresses,
  { cache, files, sample, strict, warn }: BoneTextureOptions,
  load: (holder: Holder, loading: Promise<Model>, warn: Warn, context: LoadContext) => Promise<BakedPoses>,
): AssetLoader<Shared> {
  const sources = [skeleton, restReference, ...clips.values()].join(' ');
  return {
    key: `bone texture ${key} ${sources}${strict ? ' strict' : ''}`,
    load: async (context) => {
      // It holds the files that it needs itself: whoever asked first may leave before the texture is done.
      const holder = new Holder(cache);
      const warnings: Parameters<Warn>[] = [];
      const record: Warn = (...warning) => {
        warnings.push(warning);
        warn(...warning);
      };
      try {
        const loading = holder
          .get(glbLoader(skeleton, files), { signal: context.signal })
          .then((glb) => modelOf(glb, sample, record));
        // Avoids an unhandled rejection where something else fails before `load` awaits it.
        loading.catch(() => {});
        return { poses: await load(holder, loading, record, context), warnings };
      } finally {
        holder.release();
      }
    },
    free: () => {},
  };
}

async function fetchTexture(
  holder: Holder,
  addresses: Addresses,
  { bin, manifest }: NonNullable<Addresses['boneTexture']>,
  loading: Promise<Model>,
  { files, sample, warn }: BoneTextureOptions,
  { signal, onProgress }: LoadContext,
): Promise<Baked> {
  const sum = new ProgressSum(onProgress);
  const [described, rest] = [sum.part(), sum.part()];
  const description = await fetchJson(manifest, { ...files, signal, onProgress: described });
  const context = { signal, onProgress: rest };
  const baked = await bakeDescribed(description, holder, addresses, loading, files, context);
  if (baked) return baked;
  const [file, model] = await Promise.all([fetchBytes(bin, { ...files, ...context }), loading]);
  const texture = decode(file, description, model);
  return { texture: toMetres(texture, model, sample, bin, warn) };
}

async function bakeTexture(
  holder: Holder,
  addresses: Addresses,
  loading: Promise<Model>,
  { files, retarget, played, onlyClips, warn }: BoneTextureOptions,
  { signal, onProgress }: LoadContext,
): Promise<BakedPoses> {
  const names = onlyClips?.length ? onlyClips : [...addresses.clips.keys()];
  if (names.length === 0) {
    const message =
      'There is neither a bone texture nor a clip: assets has no bone_tex_bin with bone_tex_manifest';
    throw new AssetError(`${message}, and assets.animations is empty.`, addresses.skeleton);
  }
  const sum = new ProgressSum(onProgress);
  const fetched = sum.part();
  const baking = sum.part();
  const [sources, model] = await Promise.all([
    loadSourceClips(holder, addresses, {
      files,
      names,
      needed: played,
      warn,
      signal,
      onProgress: fetched,
    }),
    loading,
  ]);
  if (sources.length === 0) {
    throw new AssetError('None of the clips of assets.animations could be had.', addresses.skeleton);
  }
  const convention =
    retarget ?? decideConvention(sources, model, { played, reference: addresses.restReference });
  const baked = await bakePoses(model, sources, convention, {
    signal,
    // Without vertices, bounds are those of the joints: clones are not culled by them.
    vertices: onlyClips ? undefined : allVertices(model.parts.values()),
    onProgress: (fraction) => baking({ loaded: 0, total: 0, fraction }),
  });
  return { ...baked, convention };
}

/** Bakes clips for a model. */
export function bakePoses(
  { skeleton, skin }: Pick<Model, 'skeleton' | 'skin'>,
  clips: readonly SourceClip[],
  convention: RetargetConvention,
  { vertices, atKeys = false, ...options }: BakeOptions & Pick<BakeJob, 'vertices' | 'atKeys'>,
): Promise<Baked> {
  return bake({ skeleton, skin, clips, convention, vertices, atKeys }, options);
}

function decode(
  file: Fetched,
  manifest: unknown,
  { skeleton, skin, jointsOfLargestSkin }: Model,
): BoneTexture {
  const { url, bytes, contentType } = file;
  if (contentType.startsWith('text/html')) {
    throw new AssetError(`${url} is no bone texture: it ${describeContent(file)}. Check the address.`, url);
  }
  const names = Array.from(skin.joints.subarray(0, jointsOfLargestSkin), (bone) => skeleton.names[bone]);
  try {
    // By its own names, a texture may count joints in another order than the file's largest skin.
    const expected = hasBoneNames(manifest) ? undefined : { boneNames: names };
    const texture = decodeBoneTexture(bytes, manifest, expected);
    return fitTextureToSkin(texture, skeleton, skin, jointsOfLargestSkin);
  } catch (error) {
    if (!isCrowdError(error, 'BoneTextureError')) throw error;
    throw new BoneTextureError(`${error.message} The texture is ${url}.`, error.field, { cause: error });
  }
}

/**
 * Holds the texture to the same check as the mesh: a texture baked without the root's scale, or with it twice, is
 * corrected with a warning, since its matrices say all that is needed.
 */
function toMetres(
  texture: BoneTexture,
  model: Model,
  sample: readonly string[],
  url: string,
  warn: Warn,
): BoneTexture {
  const { manifest, data } = texture;
  const first = manifest.clipInfo[0].startFrame * manifest.nBones * AFFINE_SIZE;
  const matrices = data.subarray(first, first + manifest.nBones * AFFINE_SIZE);
  const factor = textureUnit(measureHeight(sampleVertices(model, sample), matrices), model, url, warn);
  if (factor === 1) return texture;
  const clipInfo = manifest.clipInfo.map(({ bounds, ...clip }) =>
    bounds ? { ...clip, bounds: bounds.map((metres) => metres * factor) as typeof bounds } : clip,
  );
  return { manifest: { ...manifest, clipInfo }, data: data.map((value) => value * factor) };
}

/** @throws {UnitError} where the texture was baked for other vertices */
function textureUnit(height: number, model: Model, url: string, warn: Warn): number {
  try {
    return correctUnit(height, url, warn);
  } catch (cause) {
    if (!isCrowdError(cause, 'UnitError')) throw cause;
    const measured = `The bone texture ${url} makes the characters of ${model.url} ${Number(height.toPrecision(3))} m tall`;
    throw new UnitError(
      `${measured}, and about 1.7 is expected. It was baked for another file, or in another unit. Bake it anew from this one.`,
      height,
      { cause },
    );
  }
}
