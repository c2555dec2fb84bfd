import { handPoint } from '../bodies/hands.js';
import type { Vector } from '../math/vector.js';
import { type Weights, WRIST } from '../skeleton/weights.js';

/** Middle of the left fist at rest. The right hand carries nothing, since it scratches the head in a clip. */
export const FIST: Vector = handPoint(0.085, 0.02, 0);

/** Weights of things that hang from the hand. Like a sleeve, they follow the wrist but not the pitch of the arm. */
export const HANGING: Weights = [['sleeveWristL', 1]];

/** Point that {@link HANGING} moves to the fist of a hanging arm. */
export const HANGING_GRIP: Vector = [WRIST[0] + 0.064, WRIST[1] - 0.063, WRIST[2] + 0.017];
