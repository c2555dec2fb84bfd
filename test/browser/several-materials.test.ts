import type { Document, Material } from '@gltf-transform/core';
import { AnimationMixer, Group, type Mesh, type MeshStandardMaterial } from 'three';
import {
  buildCrowd,
  type Crowd,
  type CrowdAssets,
  type CrowdMode,
  isCrowd,
  loadCrowdAssets,
} from 'three-crowd';
import { GLTFLoader } from 'three-stdlib';
import { beforeAll, describe, expect, onTestFinished } from 'vitest';
import type { Character } from '../../src/protocol/index.js';
import type { Clip } from '../../src/rig/index.js';
import { BACKENDS, type TestRenderer } from '../support/browser/backends.js';
import { createStage, differingPixels, takePicture } from '../support/browser/picture.js';
import { loadClip, toThreeClip } from '../support/browser/posed-by-three.js';
import { publishAssets } from '../support/browser/publish-assets.js';
import { sharedRenderer } from '../support/browser/shared-renderer.js';
import { addMaterial, cutMesh, pictureFile } from '../support/browser/textured-parts.js';
import { testInTurn } from '../support/in-turn.js';
import { sampleCharacter } from '../support/render/sample-characters.js';
import { tinyCharacter } from '../support/rig/tiny-character.js';

const SHARED = ['hands'];
/** The robe's: two of two colours each, and a net. */
const MATERIALS = ['cloth', 'trim', 'net'] as const;
const TOLERANCE = 24;

let files: Record<(typeof MATERIALS)[number], Uint8Array<ArrayBuffer>>;

beforeAll(async () => {
  files = {
    cloth: await pictureFile('#d03020', '#2050d0'),
    trim: await pictureFile('#f0e020', '#10a040'),
    // Its right half is a hole.
    net: await pictureFile('#e0e0e0', 'transparent'),
  };
});

function createMaterial(document: Document, name: (typeof MATERIALS)[number]): Material {
  return addMaterial(document, name, files[name])
    .setAlphaMode(name === 'net' ? 'MASK' : 'OPAQUE')
    .setDoubleSided(name === 'net');
}

const cutRobe = (document: Document): void =>
  cutMesh(
    document,
    'robe_1',
    MATERIALS.map((name) => createMaterial(document, name)),
  );

/** Materials of each part of a file that has 42, more than a crowd may take draws. */
const MANY = { robe_1: 12, 'robe.2': 12, face_1: 6, hair_1: 6, hands: 6 } as const;

/** Cuts all parts: the third of their materials has no picture, and the others have one of two colours each. */
function cutAll(document: Document, pictures: readonly Uint8Array<ArrayBuffer>[]): void {
  for (const [part, count] of Object.entries(MANY)) {
    const materials = Array.from({ length: count }, (_, k) =>
      k === 2 ? document.createMaterial(`plain ${k}`) : addMaterial(document, `picture ${k}`, pictures[k]),
    );
    cutMesh(document, part, materials);
  }
}

async function loadCut(
  cut: (document: Document) => void,
): Promise<{ assets: CrowdAssets; address: string; clip: Clip }> {
  const tiny = await tinyCharacter({
    edit: (document, file) => {
      if (file === 'characters.glb' || file === 'far.glb') cut(document);
    },
  });
  const addresses = publishAssets(tiny);
  const address = addresses.skeleton_glb;
  const warnings: string[] = [];
  const assets = await loadCrowdAssets(addresses, { onWarning: (message) => warnings.push(message) });
  expect(warnings).toEqual([]);
  return { assets, address, clip: await loadClip(addresses, assets, 'idle') };
}

const CHARACTERS: readonly Character[] = [0, 1].map((index) =>
  sampleCharacter(index, {
    ...{ body_id: 'robe_1', face_id: 'face_1', hair_id: 'hair_1' },
    ...{ anim_clip: 'idle', idle_variant: 0, phase: index / 2 },
    ...{ x: index * 1.5 - 0.75, z: 0, rot_y: index * 0.6 - 0.3, scale: 1 },
    garment_hsl: [0, 0, 0.9],
  }),
);

/**
 * three's own picture of the characters: a loaded file each, posed by a mixer and coloured as the interface says.
 *
 * @param textured materials that keep their texture; all where it is left out
 */
async function sceneOfThree(
  assets: CrowdAssets,
  clip: Clip,
  address: string,
  textured?: readonly string[],
): Promise<Group> {
  const group = new Group();
  for (const character of CHARACTERS) {
    const { scene } = await new GLTFLoader().loadAsync(address);
    const mixer = new AnimationMixer(scene);
    mixer.clipAction(toThreeClip(assets, clip)).play().time =
      (character.phase * clip.duration + 0.3) % clip.duration;
    mixer.update(0);
    const worn = [character.body_id, character.face_id, character.hair_id, ...SHARED];
    scene.traverse((object) => {
      const mesh = object as Mesh;
      if (!mesh.isMesh) return;
      const part = [mesh, mesh.parent!].map(({ userData, name }) => userData['name'] ?? name);
      const name = part.find((each) => worn.includes(each));
      mesh.visible = name !== undefined;
      mesh.frustumCulled = false;
      mesh.castShadow = mesh.receiveShadow = true;
      const material = (mesh.material as MeshStandardMaterial).clone();
      mesh.material = material;
      if (textured && !textured.includes(material.name)) material.map = null;
      if (name === character.body_id) material.color.setHSL(...character.garment_hsl);
      else material.color.set(name === character.hair_id ? character.hair_hex : character.skin_hex);
    });
    scene.position.set(character.x, 0, character.z);
    scene.rotation.y = character.rot_y;
    group.add(scene);
  }
  return group;
}

/** @param shown stands as it does 0.3 s after its start */
async function pictureOf(renderer: TestRenderer, shown: Crowd | Group): Promise<Uint8Array> {
  const { scene, camera } = createStage(shown, 'directional');
  camera.position.set(0, 1.2, 5);
  camera.lookAt(0, 0.8, 0);
  camera.updateMatrixWorld();
  if (isCrowd(shown)) shown.update(0.3, camera);
  await takePicture(renderer, scene, camera);
  return takePicture(renderer, scene, camera);
}

const WAYS: readonly (readonly [CrowdMode, number])[] = [
  ['instanced', 0],
  ['instanced', 10],
  ['clones', 0],
];

describe.each(BACKENDS.map((backend, row) => ({ backend, row })))('on $backend', ({ backend, row }) => {
  testInTurn(WAYS, [row])(
    'a served part of three textures, one with holes, looks as three draws it: %s, levels of %f pixels',
    async (mode, lodThreshold) => {
      const renderer = await sharedRenderer(backend);
      const { assets, address, clip } = await loadCut(cutRobe);
      const expected = await pictureOf(renderer, await sceneOfThree(assets, clip, address));
      const crowd = await buildCrowd({
        ...{ renderer, assets, mode, lodThreshold },
        ...{ characters: CHARACTERS, sharedParts: SHARED },
      });
      onTestFinished(() => crowd.dispose());
      const shown = await pictureOf(renderer, crowd);
      const ofOneTexture = await pictureOf(renderer, await sceneOfThree(assets, clip, address, ['cloth']));
      expect(differingPixels(ofOneTexture, expected, TOLERANCE), 'the textures show').toBeGreaterThan(0.01);
      // The tiny figure's other parts have a surface of their own; far, they are one draw together.
      const far = lodThreshold > 0 ? 1 : 0;
      const draws = mode === 'clones' ? CHARACTERS.length * (3 + 3) : 3 + 3 + far;
      expect(crowd.stats).toMatchObject({ parts: 4, drawCalls: draws });
      expect(differingPixels(shown, expected, TOLERANCE)).toBeLessThan(0.004);
    },
  );

  testInTurn(['instanced', 'clones'] as const, [])(
    'parts of more materials than there may be draws look as three draws them, with one texture each: %s',
    async (mode) => {
      const renderer = await sharedRenderer(backend);
      const pictures = await Promise.all(
        Array.from({ length: 12 }, (_, k) => pictureFile(`hsl(${k * 30} 80% 50%)`, `hsl(${k * 77} 60% 30%)`)),
      );
      const { assets, address, clip } = await loadCut((document) => cutAll(document, pictures));
      const expected = await pictureOf(renderer, await sceneOfThree(assets, clip, address));
      const crowd = await buildCrowd({
        ...{ renderer, assets, mode, lodThreshold: 0 },
        ...{ characters: CHARACTERS, sharedParts: SHARED },
      });
      onTestFinished(() => crowd.dispose());
      const shown = await pictureOf(renderer, crowd);
      const plain = await pictureOf(renderer, await sceneOfThree(assets, clip, address, []));
      expect(differingPixels(plain, expected, TOLERANCE), 'the pictures show').toBeGreaterThan(0.01);
      expect(crowd.stats).toMatchObject({
        parts: 4,
        drawCalls: mode === 'clones' ? CHARACTERS.length * 4 : 4,
      });
      expect(differingPixels(shown, expected, TOLERANCE)).toBeLessThan(0.004);
    },
  );
});
