/** Seconds between two states. */
export const STEP_SECONDS = 1 / 20;
/** Steps between two updates of a far agent: half a second. */
export const FAR_STEPS = 10;
/** Slower movement counts as standing, metres a second. */
export const STANDING_SPEED = 0.05;
/** An agent or obstacle that the page moves faster than this was set down elsewhere, metres a second. */
export const MAX_MANUAL_SPEED = 10;

/** Time horizon of avoidance with full anticipation, seconds (the power law's τ₀). */
const MAX_TIME_HORIZON = 3;
const MIN_TIME_HORIZON = 0.05;
/** People see others from here at no anticipation, metres. */
const MIN_RANGE = 1;
const RANGE_PER_ANTICIPATION = 6;
/** Beyond this others change little and cost time, metres. */
const MAX_RANGE = 4;

/** Steering parameters that follow from a recipe's `anticipation`. */
export interface Foresight {
  /** Time to a collision at which avoiding it becomes weak, seconds. */
  readonly timeHorizon: number;
  /** From how far away others count, metres. */
  readonly range: number;
}

/** @param anticipation 0 = react on contact, 1 = steer early */
export function foresightOf(anticipation: number): Foresight {
  return {
    timeHorizon: Math.max(MIN_TIME_HORIZON, MAX_TIME_HORIZON * anticipation),
    range: Math.min(MIN_RANGE + RANGE_PER_ANTICIPATION * anticipation, MAX_RANGE),
  };
}
