import type { CrowdRenderer } from 'three-crowd';

/** A `WebGLRenderer` for crowds that are never drawn: it only answers what it can do. */
export function plainRenderer(): CrowdRenderer {
  const renderer = {
    isWebGLRenderer: true,
    extensions: { has: () => false },
    domElement: new EventTarget(),
  };
  return renderer as unknown as CrowdRenderer;
}
