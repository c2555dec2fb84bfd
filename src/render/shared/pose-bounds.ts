import type { LocalPoses } from '../../rig/index.js';
import { blendBox } from './blend-box.js';
import { type CharacterExtent, characterExtent } from './character-extent.js';
import { type BoundedClip, toBounds } from './clip-bounds.js';
import { jointBoxes } from './joint-boxes.js';
import { fadeShare, type Motion } from './motion.js';
import type { PartSource } from './part-source.js';

/** Numbers a box takes: minimum x, y, z, then maximum x, y, z. */
const BOX_SIZE = 6;

export interface PoseBoundsSource {
  /** By the numbers that the table's rows use. */
  readonly clips: readonly BoundedClip[];
  /** Undefined where nothing fades. */
  readonly localPoses: LocalPoses | undefined;
  /** All that the characters may wear. */
  readonly parts: ReadonlyMap<string, PartSource>;
}

/** What holds a character of scale 1 in its own space, in each clip and in any fade; metres. */
export class PoseBounds {
  /** {@link BOX_SIZE} numbers a clip, then as many for fades. */
  readonly boxes: Float64Array;
  readonly #source: PoseBoundsSource;
  readonly #settled: CharacterExtent;
  #fading: CharacterExtent | undefined;

  constructor(source: PoseBoundsSource) {
    const { clips } = source;
    this.#source = source;
    this.#settled = characterExtent(clips);
    this.boxes = new Float64Array((clips.length + 1) * BOX_SIZE);
    for (const [k, clip] of clips.entries()) this.boxes.set(clip.bounds, k * BOX_SIZE);
  }

  /** Where in `boxes` the box stands that holds a character in `motion` at `now` of the crowd's clock. */
  boxOf(motion: Motion, now: number): number {
    const { clips } = this.#source;
    return (this.#fadingExtent(motion, now) ? clips.length : motion.clip) * BOX_SIZE;
  }

  /** What holds a character in `motion`, whichever way it faces, now and in any clip that it may cut to. */
  extentOf(motion: Motion, now: number): CharacterExtent {
    return this.#fadingExtent(motion, now) ?? this.#settled;
  }

  /** Undefined outside a fade. What holds fades is measured when somebody is first found in one. */
  #fadingExtent(motion: Motion, now: number): CharacterExtent | undefined {
    const { clips, localPoses, parts } = this.#source;
    if (!localPoses || fadeShare(motion, now) === 1) return undefined;
    if (!this.#fading) {
      const boxes = jointBoxes(parts.values(), localPoses.parents.length);
      const bounds = toBounds(blendBox(localPoses, boxes));
      this.boxes.set(bounds, clips.length * BOX_SIZE);
      this.#fading = characterExtent([{ bounds }]);
    }
    return this.#fading;
  }
}
