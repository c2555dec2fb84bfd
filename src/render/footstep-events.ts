import type { Camera, Object3D, Object3DEventMap } from 'three';
import type { ClipFeet, Footstep, Footsteps, Mover } from '../motion/index.js';
import type { Characters } from './characters/index.js';
import { hasListener } from './three-internals.js';

export interface FootstepEventsOptions {
  readonly characters: Characters;
  readonly clipFeet: ClipFeet;
  readonly mover: Mover | undefined;
  /** Called once with the reason if no footsteps are reported. @default console.warn */
  readonly onWarning: ((message: string) => void) | undefined;
}

type Target = Object3D<Object3DEventMap & { footstep: Footstep }> & { readonly footstepDistance: number };

/** Dispatches footsteps as events of a crowd. The code that finds them is downloaded for the first listener. */
export class FootstepEvents {
  readonly #options: FootstepEventsOptions;
  #footsteps: Footsteps | undefined;
  #report: ((step: Footstep) => void) | undefined;

  constructor(options: FootstepEventsOptions) {
    this.#options = options;
  }

  /**
   * To be called once the rows of a frame are written.
   *
   * @param now crowd seconds
   * @param camera without one, the steps of all characters are reported
   */
  update(crowd: Target, deltaSeconds: number, now: number, camera: Camera | undefined): void {
    if (!hasListener(crowd, 'footstep')) return;
    this.#report ??= this.#begin(crowd);
    this.#footsteps?.update(deltaSeconds, now, camera, crowd.footstepDistance, crowd, this.#report);
  }

  #begin(crowd: Target): (step: Footstep) => void {
    const { onWarning = console.warn } = this.#options;
    // Not awaited: `update` runs in the page's frame loop.
    this.#load().catch((error: unknown) => {
      onWarning(
        'three-crowd: no footsteps are reported: the part of the package that finds them could not be loaded ' +
          `(${error instanceof Error ? error.message : error}). Reload the page, and check that all files of the package are ` +
          'served.',
      );
    });
    return (step) => crowd.dispatchEvent({ type: 'footstep', ...step });
  }

  async #load(): Promise<void> {
    const { characters, clipFeet, mover, onWarning = console.warn } = this.#options;
    const sampler = await clipFeet.sampler();
    if (!sampler) {
      onWarning(
        'three-crowd: no footsteps are reported: the rig has no two legs that can be found. Legs have two bones, one above ' +
          'the other, that end near the ground, on each side of one joint, with one scale for all axes.',
      );
      return;
    }
    const { Footsteps } = await import('../motion/walking.js');
    this.#footsteps = new Footsteps({ characters, sampler, feet: mover?.feet });
  }
}
