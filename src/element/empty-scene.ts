import { PerspectiveCamera } from 'three';
import type { Crowd } from '../index.js';
import { boxOf, Surroundings, USUAL_BOX, type ViewRenderer } from '../stage/index.js';
import type { ViewContent } from './view-content.js';

/** Vertical, degrees. */
const FIELD_OF_VIEW = 32;
/** Metres; the farthest is beyond the rim of the ground of any crowd. */
const [NEAREST, FARTHEST] = [0.2, 2000];
/** Device pixels per CSS pixel: more cost time, and nobody sees the difference. */
const MAX_PIXEL_RATIO = 2;

/** Camera, light and ground of a view, whose crowd may still be on its way. */
export class EmptyScene {
  readonly camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, NEAREST, FARTHEST);
  readonly surroundings: Surroundings;
  readonly #terrain: ((x: number, z: number) => number) | undefined;
  readonly #hasSky: boolean;
  /** Whether the crowd is there, or will never be. */
  #isDecided = false;

  constructor({ hasHills, groundHeight }: ViewContent, host: HTMLElement) {
    this.#terrain = hasHills ? groundHeight : undefined;
    this.#hasSky = getComputedStyle(host).getPropertyValue('--crowd-view-background') === '';
    this.surroundings = new Surroundings({
      box: USUAL_BOX,
      terrain: this.#terrain,
      hasSky: this.#hasSky,
    });
  }

  /**
   * Draws sky and ground once, which nobody sees, while the crowd's files are on their way: three builds their shaders and
   * those of the shadow and of the output then, and not when everything else is waiting for them. Of the 1.1 s that a first
   * picture takes of the main thread on a slow machine, this is 0.25 s.
   */
  async prepare(
    renderer: ViewRenderer,
    { clientWidth, clientHeight }: HTMLElement,
    castsShadows: boolean,
  ): Promise<void> {
    // The requests of files go out first.
    await new Promise((resolve) => setTimeout(resolve));
    if (this.#isDecided || clientWidth === 0 || clientHeight === 0) return;
    setSize(renderer, clientWidth, clientHeight);
    const { surroundings, camera } = this;
    surroundings.castsShadows = castsShadows;
    camera.position.set(0, 2, USUAL_BOX.max.z);
    surroundings.follow(camera, USUAL_BOX.min);
    renderer.render(surroundings.scene, camera);
  }

  /** Has the ground lie under a crowd, and the light fall on it. */
  fitTo(crowd: Crowd): void {
    this.#isDecided = true;
    const box = boxOf(crowd);
    this.surroundings.fitTo(box);
    this.surroundings.reshapeGround({ box, terrain: this.#terrain, hasSky: this.#hasSky });
  }

  dispose(): void {
    this.#isDecided = true;
    this.surroundings.dispose();
  }
}

/** @param width CSS pixels */
export function setSize(renderer: ViewRenderer, width: number, height: number): void {
  renderer.setPixelRatio(Math.min(devicePixelRatio, MAX_PIXEL_RATIO));
  renderer.setSize(width, height, false);
}
