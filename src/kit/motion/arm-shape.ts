import { cross, FORWARD, subtract } from '../math/vector.js';
import { bonePosition } from '../skeleton/kit-skeleton.js';

/** The left arm at rest. */

export const SHOULDER = bonePosition('upperArmL');
export const ELBOW = bonePosition('foreArmL');
export const WRIST = bonePosition('handL');
export const UPPER_ARM = subtract(ELBOW, SHOULDER);
export const FORE_ARM = subtract(WRIST, ELBOW);
/** Out of the palm: down and towards the body. */
export const PALM = cross(FORE_ARM, FORWARD);
