import { Fn, int, ivec2 } from 'three/tsl';
import type { Node } from 'three/webgpu';
import type { BoneTexture } from '../../rig/index.js';
import { boneMatrixTexture } from '../drawing/index.js';
import type { PoseSource } from './palette-nodes.js';
import type { ShaderFunctions } from './shader-functions.js';
import { assignSkinnedNormal, skinnedPoint, skinRows } from './skin-nodes.js';
import { instancePair, type TableNodes } from './table-nodes.js';
import { loadTexel, type PoseBuilder } from './three-internals.js';

/** Each vertex samples the bone texture by itself: needs nothing but texture loads, and knows no fades. */
export function createSampledPose(
  boneTexture: BoneTexture,
  table: TableNodes,
  shaders: ShaderFunctions,
): PoseSource {
  const { nBones, texWidth } = boneTexture.manifest;
  const bones = boneMatrixTexture(boneTexture);
  const position = Fn((builder: PoseBuilder) => {
    const character = instancePair().x.toVar();
    const placeBits = table.row(character, 0).toVar();
    const motionBits = table.row(character, 1).toVar();
    const motion = shaders.crowdFloats(motionBits).toVar();
    const clip = table.clip(motionBits.w.bitAnd(0xffff));
    const frames = shaders.crowdFrames(clip, table.time.sub(motion.y).mul(motion.z)).toVar();
    const shares = [
      [frames.x, frames.z.oneMinus()],
      [frames.y, frames.z],
    ];
    const rows = skinRows((joint, weight, add) => {
      for (const [frame, share] of shares) {
        const first = int(frame).mul(nBones).add(joint).mul(3).toVar();
        const influence = weight.mul(share).toVar();
        for (let r = 0; r < 3; r++) {
          const texel = first.add(r).toVar();
          const at = ivec2(texel.mod(texWidth), texel.div(texWidth));
          add(r, loadTexel(bones, at).mul(influence));
        }
      }
    });
    const turn = (v: Node<'vec3'>): Node<'vec3'> => shaders.crowdTurn(v, placeBits.w);
    assignSkinnedNormal(rows, builder.geometry.hasAttribute('tangent'), turn);
    return shaders.crowdFloats(placeBits).xyz.add(turn(skinnedPoint(rows)).mul(motion.x));
  })();
  return { position: position as Node<'vec3'>, update: () => {}, dispose: () => bones.dispose() };
}
