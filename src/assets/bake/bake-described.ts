import type { ClipInfo } from '../../protocol/index.js';
import { readManifest } from '../../rig/index.js';
import type { Addresses } from '../fetch/addresses.js';
import type { LoadContext } from '../fetch/asset-cache.js';
import type { ReferenceSet } from '../fetch/reference-set.js';
import { createWarn } from '../fetch/warn.js';
import type { GlbOptions } from '../model/glb.js';
import type { Model } from '../model/model.js';
import { type Baked, bake } from './bake-in-worker.js';
import { requestSourceClips, type SourceClip } from './source-clips.js';

/**
 * The bone texture that a manifest describes, baked here instead of fetched, where the manifest says that the clips give
 * the same (`retarget`). Of the sample kit, 0.13 MB of clips and 0.1 s in a worker take the place of 1.8 MB, compressed.
 * The boxes of the clips, which would take another 0.6 s to measure, are the manifest's.
 *
 * @returns undefined where the manifest says no such thing, or a clip cannot be had, is in doubt, or has other frames than
 * the manifest says: the texture then has to be fetched
 */
export async function bakeDescribed(
  description: unknown,
  holder: ReferenceSet,
  addresses: Addresses,
  loading: Promise<Model>,
  files: GlbOptions,
  { signal, onProgress }: LoadContext,
): Promise<Baked | undefined> {
  try {
    const { clipInfo, walkClip, retarget, bakeFps } = readManifest(description, undefined);
    const order = [...addresses.clips.keys()].filter((name) => clipInfo.some((clip) => clip.name === name));
    if (!retarget || order.length < clipInfo.length) return undefined;
    const fetching = requestSourceClips(holder, addresses, {
      files,
      names: order,
      warn: createWarn({ strict: true }, addresses.skeleton),
      signal,
      onProgress,
    });
    // A clip that fails before anything awaits it must not be an unhandled rejection; its awaiter still gets the error.
    for (const clip of fetching) clip.catch(() => {});
    const coming = new Map<string, (typeof fetching)[number]>(order.map((name, k) => [name, fetching[k]]));
    const clips = clipInfo.map(({ name }) => coming.get(name) as Promise<SourceClip>);
    const job = loading.then(({ skeleton, skin }) => {
      return { skeleton, skin, clips, convention: retarget, fps: bakeFps, vertices: undefined };
    });
    const { texture, localPoses } = await bake(job, { signal, onProgress: () => {} });
    const { manifest, data } = texture;
    const isDescribed = manifest.clipInfo.every((clip, i) => isSame(clip, clipInfo[i]));
    if (!isDescribed) return undefined;
    return { texture: { manifest: { ...manifest, clipInfo, walkClip, retarget }, data }, localPoses };
  } catch {
    // Reading the texture reports what is wrong with the manifest.
    signal.throwIfAborted();
    return undefined;
  }
}

/** True if a clip that was baked here equals the described one: in frames, and in its box in metres. */
function isSame(baked: ClipInfo, described: ClipInfo): boolean {
  const ratio = boxHeight(described) / boxHeight(baked);
  return (
    baked.startFrame === described.startFrame &&
    baked.frameCount === described.frameCount &&
    ratio > 0.5 &&
    ratio < 2
  );
}

/** NaN for a clip without a box. */
function boxHeight({ bounds = [] }: { bounds?: readonly number[] }): number {
  return bounds[4] - bounds[1];
}
