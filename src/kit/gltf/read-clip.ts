import type { Accessor, Animation, AnimationChannel } from '@gltf-transform/core';
import { type Clip, clipLoops, type Track } from '../../rig/index.js';

export function readClip(animation: Animation): Clip {
  const tracks = animation.listChannels().flatMap(readTrack);
  const { loop, speed } = animation.getExtras();
  return {
    name: animation.getName(),
    duration: Math.max(0, ...tracks.map(({ times }) => times[times.length - 1])),
    loop: clipLoops(animation.getName(), loop),
    tracks,
    ...(typeof speed === 'number' ? { speed } : {}),
  };
}

function readTrack(channel: AnimationChannel): Track[] {
  const node = channel.getTargetNode();
  const path = channel.getTargetPath();
  const sampler = channel.getSampler();
  if (node === null || path === null || path === 'weights' || sampler === null) return [];
  const times = sampler.getInput();
  const values = sampler.getOutput();
  if (times === null || values === null || times.getCount() === 0) return [];
  return [
    {
      bone: node.getName(),
      path,
      interpolation: sampler.getInterpolation(),
      times: readNumbers(times),
      values: readNumbers(values),
    },
  ];
}

/** Normalized integers come as the numbers that they mean. */
function readNumbers(accessor: Accessor): Float32Array {
  const size = accessor.getElementSize();
  const numbers = new Float32Array(accessor.getCount() * size);
  const element: number[] = [];
  for (let i = 0; i < accessor.getCount(); i++) numbers.set(accessor.getElement(i, element), i * size);
  return numbers;
}
