import type { ContenderScene } from './contender.js';
import { sceneOnGpu } from './scene-on-gpu.js';
import type { ThreeStage } from './three-stage.js';

/** Makes a contender's scene of three: `pose` moves all characters, then three renders. */
export function threeScene(
  stage: ThreeStage,
  pose: (seconds: number) => void,
  dispose: () => void,
  triangles?: number,
): ContenderScene {
  const draw = (seconds: number): void => {
    pose(seconds);
    stage.render();
  };
  const scene = sceneOnGpu(stage.gpu, draw, () => {
    dispose();
    stage.dispose();
  });
  return { ...scene, ...(triangles === undefined ? {} : { triangles }) };
}
