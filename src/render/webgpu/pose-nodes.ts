import {
  attribute,
  Fn,
  float,
  int,
  ivec2,
  normalGeometry,
  normalize,
  normalLocal,
  positionGeometry,
  tangentGeometry,
  tangentLocal,
  texture,
  uniform,
  varying,
  vec3,
  vec4,
} from 'three/tsl';
import type { DataTexture, Node } from 'three/webgpu';
import { TINTS, type Tint } from '../../protocol/index.js';
import { type DataTextures, TABLE_WIDTH } from '../shared/index.js';
import type { ShaderFunctions } from './shader-functions.js';

/** The nodes through which the materials of one crowd read its textures. */
export interface PoseNodes {
  /** The posed vertex in the crowd's space; as `positionNode`, it also turns the normal and the tangent. */
  readonly position: Node<'vec3'>;
  /** A character's colour, read in the vertex stage. */
  tint(tint: Tint): Node<'vec3'>;
  setTime(seconds: number): void;
}

/** Bits of a joint or weight within the words of `crowdSkin`. */
const HALF_WORD = 0xffff;

export function createPoseNodes(
  textures: DataTextures,
  bones: number,
  boneTextureWidth: number,
  shaders: ShaderFunctions,
): PoseNodes {
  const time = uniform(0);
  const id = attribute<'uint'>('crowdId', 'uint');

  const row = (texel: number): Node<'uvec4'> =>
    loadUint(textures.table, shaders.crowdTexel(int(id).mul(4).add(texel), int(TABLE_WIDTH)));

  const position = Fn((builder: { geometry: { hasAttribute(name: string): boolean } }) => {
    const placeBits = row(0).toVar();
    const place = shaders.crowdFloats(placeBits).toVar();
    const motionBits = row(1).toVar();
    const motion = shaders.crowdFloats(motionBits).toVar();
    const clip = texture(textures.clips).load(ivec2(int(motionBits.w.bitAnd(HALF_WORD)), int(0)));
    const frames = shaders.crowdFrames(clip, time.sub(motion.y).mul(motion.z)).toVar();

    const skin = attribute<'uvec4'>('crowdSkin', 'uvec4');
    const words = [skin.x, skin.y, skin.z, skin.w];
    const rows = [0, 1, 2].map(() => vec4(0).toVar());
    for (let k = 0; k < 4; k++) {
      const shift = (k & 1) * 16;
      const joint = int(words[k >> 1].shiftRight(shift).bitAnd(HALF_WORD));
      const weight = float(words[2 + (k >> 1)].shiftRight(shift).bitAnd(HALF_WORD)).div(HALF_WORD);
      for (const [frame, share] of [
        [frames.x, frames.z.oneMinus()],
        [frames.y, frames.z],
      ]) {
        const texel = int(frame).mul(bones).add(joint).mul(3).toVar();
        const influence = weight.mul(share).toVar();
        rows.forEach((sum, r) => {
          const at = shaders.crowdTexel(texel.add(r), int(boneTextureWidth));
          sum.addAssign(texture(textures.bones).load(at).mul(influence));
        });
      }
    }
    const [x, y, z] = rows;
    const direction = (v: Node<'vec3'>): Node<'vec3'> =>
      normalize(shaders.crowdTurn(vec3(x.xyz.dot(v), y.xyz.dot(v), z.xyz.dot(v)), placeBits.w));
    normalLocal.assign(direction(normalGeometry));
    if (builder.geometry.hasAttribute('tangent')) tangentLocal.assign(direction(vec3(tangentGeometry.xyz)));
    const point = vec4(positionGeometry, 1);
    const posed = vec3(x.dot(point), y.dot(point), z.dot(point));
    return place.xyz.add(shaders.crowdTurn(posed, placeBits.w).mul(motion.x));
  })();

  return {
    position: position as Node<'vec3'>,
    tint: (tint) => varying(shaders.crowdColor(component(row(3), TINTS.indexOf(tint)))),
    setTime: (seconds) => {
      time.value = seconds;
    },
  };
}

function loadUint(data: DataTexture, at: Node<'ivec2'>): Node<'uvec4'> {
  return texture<'uvec4'>(data).load(at);
}

function component(word: Node<'uvec4'>, index: number): Node<'uint'> {
  return [word.x, word.y, word.z, word.w][index];
}
