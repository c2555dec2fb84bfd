import { AssetError, BoneTextureError, isBoneTextureError } from '../errors/index.js';
import { AFFINE_SIZE } from '../math/index.js';
import { type BoneTexture, decodeBoneTexture, type RetargetConvention } from '../rig/index.js';
import type { Addresses } from './addresses.js';
import type { AssetCache, Source, Work } from './asset-cache.js';
import { bake } from './bake-in-worker.js';
import { describeContent, type Fetched, type FetchOptions, fetchBytes, fetchJson } from './fetch-bytes.js';
import { glbSource } from './glb.js';
import { correctUnit, measureHeight } from './height.js';
import { Holder } from './holder.js';
import { type Model, modelOf, sampleVertices } from './model.js';
import { ProgressSum } from './progress.js';
import { readPartVertices } from './read-vertices.js';
import { loadSourceClips } from './source-clips.js';

export interface BoneTextureOptions {
  readonly cache: AssetCache;
  readonly fetch: FetchOptions['fetch'];
  /** As for {@link modelOf}. */
  readonly sample: readonly string[];
  /** How clips are retargeted where the texture is baked. */
  readonly convention: RetargetConvention;
}

/** A crowd's bone texture: fetched and checked where there are addresses of one, or else baked from all clips. */
export function boneTextureSource(addresses: Addresses, options: BoneTextureOptions): Source<BoneTexture> {
  const { boneTexture, skeleton, restReference, clips } = addresses;
  const key = boneTexture
    ? [boneTexture.bin, boneTexture.manifest, skeleton]
    : [skeleton, restReference, ...clips.values(), options.convention];
  return {
    key: `bone texture ${key.join(' ')}`,
    load: async (work) => {
      // A share of its own in the files it needs: whoever asked first may leave before the texture is done.
      const holder = new Holder(options.cache);
      try {
        return await (boneTexture
          ? fetchTexture(holder, addresses, boneTexture, options, work)
          : bakeTexture(holder, addresses, options, work));
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
  { fetch, sample }: BoneTextureOptions,
  { signal, onProgress }: Work,
): Promise<BoneTexture> {
  const sum = new ProgressSum(onProgress);
  const [file, description, glb] = await Promise.all([
    fetchBytes(bin, { signal, fetch, onProgress: sum.part() }),
    fetchJson(manifest, { signal, fetch, onProgress: sum.part() }),
    holder.get(glbSource(addresses.skeleton, { fetch }), { signal }),
  ]);
  const model = modelOf(glb, sample);
  return toMetres(decode(file, description, model), model, sample, bin);
}

async function bakeTexture(
  holder: Holder,
  addresses: Addresses,
  { fetch, sample, convention }: BoneTextureOptions,
  { signal, onProgress }: Work,
): Promise<BoneTexture> {
  if (addresses.clips.size === 0) {
    const message =
      'There is neither a bone texture nor a clip: assets has no bone_tex_bin with bone_tex_manifest';
    throw new AssetError(`${message}, and assets.animations is empty.`, addresses.skeleton);
  }
  const sum = new ProgressSum(onProgress);
  const fetched = sum.part();
  const baked = sum.part();
  const [{ source, clips }, glb] = await Promise.all([
    loadSourceClips(holder, addresses, [...addresses.clips.keys()], { signal, fetch, onProgress: fetched }),
    holder.get(glbSource(addresses.skeleton, { fetch }), { signal }),
  ]);
  const { skeleton, skin, parts } = modelOf(glb, sample);
  const vertices = [...parts.values()].map((part) => readPartVertices(part.geometry, part.name));
  const job = { skeleton, skin, source, clips, convention, vertices };
  return bake(job, {
    signal,
    onProgress: (fraction) => baked({ loaded: 0, total: 0, fraction }),
  });
}

function decode(file: Fetched, manifest: unknown, { skeleton, skin }: Model): BoneTexture {
  const { url, bytes, contentType } = file;
  if (contentType.startsWith('text/html')) {
    throw new AssetError(`${url} is no bone texture: it ${describeContent(file)}. Check the address.`, url);
  }
  const boneNames = Array.from(skin.joints, (bone) => skeleton.names[bone]);
  try {
    return decodeBoneTexture(bytes, manifest, { boneNames });
  } catch (error) {
    if (!isBoneTextureError(error)) throw error;
    throw new BoneTextureError(`${error.message} (${url})`, error.field, { cause: error });
  }
}

/**
 * Holds the texture to the same check as the mesh: a texture baked without the root's scale, or with it twice, is
 * corrected with a warning, since its matrices say all that is needed.
 */
function toMetres(texture: BoneTexture, model: Model, sample: readonly string[], url: string): BoneTexture {
  const { manifest, data } = texture;
  const first = manifest.clipInfo[0].startFrame * manifest.nBones * AFFINE_SIZE;
  const matrices = data.subarray(first, first + manifest.nBones * AFFINE_SIZE);
  const factor = correctUnit(measureHeight(sampleVertices(model, sample), matrices), url);
  if (factor === 1) return texture;
  const clipInfo = manifest.clipInfo.map(({ bounds, ...clip }) =>
    bounds ? { ...clip, bounds: bounds.map((metres) => metres * factor) as typeof bounds } : clip,
  );
  return { manifest: { ...manifest, clipInfo }, data: data.map((value) => value * factor) };
}
