import type { ClipName } from '../protocol/index.js';
import type { Clip, Skeleton } from '../rig/index.js';
import type { Addresses } from './addresses.js';
import type { FetchOptions } from './fetch-bytes.js';
import { type Glb, glbSource } from './glb.js';
import type { Holder } from './holder.js';
import { ProgressSum } from './progress.js';
import { readClip } from './read-clip.js';
import { readSkeleton } from './read-rig.js';

/** Clips as authored, and the skeleton that they are authored for. */
export interface SourceClips {
  readonly source: Skeleton;
  readonly clips: readonly Clip[];
}

/** Fetches clips, each of which must have an address, and the rest reference. */
export async function loadSourceClips(
  holder: Holder,
  addresses: Addresses,
  names: readonly ClipName[],
  { signal, fetch, onProgress }: FetchOptions,
): Promise<SourceClips> {
  const sum = new ProgressSum(onProgress);
  const load = (url: string): Promise<Glb> =>
    holder.get(glbSource(url, { fetch }), { signal, onProgress: sum.part() });
  const [reference, ...files] = await Promise.all([
    load(addresses.restReference),
    ...names.map((name) => load(addresses.clips.get(name)!)),
  ]);
  const clips = await Promise.all(files.map((file, index) => readClip(file, names[index])));
  return { source: readSkeleton(reference).skeleton, clips };
}
