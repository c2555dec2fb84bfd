import {
  type AnimationState,
  FROZEN_FADE_SECONDS,
  fadeWeight,
  SHORTEST_STRIDE,
  STRIDE_PARTS,
  STRIDE_PARTS_A_STEP,
  WHOLE_STRIDE_ABOVE,
} from '../../render/characters/index.js';

/**
 * Shortens the steps of slow walkers: blends their walk with standing, so that legs, arms and hips swing less, and
 * advances its phase faster by as much. People shorten their steps as much as they slow them down (Grieve and Gear
 * 1966): at half the speed, 0.7 of the length and 0.7 of the number of steps. A row stores both clips as a fade that
 * stands still, so that code that computes poses needs no special case.
 *
 * Rejected: the walk alone, played ever slower, which looks like slow motion below two thirds of its speed.
 */

/** Stride of a walk at a fraction of its clip's speed, as a fraction of the clip's stride. */
function strideFor(speedShare: number): number {
  const share = Math.sqrt(Math.max(0, speedShare) / WHOLE_STRIDE_ABOVE);
  return inParts(Math.min(1, Math.max(SHORTEST_STRIDE, share)));
}

/** True if a walk is shown with shorter steps. */
export function isShortened({ fadeSeconds }: AnimationState): boolean {
  return fadeSeconds === FROZEN_FADE_SECONDS;
}

/** Fraction of the clip's stride that is shown; 1 while a character fades into the walk. */
export function strideShare(animation: AnimationState, now: number): number {
  return isShortened(animation) ? inParts(fadeWeight(animation, now)) : 1;
}

/**
 * Moves a walk towards the stride that fits a speed.
 *
 * @param standing number of the clip to blend with
 * @param speedShare speed as a share of the walk's
 * @returns share of a whole stride that is shown now
 */
export function shortenStride(
  animation: AnimationState,
  standing: number,
  speedShare: number,
  now: number,
): number {
  const held = isShortened(animation);
  // A character that starts to walk fades into the whole stride first.
  if (!held && fadeWeight(animation, now) < 1) return 1;
  const before = strideShare(animation, now);
  const most = STRIDE_PARTS_A_STEP / STRIDE_PARTS;
  const share = before + Math.min(most, Math.max(-most, strideFor(speedShare) - before));
  if (share === 1) {
    animation.fadeSeconds = 0;
    return 1;
  }
  if (!held) {
    animation.oldClip = standing;
    animation.oldStart = now;
    animation.oldSpeed = 1;
  }
  animation.fadeSeconds = FROZEN_FADE_SECONDS;
  animation.fadeStart = now - share * FROZEN_FADE_SECONDS;
  return share;
}

function inParts(share: number): number {
  return Math.round(share * STRIDE_PARTS) / STRIDE_PARTS;
}
