import { createHash } from 'node:crypto';
import { brotliCompressSync, constants } from 'node:zlib';
import validator from 'gltf-validator';
import { AnimationMixer, type Bone, type SkinnedMesh, Vector3 } from 'three';
import { GLTFLoader } from 'three-stdlib';
import { expect, test } from 'vitest';
import { readClipGlb } from '../../../src/gltf/index.js';
import { writeBaseMesh } from '../../../src/kit/base-mesh/mannequin.js';
import { writeClipsGlb } from '../../../src/kit/gltf/write-glb.js';
import { authorClips } from '../../../src/kit/motion/author-clips.js';
import { ACTIVITIES, MOTIONS } from '../../../src/kit/motion/clips/index.js';
import type { Motion } from '../../../src/kit/motion/motion.js';
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

test('clips/activities.glb is valid glTF', { tags: ['nightly'] }, async () => {
  const file = await writeClipsGlb(authorClips(ACTIVITIES), baseSkeleton());
  const { issues, info } = await validator.validateBytes(file);
  expect(issues.messages.filter(({ severity }) => severity < 2)).toEqual([]);
  expect(info.animationCount).toBe(ACTIVITIES.length);
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

test.each(['walk', 'bow'])('in three, %s poses the base mesh as it does in the rig', async (name) => {
  const [clip] = await readClipGlb(await clipFile(name));
  expect(new Set(clip.tracks.map(({ interpolation }) => interpolation))).toContain('CUBICSPLINE');
  const skeleton = baseSkeleton();
  const { scene } = await parse(await writeBaseMesh());
  const { animations } = await parse(await clipFile(name));
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

const FILES: [string, readonly Motion[]][] = [
  ...MOTIONS.map((motion): [string, Motion[]] => [motion.name, [motion]]),
  ['activities', ACTIVITIES],
];

test.each(FILES)(
  'clips of %s.glb come back from it as they went in',
  { tags: ['nightly'] },
  async (_, motions) => {
    const clips = authorClips(motions);
    const read = await readClipGlb(await writeClipsGlb(clips, baseSkeleton()));
    expect(read.map(({ name }) => name)).toEqual(motions.map(({ name }) => name));
    clips.forEach((clip, i) => {
      expect(read[i].duration).toBeCloseTo(clip.duration, 6);
      expect({ ...read[i], duration: 0 }).toEqual({ ...clip, duration: 0 });
    });
  },
);

test('the files are the same bytes every time', { tags: ['nightly'] }, async () => {
  const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
  const make = async () => {
    const clips = await Promise.all(
      FILES.map(([, motions]) => writeClipsGlb(authorClips(motions), baseSkeleton())),
    );
    return [await writeBaseMesh(), ...clips].map(hash);
  };
  const first = await make();
  expect(new Set(first).size).toBe(FILES.length + 1);
  expect(await make()).toEqual(first);
});

test('all clips together are light enough for a page: under 115 kB as they are sent', {
  tags: ['nightly'],
}, async () => {
  const sizes = await Promise.all(
    FILES.map(async ([, motions]) => {
      const file = await writeClipsGlb(authorClips(motions), baseSkeleton());
      return brotliCompressSync(file, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
    }),
  );
  const sum = sizes.reduce((total, size) => total + size, 0);
  expect(sum).toBeGreaterThan(50_000);
  expect(sum).toBeLessThan(115_000);
});
