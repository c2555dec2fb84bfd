import { Group, type WebGLRenderer } from 'three';
import type { WebGPURenderer } from 'three/webgpu';
import type { Crowd, CrowdAssets } from 'three-crowd';
import { expect } from 'vitest';
import { BACKENDS, createRenderer, type TestRenderer } from '../support/browser/backends.js';
import { createFigure, figureCharacters } from '../support/browser/figure.js';
import { figureCrowd } from '../support/browser/figure-crowd.js';
import { createStage, differingPixels, takePicture } from '../support/browser/picture.js';
import { testInTurn } from '../support/in-turn.js';

const TOLERANCE = 8;

/** Bytes that a renderer has uploaded, or holds, for vertices and indices. */
function vertexBytes(renderer: TestRenderer): () => number {
  if ('backend' in renderer) {
    const { memory } = (renderer as WebGPURenderer).info;
    return () => memory.attributesSize + memory.indexAttributesSize;
  }
  const gl = (renderer as WebGLRenderer).getContext();
  const sizes = new Map<WebGLBuffer, number>();
  const { bufferData, deleteBuffer } = gl;
  let bound: WebGLBuffer | null = null;
  const { bindBuffer } = gl;
  gl.bindBuffer = (target, buffer) => {
    bound = buffer;
    bindBuffer.call(gl, target, buffer);
  };
  gl.bufferData = ((target: number, data: ArrayBufferView, usage: number) => {
    if (bound) sizes.set(bound, data.byteLength);
    bufferData.call(gl, target, data, usage);
  }) as typeof gl.bufferData;
  gl.deleteBuffer = (buffer) => {
    if (buffer) sizes.delete(buffer);
    deleteBuffer.call(gl, buffer);
  };
  return () => [...sizes.values()].reduce((sum, size) => sum + size, 0);
}

function createCrowd(renderer: TestRenderer, assets: CrowdAssets, seed: number): Promise<Crowd> {
  return figureCrowd(renderer, { assets, characters: figureCharacters(6, seed), mode: 'instanced' });
}

testInTurn(BACKENDS, [0])(
  'a second crowd of the same assets adds its tables alone, on %s',
  async (backend) => {
    const renderer = await createRenderer(backend);
    const bytes = vertexBytes(renderer);
    const { assets } = createFigure();
    const { scene, camera } = createStage(new Group(), 'directional');
    const draw = async (...crowds: Crowd[]): Promise<Uint8Array> => {
      for (const crowd of crowds) crowd.update(0, camera);
      await takePicture(renderer, scene, camera);
      return takePicture(renderer, scene, camera);
    };
    await draw();
    const none = bytes();
    const first = await createCrowd(renderer, assets, 3);
    scene.add(first);
    await draw(first);
    const one = bytes() - none;
    const second = await createCrowd(renderer, assets, 4);
    scene.add(second);
    const both = await draw(first, second);
    const two = bytes() - none - one;
    // Positions, normals, uvs, skins and indices of the five parts: 5 to 10 kB each.
    expect(one).toBeGreaterThan(20_000);
    expect(two).toBeLessThan(one * 0.2);

    // Whoever goes first leaves the other what it draws with; the last takes everything along.
    first.dispose();
    const alone = await draw(second);
    expect(differingPixels(alone, both, TOLERANCE), 'the first is gone').toBeGreaterThan(0.005);
    second.visible = false;
    expect(differingPixels(alone, await takePicture(renderer, scene, camera), TOLERANCE)).toBeGreaterThan(
      0.005,
    );
    expect(bytes() - none).toBeLessThanOrEqual(one * 1.01);
    second.dispose();
    expect(bytes() - none).toBeLessThan(one * 0.02);
  },
);
