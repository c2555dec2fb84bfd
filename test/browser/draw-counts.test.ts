import { WebIO } from '@gltf-transform/core';
import type { Scene, WebGLRenderer } from 'three';
import type { WebGPURenderer } from 'three/webgpu';
import { type Character, type CrowdResponse, createCrowd } from 'three-crowd';
import { CrowdClient } from 'three-crowd/client';
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { type Manifest, parseManifest } from '../../src/protocol/index.js';
import { BACKENDS, createRenderer, type TestRenderer } from '../support/browser/backends.js';
import { addressOf } from '../support/browser/character-file.js';
import { createStage, takePicture } from '../support/browser/picture.js';
import { addMaterial, cutMesh, pictureFile } from '../support/browser/textured-parts.js';

/** The interface: "typically at most 36 draw calls for the whole crowd". */
const MOST_DRAWS = 36;

let response: CrowdResponse;
let manifest: Manifest;

beforeAll(async () => {
  const client = new CrowdClient({
    baseUrl: inject('baseUrl'),
    apiKey: inject('sampleKey'),
    dangerouslyAllowBrowser: true,
  });
  response = await client.getCrowd('cr_Teahouse');
  manifest = parseManifest(await (await fetch(response.assets.manifest_json)).json());
});

/** The kit's file in which each part has a texture of its own, and some have two. */
async function textured(address: string, ofTwo: readonly string[]): Promise<string> {
  const io = new WebIO();
  const document = await io.readBinary(new Uint8Array(await (await fetch(address)).arrayBuffer()));
  for (const [k, { id }] of manifest.parts.entries()) {
    const names = ofTwo.includes(id) ? [id, `${id}_trim`] : [id];
    const materials = names.map(async (name, n) =>
      addMaterial(document, name, await pictureFile(`hsl(${k * 11} 60% 60%)`, `hsl(${n * 180} 60% 40%)`)),
    );
    cutMesh(document, id, await Promise.all(materials));
  }
  return addressOf(await io.writeBinary(document));
}

/** Characters who wear every part between them. */
function everybody(): Character[] {
  const ofKind = (kind: string) => manifest.parts.filter((part) => part.kind === kind).map(({ id }) => id);
  const [bodies, faces, hairs] = ['body', 'face', 'hair'].map(ofKind);
  const count = Math.max(bodies.length, faces.length, hairs.length);
  return Array.from({ length: count }, (_, index) => ({
    ...response.characters[0],
    index,
    body_id: bodies[index % bodies.length],
    face_id: faces[index % faces.length],
    hair_id: hairs[index % hairs.length],
    x: (index - count / 2) * 0.4,
    z: 0,
  }));
}

/** Draw commands of one frame. */
async function countDraws(
  renderer: TestRenderer,
  { scene, camera }: Pick<ReturnType<typeof createStage>, 'camera'> & { scene: Scene },
): Promise<number> {
  renderer.info.autoReset = false;
  renderer.info.reset();
  await takePicture(renderer, scene, camera);
  return 'backend' in renderer
    ? (renderer as WebGPURenderer).info.render.drawCalls
    : (renderer as WebGLRenderer).info.render.calls;
}

describe.each(BACKENDS)('on %s', (backend) => {
  test.each([
    ['as it is, far people in one draw', undefined, 0, 1],
    ['with a texture a part', 0, 0, 0],
    ['with two textures for some parts', 4, 4, 0],
  ])('the kit %s takes at most 36 draws, and as many for a shadow', async (_name, ofTwo, more, far) => {
    const renderer = await createRenderer(backend);
    onTestFinished(() => renderer.dispose());
    const { assets } = response;
    const two = manifest.parts.slice(0, ofTwo).map(({ id }) => id);
    const own =
      ofTwo === undefined
        ? {}
        : {
            skeleton_glb: await textured(assets.skeleton_glb, two),
            lod_glb: await textured(assets.lod_glb, two),
          };
    const crowd = await createCrowd({
      response: { ...response, characters: everybody(), assets: { ...assets, ...own } },
      ...{ renderer, mode: 'instanced', motion: false },
    });
    onTestFinished(() => crowd.dispose());
    const stage = createStage(crowd, 'directional');
    const count = async (castShadow: boolean): Promise<number> => {
      stage.lamp.castShadow = castShadow;
      const ofFrame = async (visible: boolean): Promise<number> => {
        crowd.visible = visible;
        crowd.update(0, stage.camera);
        await takePicture(renderer, stage.scene, stage.camera);
        crowd.update(0, stage.camera);
        return countDraws(renderer, stage);
      };
      return (await ofFrame(true)) - (await ofFrame(false));
    };
    const draws = manifest.parts.length + more + far;
    expect(draws).toBeLessThanOrEqual(MOST_DRAWS);
    expect(crowd.stats).toMatchObject({ parts: manifest.parts.length, drawCalls: draws });
    expect(await count(false), 'without shadows').toBe(draws);
    expect(await count(true), 'with a shadow').toBe(2 * draws);
  });
});
