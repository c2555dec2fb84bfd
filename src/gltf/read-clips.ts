import { RigError } from '../errors/index.js';
import { type Clip, clipLoops, type Interpolation, type Track, type TrackPath } from '../rig/index.js';
import { type GltfFile, nodeNames } from './gltf-file.js';
import type { GltfAnimation } from './gltf-json.js';

const PATH_SIZE: Readonly<Record<TrackPath, number>> = { translation: 3, rotation: 4, scale: 3 };

/**
 * Reads the animations of a file as clips. `extras` of an animation, `{ loop, speed }`, give looping and ground speed
 * in metres per second. By default it loops unless its name ends in `_stop`, and has no speed. Morph targets are
 * ignored.
 *
 * @throws {RigError} where keys and values do not match
 */
export async function readClips(file: GltfFile): Promise<Clip[]> {
  const animations = file.json.animations ?? [];
  return Promise.all(
    animations.map((animation, index) => readClip(file, index, animation.name || `animation_${index}`)),
  );
}

/**
 * Reads one animation of a file as the clip `name`.
 *
 * @throws {RigError} where keys and values do not match
 */
export async function readClip(file: GltfFile, index: number, name: string): Promise<Clip> {
  const animation = file.json.animations![index];
  const names = nodeNames(file.json);
  const tracks = await Promise.all(
    animation.channels.map((channel) => readTrack(file, animation, channel, names)),
  );
  const moving = tracks.filter((track) => track !== undefined);
  const { loop, speed } = (animation.extras ?? {}) as { loop?: unknown; speed?: unknown };
  return {
    name,
    duration: animation.duration ?? Math.max(0, ...moving.map((track) => track.times.at(-1) ?? 0)),
    loop: clipLoops(name, loop),
    tracks: moving,
    ...(typeof speed === 'number' ? { speed } : {}),
  };
}

/** Returns undefined for channels that animate no bone. */
async function readTrack(
  file: GltfFile,
  animation: GltfAnimation,
  { sampler: samplerIndex, target }: GltfAnimation['channels'][number],
  names: readonly string[],
): Promise<Track | undefined> {
  const { path } = target;
  if (target.node === undefined || !isTrackPath(path)) return undefined;
  const sampler = animation.samplers[samplerIndex];
  const [times, values] = await Promise.all([
    file.readAccessor(sampler.input),
    file.readAccessor(sampler.output),
  ]);
  const interpolation = (sampler.interpolation ?? 'LINEAR') as Interpolation;
  const bone = names[target.node];
  const expected = times.length * PATH_SIZE[path] * (interpolation === 'CUBICSPLINE' ? 3 : 1);
  if (times.length === 0 || values.length !== expected) {
    throw new RigError(
      `The ${path} of "${bone}" in ${file.url} has ${times.length} keys and ${values.length} numbers; ${expected} are needed.`,
    );
  }
  return { bone, path, interpolation, times, values };
}

function isTrackPath(path: string): path is TrackPath {
  return Object.hasOwn(PATH_SIZE, path);
}

/**
 * Returns the index of the animation for a clip: the one of that name; the only one; or the one whose name contains it
 * as a word (`Armature|Walk|BaseLayer`). −1 for none.
 */
export function findAnimation(names: readonly string[], name: string): number {
  const exact = names.indexOf(name);
  if (exact >= 0) return exact;
  if (names.length === 1) return 0;
  const wanted = words(name).join(' ');
  const same = names.findIndex((other) => words(other).join(' ') === wanted);
  if (same >= 0) return same;
  const within = names.filter((other) => ` ${words(other).join(' ')} `.includes(` ${wanted} `));
  const shortest = within.sort((a, b) => a.length - b.length)[0];
  return shortest === undefined ? -1 : names.indexOf(shortest);
}

/** Splits a name into words: `Walk_Fast`, `walkFast` and `walk-fast` are `walk` and `fast`. */
function words(name: string): string[] {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
}
