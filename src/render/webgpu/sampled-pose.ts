import { Fn, int, ivec2 } from 'three/tsl';
import type { Node } from 'three/webgpu';
import type { BoneTexture } from '../../rig/index.js';
import { boneMatrixTexture } from '../drawing/index.js';
import { type PoseSource, slotOf } from './palette-nodes.js';
import type { ShaderFunctions } from './shader-functions.js';
import { assignSkinnedNormal, skinnedPoint, skinRows } from './skin-nodes.js';
import { instancePair, type TableNodes } from './table-nodes.js';
import { loadTexel, type PoseBuilder } from './three-internals.js';

/** The bone texture on the GPU. */
export interface BoneReads {
  /** Calls `each` with each row of a bone's matrix in a frame. */
  read(frame: Node<'int'>, joint: Node<'int'>, each: (r: number, row: Node<'vec4'>) => void): void;
  dispose(): void;
}

export function createBoneReads(boneTexture: BoneTexture): BoneReads {
  const { nBones, texWidth } = boneTexture.manifest;
  const texture = boneMatrixTexture(boneTexture);
  return {
    read: (frame, joint, each) => {
      const first = frame.mul(nBones).add(joint).mul(3).toVar();
      for (let r = 0; r < 3; r++) {
        const texel = first.add(r).toVar();
        each(r, loadTexel(texture, ivec2(texel.mod(texWidth), texel.div(texWidth))));
      }
    },
    dispose: () => texture.dispose(),
  };
}

/** Each vertex samples the bone texture: needs nothing but texture loads, and has no fades between clips. */
export function createSampledPose(
  boneTexture: BoneTexture,
  table: TableNodes,
  shaders: ShaderFunctions,
): PoseSource {
  const bones = createBoneReads(boneTexture);
  const posed = Fn((builder: PoseBuilder) => {
    const character = slotOf(instancePair()).toVar();
    const position = table.position(character).toVar();
    const animation = table.row(character, 'animation').toVar();
    const frames = table.frames(animation).toVar();
    const weights = [
      [frames.x, frames.z.oneMinus()],
      [frames.y, frames.z],
    ];
    const rows = skinRows((joint, weight, add) => {
      for (const [frame, blend] of weights) {
        const influence = weight.mul(blend).toVar();
        bones.read(int(frame), joint, (r, row) => {
          add(r, row.mul(influence));
        });
      }
    });
    const rotate = (v: Node<'vec3'>): Node<'vec3'> => shaders.crowdRotate(v, position.w);
    assignSkinnedNormal(rows, builder.geometry.hasAttribute('tangent'), rotate);
    const origin = shaders.crowdFloats(position).xyz;
    return origin.add(rotate(skinnedPoint(rows)).mul(shaders.crowdScale(animation)));
  })();
  return { position: posed as Node<'vec3'>, update: () => {}, dispose: () => bones.dispose() };
}
