import type { BufferAttribute } from 'three';
import { AssetError, RigError } from '../errors/index.js';
import { type Clip, clipLoops, type Interpolation, type Track, type TrackPath } from '../rig/index.js';
import { type Glb, nodeName } from './glb.js';
import type { GltfAnimation } from './glb-json.js';

const PATH_SIZE: Readonly<Record<TrackPath, number>> = { translation: 3, rotation: 4, scale: 3 };

/**
 * The clip of a file, read from the glTF animation itself rather than from the loader's tracks, which carry its own
 * names of bones. Of several animations the one named `name` is taken.
 *
 * An animation may say `extras.loop` (boolean) and `extras.speed` (metres a second). Without, every clip loops but
 * those named `…_stop`, and its speed is left unsaid.
 *
 * @throws {AssetError} where the file has no animation, or several and none of that name
 * @throws {RigError} where keys and values do not match
 */
export async function readClip(glb: Glb, name: string): Promise<Clip> {
  const animation = chooseAnimation(glb, name);
  const tracks = (
    await Promise.all(animation.channels.map((channel) => readTrack(glb, animation, channel)))
  ).filter((track) => track !== undefined);
  const duration = Math.max(0, ...tracks.map((track) => track.times.at(-1) ?? 0));
  const { loop, speed } = (animation.extras ?? {}) as { loop?: unknown; speed?: unknown };
  return {
    name,
    duration,
    loop: clipLoops(name, loop),
    tracks,
    ...(typeof speed === 'number' ? { speed } : {}),
  };
}

function chooseAnimation(glb: Glb, name: string): GltfAnimation {
  const animations = glb.json.animations ?? [];
  const chosen = animations.find((animation) => animation.name === name);
  if (chosen) return chosen;
  if (animations.length === 1) return animations[0];
  const found =
    animations.length === 0
      ? 'no animation'
      : `${animations.length} animations (${animations.map((animation) => animation.name).join(', ')})`;
  throw new AssetError(`${glb.url} should hold the clip "${name}" and has ${found}.`, glb.url);
}

/** Undefined for channels that move no bone. */
async function readTrack(
  glb: Glb,
  animation: GltfAnimation,
  { sampler: samplerIndex, target }: GltfAnimation['channels'][number],
): Promise<Track | undefined> {
  if (target.node === undefined || !isTrackPath(target.path)) return undefined;
  const sampler = animation.samplers[samplerIndex];
  const [times, values] = await Promise.all([
    glb.accessor(sampler.input).then(toNumbers),
    glb.accessor(sampler.output).then(toNumbers),
  ]);
  const interpolation = (sampler.interpolation ?? 'LINEAR') as Interpolation;
  const bone = nodeName(glb, target.node);
  const expected = times.length * PATH_SIZE[target.path] * (interpolation === 'CUBICSPLINE' ? 3 : 1);
  if (times.length === 0 || values.length !== expected) {
    throw new RigError(
      `The ${target.path} of "${bone}" in ${glb.url} has ${times.length} keys and ${values.length} numbers; ${expected} are needed.`,
    );
  }
  return { bone, path: target.path, interpolation, times, values };
}

function isTrackPath(path: string): path is TrackPath {
  return Object.hasOwn(PATH_SIZE, path);
}

/** Plain numbers, whatever integers the file stores them as. */
function toNumbers(accessor: BufferAttribute): Float32Array {
  const numbers = new Float32Array(accessor.count * accessor.itemSize);
  for (let i = 0; i < numbers.length; i++) {
    numbers[i] = accessor.getComponent(Math.floor(i / accessor.itemSize), i % accessor.itemSize);
  }
  return numbers;
}
