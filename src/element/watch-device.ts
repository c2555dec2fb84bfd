import type { ViewRenderer } from '../stage/index.js';

/** Calls back once when the renderer loses its device or context; the returned function stops the watch. */
export function watchDevice(renderer: ViewRenderer, onLost: (message: string) => void): () => void {
  let isWatching = true;
  const lose = (message: string): void => {
    if (isWatching) onLost(message);
    isWatching = false;
  };
  if ('isWebGPURenderer' in renderer) {
    const report = renderer.onDeviceLost;
    renderer.onDeviceLost = (info) => {
      report.call(renderer, info);
      lose(info.message);
    };
  } else {
    const onContextLost = (event: Event): void => lose((event as WebGLContextEvent).statusMessage);
    renderer.domElement.addEventListener('webglcontextlost', onContextLost, { once: true });
  }
  return () => {
    isWatching = false;
  };
}
