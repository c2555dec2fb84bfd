import { Box3, type Mesh, type SkinnedMesh, type WebGLRenderer } from 'three';
import { type Crowd, createCrowdFromGLTF } from 'three-crowd';
import { GLTFLoader } from 'three-stdlib';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { addressOf, keepParts } from '../support/browser/character-file.js';
import { createStage } from '../support/browser/picture.js';
import { sharedRenderer } from '../support/browser/shared-renderer.js';
import { cutMesh } from '../support/browser/textured-parts.js';
import { tinyCharacter } from '../support/rig/tiny-character.js';

let renderer: WebGLRenderer;

beforeAll(async () => {
  renderer = (await sharedRenderer('webgl')) as WebGLRenderer;
});

/** A file of robes, of which the given ones have materials of their own, and of which one may have several. */
async function fileOf(parts: readonly string[], own: readonly string[] = [], cut = 1): Promise<string> {
  const { files } = await tinyCharacter({
    edit: (document, file) => {
      if (file !== 'characters.glb') return;
      keepParts(document, parts);
      const root = document.getRoot();
      const find = (name: string) => root.listNodes().find((node) => node.getName() === name);
      find('hat')?.dispose();
      for (const [k, name] of own.entries()) {
        const material = document.createMaterial(name).setRoughnessFactor(0.2 + 0.1 * k);
        for (const primitive of find(name)!.getMesh()!.listPrimitives()) primitive.setMaterial(material);
      }
      if (cut === 1) return;
      const materials = Array.from({ length: cut }, (_, k) =>
        document.createMaterial().setMetallicFactor(k / cut),
      );
      cutMesh(document, parts[0], materials);
    },
  });
  return addressOf(files.get('characters.glb')!);
}

const PARTS = ['robe_1', 'robe.2', 'face_1'] as const;

interface Case {
  readonly files: () => Promise<string[]>;
  readonly looks?: string[][];
  /** Draws of one character. */
  readonly draws: number;
  readonly meshes: number;
}

const CASES: Readonly<Record<string, Case>> = {
  'one piece': { files: async () => [await fileOf(['robe_1'])], draws: 1, meshes: 1 },
  'several pieces of one surface': { files: async () => [await fileOf(PARTS)], draws: 1, meshes: 1 },
  'several pieces of several surfaces': {
    files: async () => [await fileOf(PARTS, PARTS)],
    draws: 3,
    meshes: 3,
  },
  'one primitive of several in a mesh': {
    files: async () => [await fileOf(['robe_1'], [], 3)],
    ...{ looks: [['robe_1 (2)']], draws: 1, meshes: 1 },
  },
  'a mesh of several surfaces': { files: async () => [await fileOf(['robe_1'], [], 3)], draws: 3, meshes: 3 },
  'a look out of two files': {
    files: async () => [await fileOf(['robe_1']), await fileOf(['robe_1', 'face_1'], ['robe_1', 'face_1'])],
    ...{ looks: [['robe_1', 'robe_1 of file 2', 'face_1']], draws: 3, meshes: 3 },
  },
};

/** Triangles that three counts in the meshes of a look's files. */
async function trianglesOf(files: readonly string[], isPicked: (mesh: Mesh) => boolean): Promise<number> {
  let sum = 0;
  for (const file of files) {
    const { scene } = await new GLTFLoader().loadAsync(file);
    scene.traverse((object) => {
      const mesh = object as Mesh;
      if (mesh.isMesh && isPicked(mesh)) sum += mesh.geometry.index!.count / 3;
    });
  }
  return sum;
}

function drawnOf(crowd: Crowd): { calls: number; triangles: number } {
  const { scene, camera } = createStage(crowd, 'directional');
  for (const child of scene.children) child.visible = child === crowd;
  crowd.update(0, camera);
  renderer.info.autoReset = false;
  renderer.info.reset();
  renderer.render(scene, camera);
  const { calls, triangles } = renderer.info.render;
  renderer.info.autoReset = true;
  return { calls, triangles };
}

const skinned = (crowd: Crowd): SkinnedMesh[] => {
  const meshes: SkinnedMesh[] = [];
  crowd.traverse((object) => (object as SkinnedMesh).isSkinnedMesh && meshes.push(object as SkinnedMesh));
  return meshes;
};

test.each(Object.keys(CASES))('%s: clones, instances and heroes draw each piece once', async (name) => {
  const { files, looks, draws, meshes } = CASES[name];
  const addresses = await files();
  const [first] = (looks ?? [])[0]?.[0].includes('(2)') ? [1] : [undefined];
  let seen = 0;
  const triangles = await trianglesOf(addresses, () => first === undefined || seen++ === first);
  const create = async (mode: 'clones' | 'instanced', count: number): Promise<Crowd> => {
    const characters = Array.from({ length: count }, (_, k) => ({ x: k - count / 2, z: 0 }));
    const still = { renderer, mode, characters, castShadow: false, motion: false, lodThreshold: 0 };
    const options = { ...still, ...(looks && { looks }) };
    const crowd = await createCrowdFromGLTF(addresses, options);
    onTestFinished(() => crowd.dispose());
    return crowd;
  };

  const clones = await create('clones', 2);
  expect(drawnOf(clones)).toEqual({ calls: 2 * draws, triangles: 2 * triangles });
  expect(clones.stats.drawCalls).toBe(2 * draws);
  expect(skinned(clones)).toHaveLength(2 * meshes);

  const crowd = await create('instanced', 2);
  expect(drawnOf(crowd)).toEqual({ calls: draws, triangles: 2 * triangles });
  expect(crowd.stats.drawCalls).toBe(draws);
  expect(skinned(crowd)).toHaveLength(0);
  const hero = await crowd.promote(1);
  expect(drawnOf(crowd)).toEqual({ calls: 2 * draws, triangles: 2 * triangles });
  expect(crowd.stats.drawCalls).toBe(2 * draws);
  expect(skinned(crowd)).toHaveLength(meshes);
  expect(new Box3().setFromObject(hero.object).isEmpty()).toBe(false);
});
