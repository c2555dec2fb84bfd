import type { BrowserGpu } from '../measure/browser-gpu.js';
import type { ContenderScene } from './contender.js';

/** A scene that is drawn by a call, with what its GPU can tell of it. */
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
