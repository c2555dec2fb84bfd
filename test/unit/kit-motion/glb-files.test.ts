import { createHash } from 'node:crypto';
import validator from 'gltf-validator';
import { AnimationMixer, type Bone, type SkinnedMesh, Vector3 } from 'three';
import { GLTFLoader } from 'three-stdlib';
import { expect, test } from 'vitest';
import { readClipGlb } from '../../../src/gltf/index.js';
import { writeBaseMesh } from '../../../src/kit/base-mesh/mannequin.js';
import { writeClipGlb } from '../../../src/kit/gltf/write-glb.js';
import { authorClips } from '../../../src/kit/motion/author-clips.js';
import { MOTIONS } from '../../../src/kit/motion/clips/index.js';
import { baseSkeleton } from '../../../src/kit/skeleton/base-skeleton.js';
import { CLIP_NAMES } from '../../../src/protocol/index.js';
import { samplePose, worldMatrices } from '../../../src/rig/index.js';
import { testInTurn } from '../../support/in-turn.js';
import { clipFile } from '../../support/kit/played-clip.js';

function parse(bytes: Uint8Array) {
  return new GLTFLoader().parseAsync(bytes.slice().buffer, '');
}

testInTurn(CLIP_NAMES, [0, 8])('clips/%s.glb is valid glTF', async (name) => {
  const { issues } = await validator.validateBytes(await clipFile(name));
  expect(issues.messages.filter(({ severity }) => severity < 2)).toEqual([]);
});

test('rest-reference.glb is valid glTF with one remark, about where the mesh stands: one skinned mesh, 1.6 to 1.9 m tall', async () => {
  const bytes = await writeBaseMesh();
  const { issues, info } = await validator.validateBytes(bytes);
  expect(issues.messages.map(({ code }) => code)).toEqual(['NODE_SKINNED_MESH_NON_ROOT']);
  expect(info.totalTriangleCount).toBeLessThan(3000);
  const { scene } = await parse(bytes);
  const meshes: SkinnedMesh[] = [];
  scene.traverse((object) => {
    if ((object as SkinnedMesh).isSkinnedMesh) meshes.push(object as SkinnedMesh);
  });
  expect(meshes.map(({ name }) => name)).toEqual(['base_mesh']);
  scene.updateMatrixWorld(true);
  meshes[0].computeBoundingBox();
  const { min, max } = meshes[0].boundingBox!.clone().applyMatrix4(meshes[0].matrixWorld);
  expect(min.y).toBeCloseTo(0, 3);
  expect(max.y).toBeGreaterThan(1.6);
  expect(max.y).toBeLessThan(1.9);
});

test('in three, a clip poses the base mesh as it does in the rig', async () => {
  const [clip] = await readClipGlb(await clipFile('walk'));
  const skeleton = baseSkeleton();
  const { scene } = await parse(await writeBaseMesh());
  const { animations } = await parse(await clipFile('walk'));
  const mixer = new AnimationMixer(scene);
  mixer.clipAction(animations[0]).play();
  const pose = new Float64Array(skeleton.rest.length);
  const matrices = new Float64Array(skeleton.names.length * 12);
  for (const seconds of [0, 0.21, 0.5, 0.87]) {
    mixer.setTime(seconds);
    scene.updateMatrixWorld(true);
    samplePose(skeleton, clip, seconds, pose);
    worldMatrices(skeleton, pose, matrices);
    skeleton.names.forEach((name, i) => {
      const place = (scene.getObjectByName(name) as Bone).getWorldPosition(new Vector3());
      const o = i * 12;
      expect(place.distanceTo(new Vector3(matrices[o + 3], matrices[o + 7], matrices[o + 11]))).toBeLessThan(
        1e-5,
      );
    });
  }
});

test('a clip comes back from its file as it went in', { tags: ['nightly'] }, async () => {
  const clips = authorClips(MOTIONS);
  expect(clips).toHaveLength(11);
  for (const clip of clips) {
    const [read] = await readClipGlb(await writeClipGlb(clip, baseSkeleton()));
    expect(read.duration).toBeCloseTo(clip.duration, 6);
    expect({ ...read, duration: 0 }).toEqual({ ...clip, duration: 0 });
  }
});

test('the files are the same bytes every time', { tags: ['nightly'] }, async () => {
  const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
  const make = async () => {
    const clips = await Promise.all(authorClips(MOTIONS).map((clip) => writeClipGlb(clip, baseSkeleton())));
    return [await writeBaseMesh(), ...clips].map(hash);
  };
  const first = await make();
  expect(new Set(first).size).toBe(12);
  expect(await make()).toEqual(first);
});

test('the clips together are light enough for a page: under 600 kB', { tags: ['nightly'] }, async () => {
  const sizes = await Promise.all(CLIP_NAMES.map(async (name) => (await clipFile(name)).byteLength));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(600_000);
});
