import { expect, test } from 'vitest';
import type { CrowdRenderer } from '../../../src/index.js';
import { CurrentBackend } from '../../../src/render/current-backend.js';

const webgl = (): CrowdRenderer => ({ isWebGLRenderer: true }) as unknown as CrowdRenderer;

test('of two renderers that are set at once, the last one wins, though the first is ready later', async () => {
  const backend = await CurrentBackend.of(webgl());
  let giveDevice!: () => void;
  const device = new Promise<void>((resolve) => {
    giveDevice = resolve;
  });
  const slow = { isWebGPURenderer: true, backend: {}, init: () => device } as unknown as CrowdRenderer;
  const last = webgl();

  const first = backend.setRenderer(slow);
  expect(await backend.setRenderer(last)).toBe(true);
  expect(backend.renderer).toBe(last);

  giveDevice();
  expect(await first).toBe(false);
  expect(backend.renderer).toBe(last);
  expect(backend.name).toBe('webgl');
});
