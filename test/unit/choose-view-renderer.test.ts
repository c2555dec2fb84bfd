import { afterEach, expect, test, vi } from 'vitest';
import { isCrowdError } from '../../src/errors/index.js';
import { checkRelease } from '../../src/render/check-release.js';
import { shouldUseWebGPU } from '../../src/stage/create-renderer.js';

afterEach(() => vi.unstubAllGlobals());

function giveAdapter(adapter: object | null): void {
  vi.stubGlobal('navigator', { gpu: { requestAdapter: () => Promise.resolve(adapter) } });
}

/** Whether a crowd can be drawn with that release's `WebGPURenderer`. */
function drawsWithWebGPU(release: number): boolean {
  try {
    checkRelease('WebGPURenderer', release);
    return true;
  } catch (error) {
    if (isCrowdError(error, 'UnsupportedError')) return false;
    throw error;
  }
}

test.each([170, 175, 180, 181, 187])(
  '"auto" takes WebGPU where it can draw a crowd: three 0.%i',
  async (release) => {
    giveAdapter({});
    expect(await shouldUseWebGPU('auto', release)).toBe(drawsWithWebGPU(release));
  },
);

test('backend="auto" takes WebGL where the browser has no WebGPU', async () => {
  giveAdapter(null);
  expect(await shouldUseWebGPU('auto', 187)).toBe(false);
});

test('what was asked for by name is not replaced', async () => {
  giveAdapter({});
  expect(await shouldUseWebGPU('webgpu', 170)).toBe(true);
  expect(await shouldUseWebGPU('webgpu-webgl2', 170)).toBe(true);
  expect(await shouldUseWebGPU('webgl', 187)).toBe(false);
});
