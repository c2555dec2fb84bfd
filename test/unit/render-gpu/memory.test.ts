import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { PerspectiveCamera, RenderTarget, Scene } from 'three';
import { createCrowd } from 'three-crowd';
import { CrowdClient } from 'three-crowd/client';
import { generateCharacters } from 'three-crowd/generate';
import { completeRecipe, parseManifest } from 'three-crowd/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCrowdService, listen, SAMPLE_KEY } from '../../../src/server/index.js';
import makeKit, { readKit } from '../../support/kit-of-run.js';
import { createNodeRenderer } from '../../support/render/node-renderer.js';

const GUIDE = join(import.meta.dirname, '../../../examples/guides/performance-and-tiers.md');
const COUNTS = [1_000, 10_000, 100_000, 200_000];
const MEGABYTE = 1e6;
/** Share by which the guide may differ from what is measured, and megabytes: garbage collection leaves something. */
const [SHARE, LEAST] = [0.1, 3];

let removeKit: (() => Promise<void>) | undefined;

beforeAll(async () => {
  removeKit = await makeKit();
});

afterAll(() => removeKit?.());

setFlagsFromString('--expose_gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Counts the bytes of the buffers and textures of a device that are not destroyed. */
function watchMemory(device: GPUDevice): () => number {
  const sizes = new Map<object, number>();
  const watch = <T extends { destroy(): undefined }>(thing: T, bytes: number): T => {
    sizes.set(thing, bytes);
    const destroy = thing.destroy.bind(thing);
    thing.destroy = () => {
      sizes.delete(thing);
      return destroy();
    };
    return thing;
  };
  const createBuffer = device.createBuffer.bind(device);
  const createTexture = device.createTexture.bind(device);
  device.createBuffer = (descriptor) => watch(createBuffer(descriptor), descriptor.size);
  device.createTexture = (descriptor) => {
    const texture = createTexture(descriptor);
    const bits = [...descriptor.format.matchAll(/(?<=[rgba])\d+/g)].map(Number);
    const channels = /^[rgba]+/.exec(descriptor.format)?.[0].length ?? 1;
    const bytes = ((bits[0] ?? 32) / 8) * channels;
    return watch(texture, texture.width * texture.height * texture.depthOrArrayLayers * bytes);
  };
  return () => [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
}

async function memoryOfJavaScript(): Promise<number> {
  // What a collection finalizes, the next one frees.
  for (let k = 0; k < 4; k++) {
    collectGarbage();
    await new Promise((resolve) => setTimeout(resolve));
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Megabytes of a crowd. */
interface Memory {
  readonly count: number;
  readonly javaScript: number;
  readonly gpu: number;
}

/** Measures a crowd of each size, in JavaScript and on the GPU, once its levels have been made. */
async function measure(counts: readonly number[]): Promise<Memory[]> {
  const service = await createCrowdService({ kit: await readKit() });
  const server = await listen(service);
  const renderer = await createNodeRenderer();
  const gpuBytes = watchMemory((renderer.backend as unknown as { device: GPUDevice }).device);
  const client = new CrowdClient({ baseUrl: server.url, apiKey: SAMPLE_KEY });
  const served = await client.getCrowd('cr_Parade5k');
  const manifest = parseManifest(await (await fetch(served.assets.manifest_json)).json());
  const camera = new PerspectiveCamera(40, 16 / 9, 0.1, 500);
  // Nobody is in view: memory does not depend on it, and a software GPU would draw for minutes.
  camera.position.set(0, 7, -1000);
  const target = new RenderTarget(64, 36);
  const draw = async (count: number): Promise<{ gpu: number; javaScript: number }> => {
    const before = { gpu: gpuBytes(), javaScript: await memoryOfJavaScript() };
    const recipe = completeRecipe({ size: count, spawnRadius: Math.sqrt(count), pace: 1 });
    const response = { ...served, recipe, characters: generateCharacters(recipe, manifest) };
    const crowd = await createCrowd({ response, renderer, mode: 'instanced', motion: false });
    response.characters = [];
    const scene = new Scene().add(crowd);
    renderer.setRenderTarget(target);
    for (let frame = 0; frame < 3; frame++) {
      crowd.update(1 / 60, camera);
      renderer.render(scene, camera);
      await crowd.levelsReady;
    }
    const javaScript = (await memoryOfJavaScript()) - before.javaScript;
    const used = { gpu: gpuBytes() - before.gpu, javaScript };
    crowd.dispose();
    return used;
  };
  // Shaders, and what the renderer keeps.
  await draw(2000);
  const rows: Memory[] = [];
  for (const count of counts) {
    const { gpu, javaScript } = await draw(count);
    rows.push({ count, javaScript: javaScript / MEGABYTE, gpu: gpu / MEGABYTE });
  }
  renderer.dispose();
  await server.close();
  await service.close();
  return rows;
}

/** The table of the guide, as it stands there. */
function readTable(): string {
  return /(?<=\|--:\|--:\|--:\|\n)(\|[^\n]*\n)+/.exec(readFileSync(GUIDE, 'utf8'))?.[0] ?? '';
}

/** Expects that the guide tells what has been measured. */
function expectTold(measured: readonly Memory[]): void {
  const told = [...readTable().matchAll(/\| ([\d,]+) \| (\d+) MB \| (\d+) MB \|/g)].map((row) =>
    row.slice(1).map((text) => Number(text.replaceAll(',', ''))),
  );
  expect(told.map(([count]) => count)).toEqual(COUNTS);
  for (const { count, javaScript, gpu } of measured) {
    const [, toldJavaScript, toldGpu] = told[COUNTS.indexOf(count)];
    const near = (value: number): number => Math.max(LEAST, SHARE * value);
    expect(Math.abs(toldJavaScript - javaScript), `JavaScript, ${count}`).toBeLessThan(near(javaScript));
    expect(Math.abs(toldGpu - gpu), `GPU, ${count}`).toBeLessThan(near(gpu));
  }
}

test('the guide tells what a crowd of 1,000 takes of memory', async () => {
  expectTold(await measure(COUNTS.slice(0, 1)));
});

test('the guide tells what crowds take of memory; UPDATE_GUIDE=1 writes it', {
  tags: ['nightly'],
}, async () => {
  const measured = await measure(COUNTS);
  if (!process.env['UPDATE_GUIDE']) return expectTold(measured);
  const rows = measured.map(
    ({ count, javaScript, gpu }) =>
      `| ${count.toLocaleString('en')} | ${javaScript.toFixed(0)} MB | ${gpu.toFixed(0)} MB |\n`,
  );
  writeFileSync(GUIDE, readFileSync(GUIDE, 'utf8').replace(readTable(), rows.join('')));
});
