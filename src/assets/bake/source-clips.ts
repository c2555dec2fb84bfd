import { AssetError } from '../../errors/index.js';
import { findAnimation, readClip, readSkeleton } from '../../gltf/index.js';
import { type Clip, findBone, type Skeleton } from '../../rig/index.js';
import type { Addresses } from '../fetch/addresses.js';
import type { LoadOptions } from '../fetch/progress.js';
import { ProgressSum } from '../fetch/progress.js';
import type { ReferenceSet } from '../fetch/reference-set.js';
import type { Warn } from '../fetch/warn.js';
import { type Glb, type GlbOptions, glbLoader } from '../model/glb.js';

/** A clip as authored, and the skeleton that it is authored for. */
export interface SourceClip {
  readonly clip: Clip;
  readonly source: Skeleton;
}

/** True if a skeleton has a bone that a clip moves. */
export function movesBones({ tracks }: Clip, skeleton: Skeleton): boolean {
  return tracks.some(({ bone }) => findBone(skeleton, bone) >= 0);
}

/** Clips to load, and the callback for warnings, such as that of a rest reference that cannot be loaded. */
export interface SourceClipsOptions extends LoadOptions {
  readonly files: GlbOptions;
  readonly names: readonly string[];
  readonly warn: Warn;
}

/** Loaded clips, and for each other clip a sentence that says why it could not be loaded. */
export interface LoadedClips {
  readonly sources: SourceClip[];
  readonly missing: Map<string, string>;
}

/**
 * Fetches clips, each of which must have an address, and the rest reference. Where that cannot be had, clips are taken to
 * be authored for the skeleton in their own file.
 *
 * @throws with `strict`, the error of a clip that cannot be had
 */
export async function loadSourceClips(
  holder: ReferenceSet,
  addresses: Addresses,
  { strict, ...options }: SourceClipsOptions & { readonly strict: boolean },
): Promise<LoadedClips> {
  const { names, signal } = options;
  const missing = new Map<string, string>();
  const results = await Promise.allSettled(requestSourceClips(holder, addresses, options));
  signal?.throwIfAborted();
  const sources = results.flatMap((result, k) => {
    if (result.status === 'fulfilled') return [result.value];
    if (strict) throw result.reason;
    missing.set(names[k], (result.reason as Error).message);
    return [];
  });
  return { sources, missing };
}

/** As {@link loadSourceClips}, each for itself; one that cannot be had rejects. */
export function requestSourceClips(
  holder: ReferenceSet,
  { clips, restReference }: Addresses,
  { files, names, warn, signal, onProgress }: SourceClipsOptions,
): Promise<SourceClip>[] {
  const sum = new ProgressSum(onProgress);
  const load = (url: string): Promise<Glb> =>
    holder.get(glbLoader(url, files), { signal, onProgress: sum.part() });
  const loadReference = async (url: string): Promise<Glb | undefined> => {
    try {
      return await load(url);
    } catch (error) {
      signal?.throwIfAborted();
      const consequence =
        'Clips are taken to be made for the skeletons in their own files (assets.rest_reference_glb).';
      warn(`${(error as Error).message} ${consequence}`, error);
      return undefined;
    }
  };
  const reference = restReference === undefined ? undefined : loadReference(restReference);
  // It is not awaited if no clip loads.
  reference?.catch(() => {});
  const loadClip = async (name: string): Promise<SourceClip> => {
    const { file, url } = await load(clips.get(name)!);
    const clip = await chooseClip(file, name, url, warn);
    const moved = clip.tracks.map(({ bone }) => bone);
    return { clip, source: readSkeleton((await reference)?.file ?? file, moved).skeleton };
  };
  return names.map(loadClip);
}

async function chooseClip(file: Glb['file'], name: string, url: string, warn: Warn): Promise<Clip> {
  const names = (file.json.animations ?? []).map((animation) => animation.name ?? '');
  if (names.length === 0) {
    throw new AssetError(`${url} should hold the clip "${name}" and has no animation.`, url);
  }
  const found = findAnimation(names, name);
  if (found < 0) {
    warn(
      `${url} should hold the clip "${name}" and has ${names.length} animations (${names.join(', ')}). The first one is taken.`,
    );
  }
  const clip = await readClip(file, Math.max(found, 0), name);
  if (clip.tracks.length > 0) return clip;
  throw new AssetError(`${url} should hold the clip "${name}", and its animation has no keys.`, url);
}
