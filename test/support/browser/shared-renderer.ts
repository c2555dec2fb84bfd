import type { BackendName } from 'three-crowd';
import { afterAll } from 'vitest';
import { createRenderer, type TestRenderer } from './backends.js';

const renderers = new Map<BackendName, TestRenderer>();

afterAll(() => {
  for (const renderer of renderers.values()) renderer.dispose();
});

/**
 * The renderer of a backend that the tests of a file share, since one takes longer to make than a picture. It is for
 * tests that leave its settings as they are.
 */
export async function sharedRenderer(backend: BackendName): Promise<TestRenderer> {
  const renderer = renderers.get(backend) ?? (await createRenderer(backend));
  renderers.set(backend, renderer);
  return renderer;
}
