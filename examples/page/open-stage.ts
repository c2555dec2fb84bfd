import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { Crowd } from 'three-crowd';
import { fitToView } from './fit-to-view.js';
import { openPage, type Page } from './open-page.js';
import { createRenderer, type ExampleRenderer } from './renderer.js';
import { createStage, type Stage } from './stage.js';

/** A page with a renderer, a paved square under a hazy sun, and a camera that the reader moves. */
export interface StagePage extends Omit<Page, 'animate'>, Omit<Stage, 'follow' | 'lookAt'> {
  readonly renderer: ExampleRenderer;
  readonly orbit: OrbitControls;
  /** Places the camera before a crowd. */
  lookAt(crowd: Crowd): void;
  /** Calls back before each frame with the seconds since the last, and counts the frames. */
  animate(crowds: Crowd | readonly Crowd[], frame: (seconds: number) => void): void;
}

export async function openStage(): Promise<StagePage> {
  const page = await openPage();
  const renderer = await createRenderer(page.view);
  const stage = createStage();
  const orbit = createOrbit(stage, renderer);
  fitToView(page.view, renderer, stage.camera);
  return {
    ...page,
    ...stage,
    renderer,
    orbit,
    lookAt: (crowd) => stage.lookAt(crowd.getBoundingBox(), orbit),
    animate: (crowds, frame) =>
      page.animate(renderer, crowds, (seconds) => {
        orbit.update();
        stage.follow(orbit.target);
        frame(seconds);
      }),
  };
}

function createOrbit({ camera }: Stage, renderer: ExampleRenderer): OrbitControls {
  const orbit = new OrbitControls(camera, renderer.domElement);
  orbit.enableDamping = true;
  orbit.maxPolarAngle = Math.PI / 2 - 0.02;
  return orbit;
}
