import type { BackendName } from 'three-crowd';
import { makeRenderer, type TestRenderer } from './backends.js';

const renderers = new Map<BackendName, TestRenderer>();

/**
 * The renderer of a backend that the tests of a page share, since one takes longer to make than a picture, and compiles
 * every shader anew. It is for tests that leave its settings as they are, and ends with the page.
 */
export async function sharedRenderer(backend: BackendName): Promise<TestRenderer> {
  const renderer = renderers.get(backend) ?? (await makeRenderer(backend));
  renderers.set(backend, renderer);
  return renderer;
}
