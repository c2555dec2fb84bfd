import type { Scene } from 'three';

/**
 * Calls back once in each frame in which a scene was drawn, wherever on the page. three sends an event about every new
 * scene to `__THREE_DEVTOOLS__`, for its developer tools; this listens to the same events. Call it before the first scene
 * is created.
 */
export function watchScenes(drawn: (scene: Scene) => void): void {
  const page = globalThis as { __THREE_DEVTOOLS__?: EventTarget };
  page.__THREE_DEVTOOLS__ ??= new EventTarget();
  page.__THREE_DEVTOOLS__.addEventListener('observe', ({ detail }: Event & { detail?: Partial<Scene> }) => {
    if (!detail?.isScene) return;
    const scene = detail as Scene;
    let isCounted = false;
    scene.onAfterRender = () => {
      if (isCounted) return;
      isCounted = true;
      requestAnimationFrame(() => {
        isCounted = false;
      });
      drawn(scene);
    };
  });
}
