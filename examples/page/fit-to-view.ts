import type { PerspectiveCamera } from 'three';
import type { ExampleRenderer } from './renderer.js';

/**
 * Keeps the picture as big as the element that it is in, and the camera's sides in proportion. What the camera looks at
 * is in the middle of what cards on the left leave free.
 */
export function fitToView(view: HTMLElement, renderer: ExampleRenderer, camera: PerspectiveCamera): void {
  const fit = (): void => {
    const { clientWidth: width, clientHeight: height } = view;
    const covered = document.querySelector('.overlay')?.clientWidth ?? 0;
    camera.aspect = width / height;
    // This also updates the projection. On a phone the cards are above and below.
    camera.setViewOffset(width, height, covered < width / 2 ? -covered / 2 : 0, 0, width, height);
    renderer.setSize(width, height, false);
  };
  new ResizeObserver(fit).observe(view);
  fit();
}
