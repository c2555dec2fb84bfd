import { PropertyBinding } from 'three';
import { AssetError, BoneTextureError, isCrowdError, UnitError } from '../../errors/index.js';
import { hasRigidMeshes, movedNodes } from '../../gltf/index.js';
import { AFFINE_SIZE } from '../../math/index.js';
import {
  type BoneTexture,
  chooseConvention,
  decodeBoneTexture,
  findBone,
  fitTextureToSkin,
  joinBoneTextures,
  matchBones,
  matchRetargetConvention,
  namedBones,
  RETARGET_CONVENTIONS,
  type RetargetConvention,
  startAtFirstKey,
} from '../../rig/index.js';
import type { Addresses } from '../fetch/addresses.js';
import type { AssetCache, AssetLoader, LoadContext } from '../fetch/asset-cache.js';
import { describeContent, type Fetched, fetchBytes, fetchJson } from '../fetch/fetch-bytes.js';
import { type LoadOptions, type OnProgress, ProgressSum } from '../fetch/progress.js';
import { ReferenceSet } from '../fetch/reference-set.js';
import type { Warn } from '../fetch/warn.js';
import { type GlbOptions, glbLoader } from '../model/glb.js';
import { correctUnit, measureHeight } from '../model/height.js';
import { allVertices, type Model, modelOf, sampleVertices } from '../model/model.js';
import { bakeDescribed } from './bake-described.js';
import { type Baked, type BakeOptions, bake } from './bake-in-worker.js';
import type { BakeJob } from './bake-job.js';
import { decideConvention } from './decide-convention.js';
import { type LoadedClips, loadSourceClips, type SourceClip } from './source-clips.js';

export interface BoneTextureOptions {
  readonly cache: AssetCache;
  readonly files: GlbOptions;
  /** As for {@link modelOf}. */
  readonly sample: readonly string[];
  /** Convention of retargeting for clips that are baked here. @default the texture's, or the one that fits best */
  readonly retarget: RetargetConvention | undefined;
  /** Makes {@link warn} throw. */
  readonly strict: boolean;
  readonly warn: Warn;
}

/** The baked poses of a crowd. */
export interface BakedPoses extends Baked {
  /** Clips that have an address and cannot be had, each with the reason in a sentence. */
  readonly missing: ReadonlyMap<string, string>;
}

/** A texture that crowds share, and the warnings that each of them gets. */
interface Shared {
  readonly poses: BakedPoses;
  readonly warnings: readonly Parameters<Warn>[];
}

/** Inputs of a load. */
interface Loading {
  readonly holder: ReferenceSet;
  readonly addresses: Addresses;
  readonly coming: Promise<Model>;
  readonly options: BoneTextureOptions;
  readonly context: LoadContext;
}

/**
 * A crowd's bone texture: fetched and checked where there are addresses of one, or baked from the clips where its manifest
 * says that they give the same. Clips that it lacks are baked and added. Without addresses it is baked from the clips; also
 * where it cannot be used and it is certain how they are retargeted. Crowds of the same addresses share it, yet each has its
 * own `strict` and warnings.
 */
export async function loadBoneTexture(
  holder: ReferenceSet,
  addresses: Addresses,
  options: BoneTextureOptions,
  context: LoadOptions,
): Promise<BakedPoses> {
  const { poses, warnings } = await holder.get(sharedTexture(addresses, options), context);
  for (const warning of warnings) options.warn(...warning);
  return poses;
}

/** Strict crowds share with strict ones only, since for them a warning ends the load. */
function sharedTexture(addresses: Addresses, options: BoneTextureOptions): AssetLoader<Shared> {
  const { skeleton, restReference, clips, boneTexture } = addresses;
  const { cache, files, sample, retarget, strict, warn } = options;
  const sources = [boneTexture?.bin, boneTexture?.manifest, skeleton, restReference, ...clips.values()];
  return {
    key: `bone texture ${retarget} ${sources.join(' ')}${strict ? ' strict' : ''}`,
    load: async (context) => {
      // Holds its files itself, since the first caller may release its own before the texture is done.
      const holder = new ReferenceSet(cache);
      const warnings: Parameters<Warn>[] = [];
      const record: Warn = (...warning) => {
        warnings.push(warning);
        warn(...warning);
      };
      try {
        const { signal } = context;
        const sum = new ProgressSum(context.onProgress);
        const [described, rest] = [sum.part(), sum.part()];
        const description =
          boneTexture && fetchJson(boneTexture.manifest, { ...files, signal, onProgress: described });
        const coming = holder.get(glbLoader(skeleton, files), { signal }).then(async (glb) => {
          const moved = hasRigidMeshes(glb.file)
            ? await listMoved(holder, addresses, description, { files, signal })
            : [];
          return modelOf(glb, sample, record, moved);
        });
        // Avoids an unhandled rejection where something else fails before these are awaited.
        for (const promise of [description, coming]) promise?.catch(() => {});
        const recording = { ...options, warn: record };
        const loading: Loading = { holder, addresses, coming, options: recording, context };
        const poses = boneTexture
          ? loadTexture({ ...loading, context: { signal, onProgress: rest } }, boneTexture, description)
          : bakeTexture(loading);
        return { poses: await poses, warnings };
      } finally {
        holder.release();
      }
    },
    free: () => {},
  };
}

/** Names of the nodes that carry rigid meshes: the bones of the texture, or what the clips move. */
async function listMoved(
  holder: ReferenceSet,
  { clips }: Addresses,
  describing: Promise<unknown> | undefined,
  { files, signal }: { readonly files: GlbOptions; readonly signal: AbortSignal },
): Promise<readonly string[]> {
  const bones = namedBones(await describing?.catch(() => undefined));
  if (bones) return bones;
  // A clip that cannot be had is reported where it is read.
  const loaded = await Promise.allSettled(
    [...clips.values()].map((url) => holder.get(glbLoader(url, files), { signal })),
  );
  return loaded.flatMap((clip) => (clip.status === 'fulfilled' ? movedNodes(clip.value.file) : []));
}

async function loadTexture(
  loading: Loading,
  { bin, manifest }: NonNullable<Addresses['boneTexture']>,
  describing: Promise<unknown> | undefined,
): Promise<BakedPoses> {
  const { coming, context } = loading;
  let description: unknown;
  let baked: Baked;
  try {
    description = await describing;
    baked = await fetchTexture(loading, description, bin, context);
  } catch (error) {
    context.signal.throwIfAborted();
    // A bad master file is not taken for a bad texture.
    await coming;
    const message = error instanceof Error ? error.message : String(error);
    const where = message.includes(bin) || message.includes(manifest) ? '' : ` (${bin})`;
    return bakeInstead(loading, description, error, message + where);
  }
  return addClips(loading, baked);
}

async function fetchTexture(
  { holder, addresses, coming, options: { files, sample, warn } }: Loading,
  description: unknown,
  bin: string,
  context: LoadContext,
): Promise<Baked> {
  const baked = await bakeDescribed(description, holder, addresses, coming, files, context);
  if (baked) return baked;
  const [file, model] = await Promise.all([fetchBytes(bin, { ...files, ...context }), coming]);
  const texture = decode(file, description, model);
  return { texture: toMetres(texture, model, sample, bin, warn) };
}

/**
 * Bakes the clips in place of a texture that cannot be used.
 *
 * Rejected: choosing the convention by feet and symmetry here. Where the texture says rest-relative, that put characters 647 mm
 * off for a broken connection.
 *
 * @throws `error`, or a {@link BoneTextureError}, where nothing says how clips are retargeted
 */
function bakeInstead(
  loading: Loading,
  description: unknown,
  error: unknown,
  message: string,
): Promise<BakedPoses> {
  const { addresses, options } = loading;
  if (addresses.clips.size === 0) throw error;
  const described = (description as { retarget?: unknown } | null | undefined)?.retarget;
  const told = options.retarget ?? RETARGET_CONVENTIONS.find((convention) => convention === described);
  return bakeTexture(loading, (sources, { skeleton }) => {
    const chosen = chooseConvention(sources, skeleton);
    if (!told && !chosen.isSame) {
      throw new BoneTextureError(
        `${message} To draw the crowd from its clips instead, say what they mean: give the option retarget, ` +
          "'pose-matched' or 'rest-relative'.",
        'retarget',
        { cause: error },
      );
    }
    options.warn(`${message} The crowd is drawn from its clips instead (assets.bone_tex_bin).`, error);
    return told ?? chosen.convention;
  });
}

/** The texture with the clips that it lacks and that have an address. */
async function addClips(loading: Loading, baked: Baked): Promise<BakedPoses> {
  const { addresses, coming, options, context } = loading;
  const { manifest } = baked.texture;
  const has = (name: string): boolean =>
    manifest.clipInfo.some((clip) => clip.name === name) || (name === 'walk' && manifest.walkClip >= 0);
  const all = [...addresses.clips.keys()];
  const lacking = all.filter((name) => !has(name));
  if (lacking.length === 0) return { ...baked, missing: new Map() };
  const told = manifest.retarget ?? options.retarget;
  // One that both have shows how the texture was baked.
  const shared = told
    ? []
    : all.filter((name) => manifest.clipInfo.some((clip) => clip.name === name)).slice(0, 1);
  const { sources, missing } = await requestClips(loading, [...shared, ...lacking], () => {});
  for (const name of shared) missing.delete(name);
  const { skeleton, skin, url, parts } = await coming;
  const added = sources.filter(({ clip }) => !has(clip.name));
  if (added.length === 0) return { ...baked, missing };
  const known = sources.filter(({ clip }) => has(clip.name));
  const convention =
    told ??
    (known.length > 0
      ? matchRetargetConvention(baked.texture, skin, skeleton, known).convention
      : decideConvention(sources, { skeleton, url }, options.warn));
  const { texture } = await bake(
    {
      skeleton,
      skin,
      clips: added,
      convention,
      fps: manifest.bakeFps,
      vertices: allVertices(parts.values()),
    },
    { signal: context.signal, onProgress: () => {} },
  );
  return { texture: joinBoneTextures([baked.texture, texture]), missing };
}

/** @param decide how clips are retargeted */
async function bakeTexture(
  loading: Loading,
  decide = (sources: readonly SourceClip[], model: Model): RetargetConvention =>
    loading.options.retarget ?? decideConvention(sources, model, loading.options.warn),
): Promise<BakedPoses> {
  const { addresses, coming, context } = loading;
  const names = [...addresses.clips.keys()];
  if (names.length === 0) {
    const message =
      'There is neither a bone texture nor a clip: assets has no bone_tex_bin with bone_tex_manifest';
    throw new AssetError(`${message}, and assets.animations is empty.`, addresses.skeleton);
  }
  const sum = new ProgressSum(context.onProgress);
  const fetched = sum.part();
  const baking = sum.part();
  const [{ sources, missing }, model] = await Promise.all([requestClips(loading, names, fetched), coming]);
  if (sources.length === 0) {
    const reasons = [...missing.values()].join(' ');
    throw new AssetError(
      `None of the clips of assets.animations could be had. ${reasons}`,
      addresses.skeleton,
    );
  }
  const convention = decide(sources, model);
  const { texture, localPoses } = await bakePoses(model, sources, convention, {
    signal: context.signal,
    vertices: allVertices(model.parts.values()),
    onProgress: (fraction) => baking({ loaded: 0, total: 0, fraction }),
  });
  const { data, manifest } = texture;
  return { texture: { data, manifest: { ...manifest, retarget: convention } }, localPoses, missing };
}

/** Loads clips, leaves out those that move no bone of the skeleton, and warns once of bones that only one side has. */
async function requestClips(
  { holder, addresses, coming, options, context: { signal } }: Loading,
  names: readonly string[],
  onProgress: OnProgress,
): Promise<LoadedClips> {
  const { sources, missing } = await loadSourceClips(holder, addresses, {
    ...options,
    names,
    signal,
    onProgress,
  });
  const { skeleton, scene } = await coming;
  const strangers = new Set<string>();
  /** True for a node of the master file that is no bone, since no clip moves it. */
  const rests = (name: string): boolean =>
    findBone(skeleton, name) < 0 && !!scene.getObjectByName(PropertyBinding.sanitizeNodeName(name));
  const matching = sources.filter(({ clip, source }) => {
    try {
      for (const bone of matchBones(clip, source, skeleton).unmatched) if (!rests(bone)) strangers.add(bone);
      return true;
    } catch (error) {
      if (options.strict) throw error;
      missing.set(clip.name, (error as Error).message);
      return false;
    }
  });
  if (strangers.size > 0) {
    const bones = [...strangers].join(', ');
    options.warn(`These bones are on one side of the retargeting only and keep their rest pose: ${bones}.`);
  }
  const begun = matching.map(({ clip, source }) => ({ clip: startAtFirstKey(clip), source }));
  return { sources: begun, missing };
}

/** Bakes clips for a model, at their own keys. */
export function bakePoses(
  { skeleton, skin }: Pick<Model, 'skeleton' | 'skin'>,
  clips: readonly SourceClip[],
  convention: RetargetConvention,
  { vertices, ...options }: BakeOptions & Pick<BakeJob, 'vertices'>,
): Promise<Baked> {
  return bake({ skeleton, skin, clips, convention, vertices, atKeys: true }, options);
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
    const expected = namedBones(manifest) ? undefined : { boneNames: names };
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
