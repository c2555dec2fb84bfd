import type { RetargetConvention } from '../../protocol/index.js';
import type { Clip } from '../clip.js';
import type { Skeleton } from '../skeleton.js';
import { bonePlaces } from './match-bones.js';
import { createRetargeter } from './retarget-pose.js';

/** Sampled frames per clip, evenly spaced. */
const FRAMES = 16;
/** Maximum number of sampled clips. */
const CLIPS = 4;
/** Bones lower than this fraction of the skeleton's height are feet. */
const FOOT_HEIGHT = 0.12;
/**
 * Margins by which the misfit of `rest-relative` must be lower than that of `pose-matched` to be chosen: metres, and a
 * ratio. Asymmetric clips have a large misfit either way: 103 and 87 mm for the sample kit's `idle_scratch`, which is
 * `pose-matched`.
 */
const MARGIN_METRES = 0.01;
const MARGIN_RATIO = 2 / 3;
/** Difference up to which both conventions count as equal, metres. */
const SAME_METRES = 0.01;

/** The chosen convention and the measurements that decided. */
export interface ChosenConvention {
  readonly convention: RetargetConvention;
  /** Largest distance of a bone between both conventions, metres. */
  readonly difference: number;
  /** Error of foot heights and left-right symmetry of each convention, metres. */
  readonly misfit: Readonly<Record<RetargetConvention, number>>;
  /** True if the difference between both conventions is not visible. */
  readonly isSame: boolean;
}

/**
 * Chooses the retargeting convention of clips if no bone texture determines it. Both are tried on a few frames. Feet
 * should reach their rest height, and left and right should be symmetric over a loop. `pose-matched` is preferred,
 * since it keeps the directions of limbs; `rest-relative` must be better by a centimetre and a third.
 *
 * @param clips as authored, each for its `source`
 */
export function chooseConvention(
  clips: readonly { readonly clip: Clip; readonly source: Skeleton }[],
  target: Skeleton,
): ChosenConvention {
  const shown = clips.slice(0, CLIPS);
  const places = (convention: RetargetConvention): Float64Array[][] =>
    shown.map(({ clip, source }) => {
      const retargeter = createRetargeter(clip, source, target, convention);
      const pose = new Float64Array(target.rest.length);
      return Array.from({ length: FRAMES }, (_, frame) => {
        retargeter.pose((frame / FRAMES) * clip.duration, pose);
        return bonePlaces(target, pose);
      });
    });
  const matched = places('pose-matched');
  const relative = places('rest-relative');
  const misfit = { 'pose-matched': misfitOf(matched, target), 'rest-relative': misfitOf(relative, target) };
  const difference = largestDistance(matched, relative);
  const limit = Math.min(misfit['pose-matched'] - MARGIN_METRES, misfit['pose-matched'] * MARGIN_RATIO);
  const isBetter = misfit['rest-relative'] < limit;
  return {
    convention: isBetter ? 'rest-relative' : 'pose-matched',
    difference,
    misfit,
    isSame: difference <= SAME_METRES,
  };
}

function misfitOf(clips: readonly Float64Array[][], target: Skeleton): number {
  const rest = bonePlaces(target);
  const heights = target.names.map((_, bone) => rest[bone * 3 + 1]);
  const ground = Math.min(...heights);
  const limit = ground + FOOT_HEIGHT * (Math.max(...heights) - ground);
  // Bones near the ground that exist on both sides.
  const feet = [...heights.keys()].filter((bone) => heights[bone] <= limit && hasPair(target, bone));
  const pairs = listPairs(target);
  const errors = clips.map((frames) => {
    // Difference between the lowest height over the clip and the rest height.
    const lowest = feet.map((bone) => Math.min(...frames.map((places) => places[bone * 3 + 1])));
    const landing = lowest.map((height, k) => Math.abs(height - heights[feet[k]]));
    // Asymmetry of the mean positions of left and right.
    const lopsided = pairs.map(([left, right]) => {
      const mean = (bone: number, axis: number): number =>
        frames.reduce((sum, places) => sum + places[bone * 3 + axis], 0) / frames.length;
      return Math.hypot(mean(left, 0) + mean(right, 0), mean(left, 1) - mean(right, 1));
    });
    return average(landing) + average(lopsided);
  });
  return average(errors);
}

function average(numbers: readonly number[]): number {
  return numbers.length === 0 ? 0 : numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

function largestDistance(a: readonly Float64Array[][], b: readonly Float64Array[][]): number {
  let worst = 0;
  a.forEach((frames, clip) => {
    frames.forEach((places, frame) => {
      const other = b[clip][frame];
      for (let o = 0; o < places.length; o += 3) {
        worst = Math.max(
          worst,
          Math.hypot(places[o] - other[o], places[o + 1] - other[o + 1], places[o + 2] - other[o + 2]),
        );
      }
    });
  });
  return worst;
}

function hasPair(skeleton: Skeleton, bone: number): boolean {
  return mirrorName(skeleton.names[bone]) !== undefined;
}

/** Returns pairs of left and right bones with mirrored names. */
function listPairs({ names }: Skeleton): [left: number, right: number][] {
  return names.flatMap((name, left) => {
    const mirrored = mirrorName(name);
    const right = mirrored === undefined ? -1 : names.indexOf(mirrored);
    return left < right ? [[left, right] as [number, number]] : [];
  });
}

/**
 * Mirrors a name: `armL` → `armR`, `Hand.L` → `Hand.R`, `LeftFoot` → `RightFoot` and vice versa; undefined for names
 * without a side.
 */
function mirrorName(name: string): string | undefined {
  const match =
    /Left|Right|left|right/.exec(name) ?? /(?<=[._ ])[LRlr]$|(?<=[a-z0-9])[LR]$|^[LRlr](?=[._ ])/.exec(name);
  if (!match) return undefined;
  const end = match.index + match[0].length;
  return name.slice(0, match.index) + OTHER_SIDE[match[0]] + name.slice(end);
}

const OTHER_SIDE: Readonly<Record<string, string>> = {
  ...{ Left: 'Right', Right: 'Left', left: 'right', right: 'left' },
  ...{ L: 'R', R: 'L', l: 'r', r: 'l' },
};
