import { DirectionalLight, HemisphereLight, PerspectiveCamera, Scene, Color, RenderTarget } from 'three';
import { WebGPURenderer } from 'three/webgpu';
import { createCrowd, type CrowdResponse } from 'three-crowd';
import { CrowdClient } from 'three-crowd/client';
import { commands } from 'vitest/browser';
import { expect, inject, test } from 'vitest';

test('drawn', { timeout: 220_000 }, async () => {
  const client = new CrowdClient({ baseUrl: inject('baseUrl'), apiKey: inject('sampleKey'), dangerouslyAllowBrowser: true });
  const street = await client.getCrowd('cr_Market1k');
  const count = 100_000;
  const log: string[] = [];
  const start = performance.now();
  const told = (what: string) => { log.push(`${what}: ${((performance.now() - start) / 1000).toFixed(1)} s`); console.log(log.at(-1)); };
  const side = Math.ceil(Math.sqrt(count));
  const half = side / 2;
  const characters = Array.from({ length: count }, (_, i) => {
    const { group: _group, ...like } = street.characters[i % street.characters.length] as never as Record<string, unknown>;
    return { ...like, index: i, anim_clip: 'walk', x: (i % side) - half + 0.5, z: Math.floor(i / side) - half + 0.5 };
  });
  const recipe = { ...street.recipe, size: count, boundaryShape: 'square', boundaryRadius: half, spawnRadius: half, groupingMode: false, attractActive: false, obstacles: [], terrain: { ...street.recipe.terrain, active: false } };
  const response = { ...street, recipe, characters } as unknown as CrowdResponse;
  const renderer = new WebGPURenderer({ antialias: false, requiredLimits: { maxStorageBufferBindingSize: 1 << 30, maxBufferSize: 1 << 30 } } as never);
  renderer.setSize(640, 360, false);
  await renderer.init();
  renderer.onError = (info: unknown) => { log.push(JSON.stringify(info)); };
  const warnings: string[] = [];
  let crowd: Awaited<ReturnType<typeof createCrowd>>;
  try {
    crowd = await createCrowd({ response, baseUrl: inject('baseUrl'), renderer, mode: 'instanced', lodScreenHeight: 1, castShadow: false, receiveShadow: false, motion: { gpu: true }, onWarning: (m) => warnings.push(m) });
  } catch (error) {
    await commands.writeFile('/tmp/gpuwalk-100k.txt', [...log, ...warnings, String(error), (error as Error).stack ?? ''].join('\n'));
    throw error;
  }
  told(`made, on the GPU: ${crowd.motion?.isOnGpu}`);
  const scene = new Scene();
  scene.background = new Color(0xdde4ea);
  scene.add(new HemisphereLight(0xffffff, 0x998877, 2), new DirectionalLight(0xffffff, 2), crowd);
  const camera = new PerspectiveCamera(50, 16 / 9, 0.5, 600);
  camera.position.set(0, 45, half * 0.75);
  camera.lookAt(0, 0, 0);
  camera.updateMatrixWorld();
  const target = new RenderTarget(640, 360);
  const draw = async () => {
    renderer.setRenderTarget(target as never);
    renderer.render(scene, camera);
    renderer.setRenderTarget(null);
    return (await renderer.readRenderTargetPixelsAsync(target as never, 0, 0, 640, 360)) as Uint8Array;
  };
  crowd.update(0, camera);
  await draw();
  told('first picture');
  for (let frame = 0; frame < 20; frame++) {
    crowd.update(0.05, camera);
    if (frame % 5 === 4) { await (renderer.backend as unknown as { device: GPUDevice }).device.queue.onSubmittedWorkDone(); told(`${frame + 1} steps`); }
  }
  const pixels = await draw();
  told('picture after a second');
  const memory = (performance as unknown as { memory?: { usedJSHeapSize: number } }).memory;
  log.push(`JavaScript heap: ${Math.round((memory?.usedJSHeapSize ?? 0) / 2 ** 20)} MiB; GPU buffers and textures: ${JSON.stringify(renderer.info.memory)}`);
  const canvas = document.createElement('canvas');
  canvas.width = 640; canvas.height = 360;
  const context = canvas.getContext('2d')!;
  const image = context.createImageData(640, 360);
  image.data.set(pixels.slice(0, 640 * 360 * 4));
  context.putImageData(image, 0, 0);
  await commands.writeFile('/tmp/gpuwalk-100k.b64', canvas.toDataURL('image/png').split(',')[1]);
  await commands.writeFile('/tmp/gpuwalk-100k.txt', [...log, ...warnings].join('\n'));
  expect(pixels.some((value) => value > 0)).toBe(true);
});
