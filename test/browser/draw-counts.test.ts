import { WebIO } from '@gltf-transform/core';
import { type BackendName, type Character, type Crowd, type CrowdResponse, createCrowd } from 'three-crowd';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Manifest, parseManifest } from '../../src/protocol/index.js';
import { BACKENDS, createRenderer, type TestRenderer } from '../support/browser/backends.js';
import { addressOf } from '../support/browser/character-file.js';
import { createStage, takePicture } from '../support/browser/picture.js';
import { fetchSampleCrowd } from '../support/browser/sample-crowd.js';
import { addMaterial, cutMesh, pictureFile } from '../support/browser/textured-parts.js';

/** The interface: "typically at most 36 draw calls for the whole crowd". */
const MOST_DRAWS = 36;

let response: CrowdResponse;
let manifest: Manifest;

beforeAll(async () => {
  response = await fetchSampleCrowd();
  manifest = parseManifest(await (await fetch(response.assets.manifest_json)).json());
});

/** How many textures of their own the n-th part of the kit has. */
type TexturesOf = (n: number) => number;

/** The kit's file in which each part has textures of its own. */
async function textured(address: string, texturesOf: TexturesOf): Promise<string> {
  const io = new WebIO();
  const document = await io.readBinary(new Uint8Array(await (await fetch(address)).arrayBuffer()));
  for (const [k, { id }] of manifest.parts.entries()) {
    if (texturesOf(k) === 0) continue;
    const materials = Array.from({ length: texturesOf(k) }, async (_, n) =>
      addMaterial(
        document,
        `${id} ${n}`,
        await pictureFile(`hsl(${k * 11} 60% 60%)`, `hsl(${n * 120} 60% 40%)`),
      ),
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

async function createEverybody(renderer: TestRenderer, texturesOf: TexturesOf | undefined): Promise<Crowd> {
  const { assets } = response;
  const own = texturesOf && {
    skeleton_glb: await textured(assets.skeleton_glb, texturesOf),
    lod_glb: await textured(assets.lod_glb, texturesOf),
  };
  return createCrowd({
    response: { ...response, characters: everybody(), assets: { ...assets, ...own } },
    ...{ renderer, mode: 'instanced', motion: false, strict: true },
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

/** What the kit's parts have, and the draws of the crowd beside one for each part. */
const KITS: readonly (readonly [name: string, texturesOf: TexturesOf | undefined, more: number])[] = [
  ['as it is, with all that is far in one draw', undefined, 1],
  ['with a texture for each part, and two for one of them', (n) => (n < 1 ? 2 : 1), 1],
  // 36 with the second texture, so that all that is far has none.
  ['of which one part has two textures, and the others none', (n) => (n < 1 ? 2 : 0), 1],
  // More materials than draws: those of a part go into one texture.
  ['with two textures for each of eight parts', (n) => (n < 8 ? 2 : 1), 0],
  ['with three textures for each part', () => 3, 0],
];

/** By day the worst one, on the classic renderer. */
const DAILY: Readonly<Record<BackendName, readonly number[]>> = {
  webgpu: [],
  'webgpu-webgl2': [],
  webgl: [4],
};

describe.each(BACKENDS)('on %s', (backend) => {
  for (const [row, [name, texturesOf, more]] of KITS.entries()) {
    const tags = DAILY[backend].includes(row) ? [] : ['nightly'];
    test(`the kit ${name}: at most 36 draws, and as many more for a shadow`, { tags }, async () => {
      const renderer = await createRenderer(backend);
      onTestFinished(() => renderer.dispose());
      const crowd = await createEverybody(renderer, texturesOf);
      onTestFinished(() => crowd.dispose());
      const { scene, camera, lamp } = createStage(crowd, 'directional');
      // Near meshes alone, so that each part is drawn.
      crowd.lodThreshold = 0;
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
      expect(crowd.getObjectByName('far') !== undefined).toBe(texturesOf === undefined);
      // A draw without an instance, as the far one is while everybody is near, may be left out.
      const least = parts + (texturesOf ? more : 0);
      const plain = await count(false);
      expect(plain, 'without shadows').toBeGreaterThanOrEqual(least);
      expect(plain, 'without shadows').toBeLessThanOrEqual(parts + more);
      expect(await count(true), 'with a shadow').toBe(2 * plain);
    });
  }
});
