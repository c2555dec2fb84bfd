import { WebIO } from '@gltf-transform/core';
import { type Character, type Crowd, type CrowdResponse, createCrowd } from 'three-crowd';
import { CrowdClient } from 'three-crowd/client';
import { beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { type Manifest, parseManifest } from '../../src/protocol/index.js';
import { BACKENDS, createRenderer, type TestRenderer } from '../support/browser/backends.js';
import { addressOf } from '../support/browser/character-file.js';
import { createStage, takePicture } from '../support/browser/picture.js';
import { addMaterial, cutMesh, pictureFile } from '../support/browser/textured-parts.js';
import { tagsInTable } from '../support/in-turn.js';

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

async function createEverybody(renderer: TestRenderer, ofTwo: number | undefined): Promise<Crowd> {
  const { assets } = response;
  const two = manifest.parts.slice(0, ofTwo).map(({ id }) => id);
  const own = ofTwo !== undefined && {
    skeleton_glb: await textured(assets.skeleton_glb, two),
    lod_glb: await textured(assets.lod_glb, two),
  };
  return createCrowd({
    response: { ...response, characters: everybody(), assets: { ...assets, ...own } },
    ...{ renderer, mode: 'instanced', motion: false },
  });
}

const COMMANDS = {
  webgl: ['drawArrays', 'drawElements', 'drawArraysInstanced', 'drawElementsInstanced'],
  webgpu: ['draw', 'drawIndexed', 'drawIndirect', 'drawIndexedIndirect'],
} as const;

/** Commands that the GPU gets to draw something while `work` is done. */
async function countCommands(work: () => Promise<unknown>): Promise<number> {
  const spies = [
    ...COMMANDS.webgl.map((name) => vi.spyOn(WebGL2RenderingContext.prototype, name)),
    ...COMMANDS.webgpu.map((name) => vi.spyOn(GPURenderPassEncoder.prototype, name)),
  ];
  await work();
  const count = spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  for (const spy of spies) spy.mockRestore();
  return count;
}

/** The kit, how many of its parts have two textures, where all have some, and draws beside those of the parts. */
const KITS: readonly (readonly [name: string, ofTwo: number | undefined, more: number])[] = [
  ['as it is, with all that is far in one draw', undefined, 1],
  ['with a texture for each part, and two for some', 4, 4],
];

describe.each(BACKENDS)('on %s', (backend) => {
  for (const [row, [name, ofTwo, more]] of KITS.entries()) {
    // There are fewer kits than backends, so one backend has all of them by day.
    const tags = backend === 'webgl' ? [] : tagsInTable(row, BACKENDS.indexOf(backend), BACKENDS.length);
    test(`the kit ${name}: at most 36 draws, and as many more for a shadow`, { tags }, async () => {
      const renderer = await createRenderer(backend);
      onTestFinished(() => renderer.dispose());
      const crowd = await createEverybody(renderer, ofTwo);
      onTestFinished(() => crowd.dispose());
      const { scene, camera, lamp } = createStage(crowd, 'directional');
      /** Of the crowd: without the ground and what the renderer draws for itself. */
      const count = async (castShadow: boolean): Promise<number> => {
        lamp.castShadow = castShadow;
        const ofFrame = async (visible: boolean): Promise<number> => {
          crowd.visible = visible;
          // What is drawn first is drawn with more, such as programs that wait.
          crowd.update(0, camera);
          await takePicture(renderer, scene, camera);
          crowd.update(0, camera);
          return countCommands(() => takePicture(renderer, scene, camera));
        };
        return (await ofFrame(true)) - (await ofFrame(false));
      };
      const parts = manifest.parts.length;
      expect(crowd.stats).toMatchObject({ parts, drawCalls: parts + more });
      expect(parts + more).toBeLessThanOrEqual(MOST_DRAWS);
      // A draw without an instance, as the far one is while everybody is near, may be left out.
      const least = parts + (ofTwo ?? 0);
      const plain = await count(false);
      expect(plain, 'without shadows').toBeGreaterThanOrEqual(least);
      expect(plain, 'without shadows').toBeLessThanOrEqual(parts + more);
      expect(await count(true), 'with a shadow').toBe(2 * plain);
    });
  }
});
