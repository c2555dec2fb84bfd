import { AnimationMixer, type SkinnedMesh, Vector3 } from 'three';
import { createCrowdFromGLTF } from 'three-crowd';
import { GLTFLoader } from 'three-stdlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadGltfAssets } from '../../../src/assets/gltf-assets.js';
import { transformPoint } from '../../../src/math/index.js';
import { readBoneMatrix } from '../../../src/rig/index.js';
import { type FileServer, serveFiles } from '../../support/file-server.js';
import { plainRenderer } from '../../support/render/plain-renderer.js';
import { MIXAMO_CLIP, mixamoExport } from '../../support/rig/mixamo-export.js';

let files: Map<string, Uint8Array<ArrayBuffer>>;
let server: FileServer;
let addresses: string[];

beforeAll(async () => {
  files = await mixamoExport();
  server = await serveFiles(files);
  addresses = [...files.keys()].map((file) => new URL(file, server.url).href);
});
afterAll(() => server.close());

test('clips that all have one name are known by their files', async () => {
  const loader = new GLTFLoader();
  for (const bytes of files.values()) {
    const { animations } = await loader.parseAsync(bytes.buffer, '');
    expect(animations.map(({ name }) => name)).toEqual([MIXAMO_CLIP]);
  }
  const assets = await loadGltfAssets(addresses, { strict: true });
  expect(assets.clips).toEqual(['character', 'idle', 'walk']);
  expect(assets.height).toBeCloseTo(1.7, 3);
  assets.dispose();
});

test('a walk from another file is posed as three poses it, centimetres, armature and hips included', async () => {
  const loader = new GLTFLoader();
  const [character, walk] = await Promise.all(
    ['character.glb', 'walk.glb'].map((file) => loader.parseAsync(files.get(file)!.buffer, '')),
  );
  const mixer = new AnimationMixer(character.scene);
  mixer.clipAction(walk.animations[0]).play();
  const mesh = character.scene.getObjectByProperty('isSkinnedMesh', true) as SkinnedMesh;
  const assets = await loadGltfAssets(addresses, { strict: true });
  const { boneTexture } = assets;
  const clip = boneTexture.manifest.clipInfo.find(({ name }) => name === 'walk')!;
  const [{ vertices }] = assets.parts.values();
  const [expected, shown, matrix] = [new Vector3(), [0, 0, 0], new Float64Array(12)];
  const heights: number[] = [];
  let farthest = 0;
  for (const frame of [0, 4, 11, 22]) {
    mixer.setTime(frame / boneTexture.manifest.bakeFps);
    character.scene.updateMatrixWorld(true);
    for (let v = 0; v < vertices.positions.length / 3; v++) {
      // Each vertex has one joint.
      readBoneMatrix(boneTexture, clip.startFrame + frame, vertices.joints[v * 4], matrix, 0);
      transformPoint(shown, 0, matrix, 0, vertices.positions, v * 3);
      mesh.getVertexPosition(v, expected).applyMatrix4(mesh.matrixWorld);
      farthest = Math.max(farthest, expected.distanceTo(new Vector3(...shown)));
      heights.push(expected.y);
    }
  }
  expect(farthest).toBeLessThan(1e-4);
  expect(Math.max(...heights)).toBeGreaterThan(1.6);
  assets.dispose();
});

test('people walk and stand by the clips of those files, and nobody by the T-pose', async () => {
  const renderer = plainRenderer();
  const clipsOf = async (names: readonly string[]): Promise<Set<string>> => {
    const of = addresses.filter((address) => names.some((name) => address.endsWith(`/${name}.glb`)));
    const crowd = await createCrowdFromGLTF(of, { renderer, mode: 'clones', count: 6, strict: true });
    const clips = new Set(Array.from({ length: crowd.size }, (_, i) => crowd.get(i).clip));
    crowd.dispose();
    return clips;
  };
  expect(await clipsOf(['character', 'idle', 'walk'])).toEqual(new Set(['idle', 'walk']));
  expect(await clipsOf(['character', 'walk'])).toEqual(new Set(['walk']));
  expect(await clipsOf(['character'])).toEqual(new Set([MIXAMO_CLIP]));
});
