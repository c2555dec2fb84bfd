import { readFile } from 'node:fs/promises';
import { AnimationMixer, type Mesh, type Object3D, Vector3 } from 'three';
import { GLTFLoader } from 'three-stdlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GltfAssets, loadGltfAssets } from '../../../src/assets/gltf-assets.js';
import { transformPoint } from '../../../src/math/index.js';
import { type BoneTexture, readBoneMatrix } from '../../../src/rig/index.js';
import { type FileServer, serveFiles } from '../../support/file-server.js';
import { worldVertices } from '../../support/skinned-meshes.js';

/** What Blender's own exporter wrote: see the script beside them. */
const FIXTURES = new URL('../../fixtures/blender/', import.meta.url);
/** Seconds: Blender counts frames from 1, and this scene has 24 a second. */
const FIRST_KEY = 1 / 24;

/** Where three has every vertex of a scene now. */
function cloudOf(scene: Object3D): Vector3[] {
  scene.updateMatrixWorld(true);
  const cloud: Vector3[] = [];
  scene.traverse((object) => {
    if ((object as Mesh).isMesh) cloud.push(...worldVertices(object as Mesh));
  });
  return cloud;
}

/** Where a frame of the bone texture has every vertex of all parts. */
function posedVertices(parts: GltfAssets['parts'], texture: BoneTexture, frame: number): Vector3[] {
  const matrix = new Float64Array(12);
  const point = [0, 0, 0];
  return [...parts.values()].flatMap(({ vertices: { positions, joints, weights } }) =>
    Array.from({ length: positions.length / 3 }, (_, v) => {
      const posed = new Vector3();
      for (let k = v * 4; k < v * 4 + 4; k++) {
        readBoneMatrix(texture, frame, joints[k], matrix, 0);
        transformPoint(point, 0, matrix, 0, positions, v * 3);
        posed.addScaledVector(new Vector3(...point), weights[k]);
      }
      return posed;
    }),
  );
}

describe.each([
  { name: 'person', parts: ['Shirt', 'Trousers'], height: 1.77 },
  { name: 'centimetres', parts: ['Shirt', 'Trousers', 'Hat'], height: 1.95 },
])('$name.glb of Blender', ({ name, parts, height }) => {
  let bytes: Uint8Array<ArrayBuffer>;
  let server: FileServer;
  let assets: GltfAssets;
  beforeAll(async () => {
    bytes = new Uint8Array(await readFile(new URL(`${name}.glb`, FIXTURES)));
    server = await serveFiles(new Map([[`${name}.glb`, bytes]]));
    assets = await loadGltfAssets([new URL(`${name}.glb`, server.url).href], { strict: true });
  });
  afterAll(async () => {
    assets.dispose();
    await server.close();
  });

  test('all of it is there, in metres, without a warning', () => {
    const [look] = assets.looks;
    expect(new Set(look.flatMap((part) => part.split(' + ')))).toEqual(new Set(parts));
    expect([...assets.clips].sort()).toEqual(['idle', 'walk']);
    expect(assets.height).toBeCloseTo(height, 1);
  });

  test.each(['idle', 'walk'])('every frame of "%s" is posed as three poses it', async (clip) => {
    const { scene, animations } = await new GLTFLoader().parseAsync(bytes.buffer, '');
    const mixer = new AnimationMixer(scene);
    mixer.clipAction(animations.find((animation) => animation.name === clip)!).play();
    const { clipInfo } = assets.boneTexture.manifest;
    const { startFrame, frameCount, duration } = clipInfo.find((info) => info.name === clip)!;
    expect(duration).toBeCloseTo(0.5, 6);
    let farthest = 0;
    for (let frame = 0; frame < frameCount; frame++) {
      mixer.setTime(FIRST_KEY + (frame * duration) / frameCount);
      const cloud = cloudOf(scene);
      const posed = posedVertices(assets.parts, assets.boneTexture, startFrame + frame);
      expect(posed.length).toBe(cloud.length);
      for (const vertex of posed) {
        farthest = Math.max(farthest, Math.min(...cloud.map((other) => other.distanceTo(vertex))));
      }
    }
    expect(farthest).toBeLessThan(1e-4);
  });
});
