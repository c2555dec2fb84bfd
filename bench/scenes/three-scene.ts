import type { ContenderScene } from './contender.js';
import type { ThreeStage } from './three-stage.js';

/** A scene of three as a contender's: `pose` moves everybody, then three renders. */
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
  const { adapter, finish, time } = stage.gpu;
  return {
    adapter,
    draw,
    finish,
    ...(time ? { timeOnGpu: (seconds: number) => time(() => draw(seconds)) } : {}),
    ...(triangles === undefined ? {} : { triangles }),
    dispose: () => {
      dispose();
      stage.dispose();
    },
  };
}
