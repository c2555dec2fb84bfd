import { NullEngine, Scene, SceneLoader } from '@babylonjs/core';
import '@babylonjs/loaders/glTF/index.js';
import { getBounds, WebIO } from '@gltf-transform/core';
import validator from 'gltf-validator';
import { Box3, Color, type Object3D, SkinnedMesh, type Skeleton as ThreeSkeleton, Vector3 } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildCharacterParts, buildManifest, kitSkeleton, writeSkeletonGlb } from '../../../src/kit/index.js';
import { BONES } from '../../../src/kit/skeleton/kit-skeleton.js';
import { testInTurn } from '../../support/in-turn.js';
import { buildPartsOnce, DETAILS } from '../../support/kit/built-parts.js';
import makeKit, { readKit } from '../../support/kit-of-run.js';

/** The kit's file of each detail. */
const FILES = { near: 'skeleton.glb', far: 'lod.glb' };

const files = new Map<string, Uint8Array>();
const scenes = new Map<string, Object3D>();
const meshes = new Map<string, SkinnedMesh[]>();

/** Height of everything in the file, as Babylon.js measures meshes without their skins. */
async function babylonHeight(bytes: Uint8Array): Promise<number> {
  const engine = new NullEngine();
  try {
    const scene = new Scene(engine);
    const data = `data:model/gltf-binary;base64,${Buffer.from(bytes).toString('base64')}`;
    const { meshes: loaded } = await SceneLoader.ImportMeshAsync('', '', data, scene, undefined, '.glb');
    let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const mesh of loaded.filter((each) => each.getTotalVertices() > 0)) {
      mesh.computeWorldMatrix(true);
      mesh.refreshBoundingInfo({});
      const { minimumWorld, maximumWorld } = mesh.getBoundingInfo().boundingBox;
      lowest = Math.min(lowest, minimumWorld.y);
      highest = Math.max(highest, maximumWorld.y);
    }
    return highest - lowest;
  } finally {
    engine.dispose();
  }
}

let removeKit: (() => Promise<void>) | undefined;

beforeAll(async () => {
  removeKit = await makeKit();
  const kit = await readKit();
  for (const detail of DETAILS) {
    const bytes = kit.get(FILES[detail])!;
    files.set(detail, bytes);
    const { scene } = await new GLTFLoader().parseAsync(bytes.slice().buffer, '');
    scene.updateMatrixWorld(true);
    scenes.set(detail, scene);
    const found: SkinnedMesh[] = [];
    scene.traverse((object) => {
      if (object instanceof SkinnedMesh) found.push(object);
    });
    meshes.set(detail, found);
  }
});

afterAll(() => removeKit?.());

describe.each(DETAILS)('the %s file', (detail) => {
  test('passes the validator without an error, or a warning but the one about where meshes stand', async () => {
    const { issues, info } = await validator.validateBytes(files.get(detail)!);
    // Skins ignore where a mesh stands. It stands under the root that scales to metres, for those who ignore the skin.
    const found = issues.messages.filter(({ severity }) => severity < 2).map(({ code }) => code);
    expect(new Set(found)).toEqual(new Set(['NODE_SKINNED_MESH_NON_ROOT']));
    expect(info.totalTriangleCount).toBeGreaterThan(1000);
  });

  test('has the parts of the manifest as skinned meshes, all on one skeleton', () => {
    const ids = buildManifest().parts.map(({ id }) => id);
    expect(meshes.get(detail)!.map(({ name }) => name)).toEqual(ids);
    const bones = (skeleton: ThreeSkeleton) => skeleton.bones.map(({ name }) => name);
    for (const mesh of meshes.get(detail)!) {
      expect(bones(mesh.skeleton)).toEqual(BONES.map(({ name }) => name));
    }
  });

  test('stores centimetres under a scale of 0.01, and three sees metres', () => {
    const body = meshes.get(detail)!.find(({ name }) => name === 'body_scholar')!;
    body.geometry.computeBoundingBox();
    expect((body.geometry.boundingBox as Box3).max.y).toBeGreaterThan(140);
    body.computeBoundingBox();
    expect(body.boundingBox!.clone().applyMatrix4(body.matrixWorld).max.y).toBeCloseTo(1.44, 1);
    for (const scale of scenes.get(detail)!.getObjectByName('armature')!.scale.toArray()) {
      expect(scale).toBeCloseTo(0.01, 8);
    }
  });

  test('a person is 1.7 high with its skin and without, in three, glTF-Transform and Babylon.js', async () => {
    const bytes = files.get(detail)!;
    const person = ['body_scholar', 'face_1', 'hair_topknot', 'feet'];
    const isShown = ({ name }: { name: string }) =>
      person.some((part) => name.startsWith(part.split('_')[0]));
    const shown = meshes.get(detail)!.filter(isShown);
    expect(shown.length).toBeGreaterThan(3);
    const heights: Record<string, number> = {};
    const unskinned = new Box3();
    const skinned = new Box3();
    for (const mesh of shown) {
      mesh.geometry.computeBoundingBox();
      unskinned.union(mesh.geometry.boundingBox!.clone().applyMatrix4(mesh.matrixWorld));
      mesh.computeBoundingBox();
      skinned.union(mesh.boundingBox!.clone().applyMatrix4(mesh.matrixWorld));
    }
    heights['three, without skin'] = unskinned.getSize(new Vector3()).y;
    heights['three, with skin'] = skinned.getSize(new Vector3()).y;
    const document = await new WebIO().readBinary(bytes as Uint8Array<ArrayBuffer>);
    const { min, max } = getBounds(document.getRoot().listScenes()[0]);
    heights['glTF-Transform'] = max[1] - min[1];
    heights['Babylon.js'] = await babylonHeight(bytes);
    for (const [who, height] of Object.entries(heights)) {
      expect(height, who).toBeGreaterThan(1.5);
      expect(height, who).toBeLessThan(2.1);
    }
  });

  test('in the rest pose the skin moves nothing', () => {
    const point = new Vector3();
    for (const mesh of meshes.get(detail)!) {
      mesh.skeleton.update();
      const { position } = mesh.geometry.attributes;
      for (let i = 0; i < position.count; i += 7) {
        mesh.getVertexPosition(i, point);
        mesh.localToWorld(point);
        expect(point.x).toBeCloseTo(position.getX(i) / 100, 5);
        expect(point.y).toBeCloseTo(position.getY(i) / 100, 5);
        expect(point.z).toBeCloseTo(position.getZ(i) / 100, 5);
      }
    }
  });

  test('every material is opaque, matte and says that alpha is a tint mask; cloth has woven patterns', () => {
    for (const { material, name } of meshes.get(detail)!) {
      if (Array.isArray(material)) throw new Error(`${name} has several materials`);
      const isWoven = name.startsWith('body_') && !/monk|soldier/.test(name);
      const weave = { size: expect.any(Number), patterns: expect.arrayContaining([0]) };
      expect(material.userData).toEqual({ tintMask: 'COLOR_0.a', ...(isWoven && { weave }) });
      expect(material.transparent).toBe(false);
      expect(material).toMatchObject({ metalness: 0, roughness: name === 'shared_eyes' ? 0.45 : 0.82 });
    }
  });

  // As `build-kit.test.ts` does with the whole kit.
  test('a second build gives the same bytes', { tags: ['nightly'] }, async () => {
    const again = await writeSkeletonGlb(await buildCharacterParts({ far: detail === 'far' }));
    expect(again.byteLength).toBeGreaterThan(100_000);
    expect(Buffer.compare(again, files.get(detail)!)).toBe(0);
  });
});

// The near parts take four seconds to make.
testInTurn(DETAILS, [1])(
  'the %s file keeps positions, normals to 0.2°, colours to half of 1/127',
  async (detail) => {
    const { parts } = await buildPartsOnce(detail);
    const [written, exact] = [new Vector3(), new Vector3()];
    const [color, exactColor] = [new Color(), new Color()];
    for (const { name, geometry } of meshes.get(detail)!) {
      const { positions, normals, colors } = parts.get(name)!;
      const { position, normal, color: tinted } = geometry.attributes;
      expect(position.array).toEqual(positions);
      let [angle, step] = [0, 0];
      for (let i = 0; i < position.count; i++) {
        written.fromBufferAttribute(normal, i);
        angle = Math.max(angle, written.angleTo(exact.fromArray(normals, i * 3)));
        color.setRGB(tinted.getX(i), tinted.getY(i), tinted.getZ(i)).convertLinearToSRGB();
        exactColor.fromArray(colors, i * 4).multiplyScalar(1 / 65535);
        exactColor.convertLinearToSRGB();
        for (const k of ['r', 'g', 'b'] as const) step = Math.max(step, Math.abs(color[k] - exactColor[k]));
        expect(tinted.getW(i) * 65535).toBeCloseTo(colors[i * 4 + 3], 3);
      }
      expect(angle, name).toBeLessThan((0.2 * Math.PI) / 180);
      expect(step, name).toBeLessThan(0.501 / 127);
    }
  },
);

test('bones stand where the skeleton says, with no rotation', () => {
  const scene = scenes.get('near')!;
  const { names } = kitSkeleton();
  expect(names).toHaveLength(BONES.length + 1);
  for (const { name, position } of BONES) {
    const bone = scene.getObjectByName(name)!;
    expect(bone.quaternion.toArray()).toEqual([0, 0, 0, 1]);
    const world = bone.getWorldPosition(new Vector3()).toArray();
    for (const k of [0, 1, 2]) expect(world[k], name).toBeCloseTo(position[k], 5);
  }
});
