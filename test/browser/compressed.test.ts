import { buildCrowd, createCrowdFromGLTF, loadCrowdAssets } from 'three-crowd';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import draco from '../fixtures/compressed/draco.glb?url';
import ktx2 from '../fixtures/compressed/ktx2.glb?url';
import meshopt from '../fixtures/compressed/meshopt.glb?url';
import plain from '../fixtures/compressed/plain.glb?url';
import { BACKENDS } from '../support/browser/backends.js';
import { addressOf } from '../support/browser/character-file.js';
import { differingPixels, takeCrowdPicture } from '../support/browser/picture.js';
import { sharedRenderer } from '../support/browser/shared-renderer.js';
import { testInTurn } from '../support/in-turn.js';
import { sampleCharacter } from '../support/render/sample-characters.js';
import { type TinyCharacter, tinyCharacter } from '../support/rig/tiny-character.js';

/** Where the page finds three's decoders, as a page of a user's would copy them. */
const LIBRARIES = new URL('/node_modules/three/examples/jsm/libs/', location.href).href;
const DECODERS = { draco: `${LIBRARIES}draco/gltf`, ktx2: `${LIBRARIES}basis/` };

const FILES = { draco, meshopt, ktx2 };
const cases = BACKENDS.flatMap((backend) =>
  (Object.keys(FILES) as (keyof typeof FILES)[]).map((kind) => [kind, backend] as const),
);

let tiny: TinyCharacter;
beforeAll(async () => {
  tiny = await tinyCharacter();
});

testInTurn(cases, [6, 8])(
  'createCrowdFromGLTF draws a file with %s as the plain one, on %s',
  async (kind, backend) => {
    const renderer = await sharedRenderer(backend);
    const pictureOf = async (address: string) => {
      const crowd = await createCrowdFromGLTF(address, {
        renderer,
        count: 2,
        mode: 'instanced',
        decoders: DECODERS,
      });
      onTestFinished(() => crowd.dispose());
      return takeCrowdPicture(renderer, crowd);
    };
    const expected = await pictureOf(plain);
    expect(differingPixels(expected, await pictureOf(FILES[kind]), 48)).toBeLessThan(0.01);
  },
);

testInTurn(cases, [])('a service may have files with %s, on %s', async (kind, backend) => {
  const renderer = await sharedRenderer(backend);
  const pictureOf = async (address: string) => {
    const assets = await loadCrowdAssets(
      {
        ...tiny.assets,
        skeleton_glb: address,
        lod_glb: address,
        rest_reference_glb: addressOf(tiny.files.get(tiny.assets.rest_reference_glb)!),
        // A texture is for the vertices of one file, and compression moves them.
        bone_tex_bin: '',
        bone_tex_manifest: '',
        animations: { idle: addressOf(tiny.files.get('idle.glb')!) },
      } as never,
      { decoders: { ...DECODERS, renderer } },
    );
    const characters = [
      sampleCharacter(0, {
        body_id: 'robe_1',
        face_id: 'face_1',
        hair_id: 'hair_1',
        anim_clip: 'idle',
        idle_variant: 0,
      }),
    ];
    const crowd = await buildCrowd({
      ...{ renderer, assets, characters, sharedParts: ['hands'] },
      ...{ mode: 'instanced', lodThreshold: 0 },
    });
    onTestFinished(() => crowd.dispose());
    return takeCrowdPicture(renderer, crowd);
  };
  const expected = await pictureOf(plain);
  expect(differingPixels(expected, await pictureOf(FILES[kind]), 48)).toBeLessThan(0.01);
});

test('without a decoder, the message says which to give', async () => {
  const renderer = await sharedRenderer('webgl');
  await expect(createCrowdFromGLTF(draco, { renderer })).rejects.toThrow(
    /draco\.glb needs KHR_draco_mesh_compression, for which there is no decoder\. Give the address of three's as decoders\.draco/,
  );
});
