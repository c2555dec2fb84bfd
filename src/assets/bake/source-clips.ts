import { AssetError } from '../../errors/index.js';
import { findAnimation, readClip, readSkeleton } from '../../gltf/index.js';
import type { ClipName } from '../../protocol/index.js';
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

/** Which clips, and what is said of those that cannot be had. */
export interface SourceClipsOptions extends LoadOptions {
  readonly files: GlbOptions;
  readonly names: readonly ClipName[];
  /** Clips that must be there; others may be missing, with a warning. */
  readonly needed: readonly string[];
  readonly warn: Warn;
}

/**
 * Fetches clips, each of which must have an address, and the rest reference. Where that cannot be had, clips are taken to
 * be authored for the skeleton in their own file.
 *
 * @throws {AssetError} where a clip that is needed cannot be had
 */
export async function loadSourceClips(
  holder: ReferenceSet,
  addresses: Addresses,
  options: SourceClipsOptions,
): Promise<SourceClip[]> {
  const loaded = await Promise.all(requestSourceClips(holder, addresses, options));
  return loaded.flatMap((clip) => clip ?? []);
}

/** As {@link loadSourceClips}, each for itself; undefined for one that is left out. */
export function requestSourceClips(
  holder: ReferenceSet,
  { clips, restReference }: Addresses,
  { files, names, needed, warn, signal, onProgress }: SourceClipsOptions,
): Promise<SourceClip | undefined>[] {
  const sum = new ProgressSum(onProgress);
  const load = (url: string): Promise<Glb> =>
    holder.get(glbLoader(url, files), { signal, onProgress: sum.part() });
  const orWarn = async <T>(work: Promise<T>, consequence: string): Promise<T | undefined> => {
    try {
      return await work;
    } catch (error) {
      signal?.throwIfAborted();
      warn(`${(error as Error).message} ${consequence}`, error);
      return undefined;
    }
  };
  const loadReference = async (url: string): Promise<Skeleton> =>
    readSkeleton((await load(url)).file).skeleton;
  const reference =
    restReference === undefined
      ? undefined
      : orWarn(
          loadReference(restReference),
          'Clips are taken to be made for the skeletons in their own files (assets.rest_reference_glb).',
        );
  // It is not awaited if no clip loads.
  reference?.catch(() => {});
  const loadClip = async (name: ClipName): Promise<SourceClip> => {
    const { file, url } = await load(clips.get(name)!);
    const clip = await chooseClip(file, name, url, warn);
    return { clip, source: (await reference) ?? readSkeleton(file).skeleton };
  };
  return names.map((name) =>
    needed.includes(name)
      ? loadClip(name)
      : orWarn(loadClip(name), `Nobody plays "${name}" (assets.animations.${name}); it is left out.`),
  );
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
  return readClip(file, Math.max(found, 0), name);
}
