export { checkGo } from './commands/check-input.js';
export { BRAKING_RATE, brakingDistance, LEAST_BRAKING } from './goals/stand.js';
export * from './public.js';
export { describeBoundary, measureOutside } from './world/outside.js';
