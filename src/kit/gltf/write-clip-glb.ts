import { Accessor, Document, type GLTF, WebIO } from '@gltf-transform/core';
import { type Clip, findBone, type Skeleton } from '../../rig/index.js';
import { addSkeletonNodes } from './skeleton-nodes.js';

/** Writes a clip as a GLB: the skeleton's nodes and one animation with `loop` and `speed` in its `extras`. */
export async function writeClipGlb(clip: Clip, skeleton: Skeleton): Promise<Uint8Array> {
  const document = new Document();
  const buffer = document.createBuffer();
  const nodes = addSkeletonNodes(document, skeleton);
  const animation = document
    .createAnimation(clip.name)
    .setExtras({ loop: clip.loop, speed: clip.speed ?? 0 });
  const accessor = (type: GLTF.AccessorType, numbers: Float32Array) =>
    document
      .createAccessor()
      .setType(type)
      .setArray(numbers as Float32Array<ArrayBuffer>)
      .setBuffer(buffer);
  const timesByKeys = new Map<string, Accessor>();
  for (const track of clip.tracks) {
    const key = track.times.join();
    const times = timesByKeys.get(key) ?? accessor(Accessor.Type.SCALAR, track.times);
    timesByKeys.set(key, times);
    const type = track.path === 'rotation' ? Accessor.Type.VEC4 : Accessor.Type.VEC3;
    const sampler = document
      .createAnimationSampler()
      .setInterpolation(track.interpolation)
      .setInput(times)
      .setOutput(accessor(type, track.values));
    const channel = document
      .createAnimationChannel()
      .setTargetNode(nodes[findBone(skeleton, track.bone)])
      .setTargetPath(track.path)
      .setSampler(sampler);
    animation.addSampler(sampler).addChannel(channel);
  }
  return new WebIO().writeBinary(document);
}
