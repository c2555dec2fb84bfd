export { checkGo } from './commands/check-input.js';
export { BRAKING_RATE, brakingDistance, LEAST_BRAKING } from './goals/stand.js';
export { frameState, stepsSinceUpdate } from './population/frame.js';
export { FAR_STEPS } from './population/steering-options.js';
export * from './public.js';
export { describeBoundary, measureOutside } from './world/outside.js';
