import type { PerspectiveCamera, Scene } from 'three';
import type { ExampleRenderer } from './renderer.js';

/** Part of a picture, in CSS pixels from its upper left corner. */
export interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Draws a scene into a part of the picture, with a camera of that shape. */
export function drawInto(
  renderer: ExampleRenderer,
  scene: Scene,
  camera: PerspectiveCamera,
  { x, y, width, height }: Frame,
): void {
  camera.aspect = width / height;
  camera.clearViewOffset();
  // The classic renderer counts from below.
  const top = 'isWebGLRenderer' in renderer ? renderer.domElement.clientHeight - y - height : y;
  renderer.setViewport(x, top, width, height);
  renderer.setScissor(x, top, width, height);
  renderer.setScissorTest(true);
  renderer.render(scene, camera);
}
