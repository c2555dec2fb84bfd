import type { Scene, WebGLRenderer } from 'three';

/** Called with the scene and the triangles that the renderer has drawn so far in this frame; undefined where the GPU counts. */
type Drawn = (scene: Scene, triangles: number | undefined) => void;

/**
 * Calls back once in each frame in which a scene was drawn, wherever on the page. three sends an event about every new
 * scene to `__THREE_DEVTOOLS__`, for its developer tools; this listens to the same events. Call it before the first scene
 * is created.
 */
export function watchScenes(drawn: Drawn): void {
  const page = globalThis as { __THREE_DEVTOOLS__?: EventTarget };
  page.__THREE_DEVTOOLS__ ??= new EventTarget();
  page.__THREE_DEVTOOLS__.addEventListener('observe', ({ detail }: Event & { detail?: Partial<Scene> }) => {
    if (!detail?.isScene) return;
    const scene = detail as Scene;
    let isCounted = false;
    scene.onAfterRender = (renderer: WebGLRenderer) => {
      if (isCounted) return;
      isCounted = true;
      requestAnimationFrame(() => {
        isCounted = false;
      });
      drawn(scene, trianglesOf(renderer));
    };
  });
}

/** The count of three's renderer. Indirect draws, whose sizes only the GPU has, are counted there as full or not at all. */
function trianglesOf(renderer: WebGLRenderer): number | undefined {
  const isWebGPU =
    (renderer as { backend?: { isWebGPUBackend?: boolean } }).backend?.isWebGPUBackend ?? false;
  return isWebGPU ? undefined : renderer.info.render.triangles;
}
