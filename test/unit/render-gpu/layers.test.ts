import type { StorageBufferAttribute, WebGPURenderer } from 'three/webgpu';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { kitSkin } from '../../../src/kit/skeleton/kit-skeleton.js';
import { AFFINE_SIZE, transformPoint } from '../../../src/math/index.js';
import { ClipRegistry } from '../../../src/render/characters/clip-registry.js';
import { boundClips } from '../../../src/render/poses/clip-bounds.js';
import { CpuPose } from '../../../src/render/poses/cpu-pose.js';
import { loadShaderFunctions, type ShaderFunctions } from '../../../src/render/webgpu/shader-functions.js';
import { createNearFrame, createNodeRenderer, readBuffer } from '../../support/render/node-renderer.js';
import { layeredTable } from '../../support/render/random-layers.js';
import { sampleParts } from '../../support/render/sample-characters.js';
import { KIT_POSES, KIT_TEXTURE } from '../../support/render/walking-characters.js';

const SEED = 13;
const COUNT = 60;
/** Metres by which GPU and CPU may differ: both turn the same points, in single and in double precision. */
const TOLERANCE = 1e-4;

let renderer: WebGPURenderer;
let shaders: ShaderFunctions;

beforeAll(async () => {
  renderer = await createNodeRenderer();
  shaders = await loadShaderFunctions('wgsl');
});

afterAll(() => renderer.dispose());

test(`feet, hips, heads and upper bodies are posed as on the CPU (seed ${SEED})`, async () => {
  const clips = new ClipRegistry(boundClips(KIT_TEXTURE, sampleParts()).manifest);
  const table = layeredTable(
    COUNT,
    { walk: clips.find('walk'), other: clips.find('idle'), upper: clips.find('idle_scratch') },
    SEED,
  );
  const pose = new CpuPose({
    table,
    clips: clips.infos,
    boneTexture: KIT_TEXTURE,
    skin: kitSkin(),
    localPoses: KIT_POSES,
  });
  const [part] = sampleParts().values();
  const crowd = { table, parts: [part, part], clips: clips.infos, localPoses: KIT_POSES };
  const frame = createNearFrame(renderer, shaders, crowd);
  frame.run(0.1, undefined, [], 0);
  const slots = new Uint32Array(await readBuffer(renderer, frame.slots.value as StorageBufferAttribute));
  const rows = new Float32Array(await readBuffer(renderer, frame.matrices.value as StorageBufferAttribute));
  expect(slots[0]).toBe(COUNT);
  const size = KIT_POSES.parents.length * AFFINE_SIZE;
  const expected = new Float64Array(size);
  const skin = kitSkin();
  const [seen, wanted] = [[], []] as number[][];
  let largest = 0;
  for (let slot = 0; slot < COUNT; slot++) {
    const i = slots[slot + 1];
    pose.skinMatrices(i, 0.1, expected);
    for (let joint = 0; joint < KIT_POSES.parents.length; joint++) {
      const o = joint * AFFINE_SIZE;
      // A point ten centimetres off the joint, as vertices are stored.
      const at = [0, 1, 2].map((k) => 10 - skin.inverseBind[o + k * 4 + 3]);
      transformPoint(seen, 0, rows, slot * size + o, at, 0);
      transformPoint(wanted, 0, expected, o, at, 0);
      largest = Math.max(largest, Math.hypot(...wanted.map((value, k) => value - seen[k])));
    }
  }
  expect(largest).toBeLessThan(TOLERANCE);
  frame.dispose();
});
