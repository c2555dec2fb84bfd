import type { Camera } from 'three';
import type { Crowd } from './crowd.js';
import type { Footstep, Footsteps } from './motion/index.js';
import { hasListener } from './three-internals.js';

/** Reports footsteps as events of a crowd, once somebody listens: what finds them is downloaded then. */
export class FootstepEvents {
  readonly #load: () => Promise<Footsteps | undefined>;
  #footsteps: Footsteps | undefined;
  /** Undefined until somebody listens. */
  #report: ((step: Footstep) => void) | undefined;

  /** @param load gives nothing where the rig has no legs that can be found */
  constructor(load: () => Promise<Footsteps | undefined>) {
    this.#load = load;
  }

  /**
   * To be called once the rows of a frame are written.
   *
   * @param now crowd seconds
   * @param camera without one, everybody's steps are reported
   */
  update(crowd: Crowd, deltaSeconds: number, now: number, camera: Camera | undefined): void {
    if (!hasListener(crowd, 'footstep')) return;
    this.#report ??= this.#begin(crowd);
    this.#footsteps?.update(deltaSeconds, now, camera, crowd.footstepDistance, crowd, this.#report);
  }

  #begin(crowd: Crowd): (step: Footstep) => void {
    void this.#load().then((footsteps) => {
      this.#footsteps = footsteps;
    });
    return (step) => crowd.dispatchEvent({ type: 'footstep', ...step });
  }
}
