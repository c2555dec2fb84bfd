import { type Box3, Vector3 } from 'three';
import type { LocalPoses } from '../../rig/index.js';
import {
  type AnimationState,
  type CharacterTable,
  createAnimationState,
  fadeWeight,
  type Part,
} from '../characters/index.js';
import { type BoundedClip, type CharacterExtent, characterExtent, toBounds } from './clip-bounds.js';
import { blendBox, jointBoxes } from './joint-boxes.js';

/** Numbers a box takes: minimum x, y, z, then maximum x, y, z. */
const BOX_SIZE = 6;

export interface PoseBoundsOptions {
  /** By the numbers that the table's rows use. */
  readonly clips: readonly BoundedClip[];
  /** Undefined where nothing fades. */
  readonly localPoses: LocalPoses | undefined;
  /** All that the characters may wear. */
  readonly parts: ReadonlyMap<string, Part>;
}

/** What holds a character of scale 1 in its own space, in each clip and in any fade; metres. */
export class PoseBounds {
  /** {@link BOX_SIZE} numbers a clip, then as many for fades. */
  readonly boxes: Float64Array;
  readonly #source: PoseBoundsOptions;
  readonly #settled: CharacterExtent;
  #fading: CharacterExtent | undefined;

  constructor(source: PoseBoundsOptions) {
    const { clips } = source;
    this.#source = source;
    this.#settled = characterExtent(clips);
    this.boxes = new Float64Array((clips.length + 1) * BOX_SIZE);
    for (const [k, clip] of clips.entries()) this.boxes.set(clip.bounds, k * BOX_SIZE);
  }

  /** Where in `boxes` the box stands that holds a character in `motion` at `now` of the crowd's clock. */
  boxOf(motion: AnimationState, now: number): number {
    const { clips } = this.#source;
    return (this.#fadingExtent(motion, now) ? clips.length : motion.clip) * BOX_SIZE;
  }

  /** What holds a character in `motion`, whichever way it faces, now and in any clip that it may cut to. */
  extentOf(motion: AnimationState, now: number): CharacterExtent {
    return this.#fadingExtent(motion, now) ?? this.#settled;
  }

  /** Undefined outside a fade. What holds fades is measured when somebody is first found in one. */
  #fadingExtent(motion: AnimationState, now: number): CharacterExtent | undefined {
    const { clips, localPoses, parts } = this.#source;
    if (!localPoses || fadeWeight(motion, now) === 1) return undefined;
    if (!this.#fading) {
      const boxes = jointBoxes(parts.values(), localPoses.parents.length);
      const bounds = toBounds(blendBox(localPoses, boxes));
      this.boxes.set(bounds, clips.length * BOX_SIZE);
      this.#fading = characterExtent([{ bounds }]);
    }
    return this.#fading;
  }
}

/**
 * A box around every visible character in every pose of every clip, and in the fades under way at `now`; in the crowd's
 * space, written to `target`.
 */
export function crowdBox(table: CharacterTable, bounds: PoseBounds, now: number, target: Box3): Box3 {
  const point = new Vector3();
  const motion = createAnimationState();
  target.makeEmpty();
  for (let i = 0; i < table.count; i++) {
    if (table.isHidden(i)) continue;
    const extent = bounds.extentOf(table.motion(i, motion), now);
    const scale = table.scale(i);
    const reach = extent.reach * scale;
    target.expandByPoint(point.set(table.x(i) - reach, table.y(i) + extent.minY * scale, table.z(i) - reach));
    target.expandByPoint(point.set(table.x(i) + reach, table.y(i) + extent.maxY * scale, table.z(i) + reach));
  }
  return target;
}
