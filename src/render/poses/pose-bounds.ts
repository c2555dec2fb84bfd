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
import { blendBox, buildMargin, jointBoxes } from './joint-boxes.js';

/** Numbers of a box: minimum x, y, z, then maximum x, y, z. */
const BOX_SIZE = 6;

export interface PoseBoundsOptions {
  /** Clips by the numbers in the table's rows. */
  readonly clips: readonly BoundedClip[];
  /** Undefined if poses are sampled from the baked matrices, which allow no fades. */
  readonly localPoses: LocalPoses | undefined;
  /** All parts that the characters may wear. */
  readonly parts: ReadonlyMap<string, Part>;
}

/** Boxes that hold a character of scale 1 in its own space, in each clip and in any fade; metres. */
export class PoseBounds {
  /** {@link BOX_SIZE} numbers a clip, then as many for all fades. */
  readonly boxes: Float64Array;
  readonly #options: PoseBoundsOptions;
  readonly #clipExtent: CharacterExtent;
  /** Extent in any fade; undefined until the first fade. */
  #fadeExtent: CharacterExtent | undefined;

  constructor(options: PoseBoundsOptions) {
    const { clips } = options;
    this.#options = options;
    this.#clipExtent = characterExtent(clips);
    this.boxes = new Float64Array((clips.length + 1) * BOX_SIZE);
    for (const [k, clip] of clips.entries()) this.boxes.set(clip.bounds, k * BOX_SIZE);
  }

  /** The index in `boxes` of the box that holds a character with this animation at `now` of the crowd's clock. */
  boxOf(animation: AnimationState, now: number): number {
    const { clips } = this.#options;
    return (this.#extentOfFade(animation, now) ? clips.length : animation.clip) * BOX_SIZE;
  }

  /** Bounds of a character with this animation at `now`, for any heading and any clip that it cuts to. */
  extentOf(animation: AnimationState, now: number): CharacterExtent {
    return this.#extentOfFade(animation, now) ?? this.#clipExtent;
  }

  /** Extent in a fade; undefined outside one. Computed at the first fade, since many crowds never fade. */
  #extentOfFade(animation: AnimationState, now: number): CharacterExtent | undefined {
    const { clips, localPoses, parts } = this.#options;
    if (!localPoses || fadeWeight(animation, now) === 1) return undefined;
    if (!this.#fadeExtent) {
      const boxes = jointBoxes(parts.values(), localPoses.parents.length);
      const box = blendBox(localPoses, boxes);
      const bounds = toBounds(box.expandByScalar(buildMargin(localPoses, boxes)));
      this.boxes.set(bounds, clips.length * BOX_SIZE);
      this.#fadeExtent = characterExtent([{ bounds }]);
    }
    return this.#fadeExtent;
  }
}

/**
 * The box around all visible characters in every pose of every clip, and in the fades that are under way at `now`; in the
 * crowd's space, written to `target`.
 */
export function crowdBox(table: CharacterTable, bounds: PoseBounds, now: number, target: Box3): Box3 {
  const point = new Vector3();
  const animation = createAnimationState();
  target.makeEmpty();
  for (let i = 0; i < table.count; i++) {
    if (!table.isDrawn(i)) continue;
    const { axisRadius, minY, maxY } = bounds.extentOf(table.animation(i, animation), now);
    const scale = table.scale(i);
    const radius = axisRadius * scale;
    target.expandByPoint(point.set(table.x(i) - radius, table.y(i) + minY * scale, table.z(i) - radius));
    target.expandByPoint(point.set(table.x(i) + radius, table.y(i) + maxY * scale, table.z(i) + radius));
  }
  return target;
}
