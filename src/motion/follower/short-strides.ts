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
 * Shows people who walk slowly with shorter steps: their walk is blended with standing, so that legs, arms and hips swing
 * less, and its phase goes on faster by as much. People shorten their steps as much as they slow them down
 * (Grieve and Gear 1966): with half the speed, 0.7 of the steps' length and 0.7 of their number. A row holds both clips as
 * a fade that stands still, so that whatever poses characters needs to know nothing of it.
 *
 * Rejected: the walk alone, ever slower, which looks like slow motion below two thirds of its speed. Not tried: shorter
 * ways of the feet alone, which leaves hips and arms with the swing of a whole stride, and slides where feet are not kept.
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
 * Brings a walk nearer to the stride that goes with a speed.
 *
 * @param standing number of the clip to blend with
 * @param speedShare speed as a share of the walk's
 * @returns the share of a whole stride that is shown now
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
