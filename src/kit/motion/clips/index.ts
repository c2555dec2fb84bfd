import { withFace } from '../face.js';
import type { Motion } from '../motion.js';
import { FACES } from './faces.js';
import { GREETINGS } from './greetings.js';
import { IDLES } from './idles.js';
import { jog } from './jog.js';
import { pushCart } from './push-cart.js';
import { TRADES } from './trades.js';
import { walk } from './walk.js';
import { walkOld } from './walk-old.js';
import { walkStop } from './walk-stop.js';
import { walkStout } from './walk-stout.js';

/** The clips that every service provides, in the protocol's order. */
export const MOTIONS: readonly Motion[] = [...IDLES, walk, jog, walkStop].map((motion) =>
  withFace(motion, FACES[motion.name]),
);

/** The kit's further clips, for people in a street. They share a file. */
export const ACTIVITIES: readonly Motion[] = [...GREETINGS, ...TRADES, walkOld, walkStout, pushCart].map(
  (motion) => withFace(motion, FACES[motion.name]),
);
