import type { Camera, Matrix4 } from 'three';
import { CameraView, type Planes } from './camera-view.js';

/** Updates after which shadows that are no longer drawn are forgotten; several cameras may share a frame's shadows. */
const KEPT_UPDATES = 4;

/** No planes: everything is inside. */
const EVERYTHING: readonly Planes[] = [[]];

/**
 * What the scene's shadows see. Lights are not asked for: three tells each shadow camera to every mesh it draws, and
 * the next frame culls by what this one was told. Until a frame has been drawn, everything may cast a shadow.
 */
export class ShadowViews {
  readonly #pool: CameraView[] = [];
  readonly #planes: Planes[] = [];
  #recorded = 0;
  #updatesSince = 0;
  #isKnown = false;
  #fresh = false;

  /** To be called by each mesh's `onBeforeShadow`; `world` is the crowd's. */
  record(shadowCamera: Camera, world: Matrix4): void {
    if (!this.#fresh) {
      this.#fresh = true;
      this.#recorded = 0;
    }
    this.#pool[this.#recorded] ??= new CameraView();
    this.#planes[this.#recorded] = this.#pool[this.#recorded].set(shadowCamera, world).planes;
    this.#recorded += 1;
  }

  /** What the shadows of the last frame saw. */
  take(): readonly Planes[] {
    if (this.#fresh) {
      this.#updatesSince = 0;
      this.#isKnown = true;
    } else if (++this.#updatesSince > KEPT_UPDATES) {
      this.#recorded = 0;
      this.#isKnown = true;
    }
    this.#fresh = false;
    if (!this.#isKnown) return EVERYTHING;
    this.#planes.length = this.#recorded;
    return this.#planes;
  }
}
