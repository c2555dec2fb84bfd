/** Times posing, baking, retargeting and decoding. */

import {
  bakeBoneTexture,
  type Clip,
  decodeBoneTexture,
  encodeBoneTexture,
  retargetClip,
  type Skeleton,
  type Skin,
  type SkinnedVertices,
  samplePose,
  skinMatrices,
  type Track,
} from 'three-crowd/rig';
import { Bench } from 'tinybench';
import { tableRow } from './table-row.js';

const BONES = 41;
const VERTICES = 3700;
const KEYS = 120;

/** A chain in which every eighth bone is a child of the first: as deep as a humanoid rig. */
const skeleton: Skeleton = {
  names: Array.from({ length: BONES }, (_, bone) => `bone_${bone}`),
  parents: Int16Array.from({ length: BONES }, (_, bone) => (bone % 8 === 1 ? 0 : bone - 1)),
  rest: Float32Array.from(
    Array.from({ length: BONES }, (_, bone) => [0.02, bone ? 0.1 : 0.9, 0, 0, 0, 0, 1, 1, 1, 1]).flat(),
  ),
};

const skin: Skin = {
  joints: Uint16Array.from({ length: BONES }, (_, bone) => bone),
  inverseBind: Float32Array.from({ length: BONES * 12 }, (_, i) => ((i % 12) % 5 === 0 ? 1 : 0)),
};

const vertices: SkinnedVertices = {
  positions: Float32Array.from({ length: VERTICES * 3 }, (_, i) => Math.sin(i)),
  joints: Uint16Array.from({ length: VERTICES * 4 }, (_, i) => i % BONES),
  weights: Float32Array.from({ length: VERTICES * 4 }, (_, i) => (i % 4 < 2 ? 0.5 : 0)),
};

const clips = Array.from({ length: 10 }, (_, index): Clip => {
  const times = Float32Array.from({ length: KEYS + 1 }, (_, key) => key / 30);
  const tracks = skeleton.names.map((bone, phase): Track => {
    const values = Array.from(times).flatMap((time) => {
      const half = 0.3 * Math.sin(Math.PI * time + phase + index);
      return [Math.sin(half), 0, 0, Math.cos(half)];
    });
    return { bone, path: 'rotation', interpolation: 'LINEAR', times, values: Float32Array.from(values) };
  });
  return { name: `clip_${index}`, duration: KEYS / 30, loop: true, tracks };
});

const pose = new Float32Array(skeleton.rest.length);
const matrices = new Float32Array(BONES * 12);
const texture = bakeBoneTexture(skeleton, skin, clips);
const bytes = encodeBoneTexture(texture);
const frames = texture.manifest.clipInfo.reduce((sum, clip) => sum + clip.frameCount, 0);
let seconds = 0;

const bench = new Bench({ time: 1000 });
bench
  .add(`pose of ${BONES} bones`, () => {
    seconds += 0.0123;
    samplePose(skeleton, clips[0], seconds, pose);
    skinMatrices(skeleton, skin, pose, matrices);
  })
  .add(`retargetClip, ${KEYS} frames`, () => void retargetClip(clips[0], skeleton, skeleton))
  .add(`bakeBoneTexture, ${frames} frames`, () => void bakeBoneTexture(skeleton, skin, clips))
  .add(`bakeBoneTexture, with the boxes of ${VERTICES} vertices`, () => {
    bakeBoneTexture(skeleton, skin, clips, { vertices: [vertices] });
  })
  .add(`decodeBoneTexture, ${(bytes.byteLength / 2 ** 20).toFixed(1)} MiB`, () => {
    decodeBoneTexture(bytes, texture.manifest);
  });
await bench.run();
console.table(bench.table(tableRow(bench)));
