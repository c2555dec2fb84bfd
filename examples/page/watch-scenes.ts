import type { Scene } from 'three';

/**
 * Calls back once in each frame in which a scene was drawn, wherever on the page: three announces every scene to its
 * developer tools, and this listens at the same door. Call it before the first scene is made.
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
