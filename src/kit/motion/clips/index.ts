import type { Motion } from '../motion.js';
import { IDLES } from './idles.js';
import { jog } from './jog.js';
import { walk } from './walk.js';
import { walkStop } from './walk-stop.js';

/** All clips of the kit, in the protocol's order. */
export const MOTIONS: readonly Motion[] = [...IDLES, walk, jog, walkStop];
