import type { BrowserGpu } from '../measure/browser-gpu.js';
import type { ContenderScene } from './contender.js';

/** Makes a scene from a function that draws it, with the GPU's measurements. */
export function sceneOnGpu(
  { adapter, finish, time }: BrowserGpu,
  draw: (seconds: number) => void,
  dispose: () => void,
): ContenderScene {
  return {
    adapter,
    draw,
    finish,
    ...(time ? { timeOnGpu: (seconds: number) => time(() => draw(seconds)) } : {}),
    dispose,
  };
}
