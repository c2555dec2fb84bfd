import type { Motion } from '../motion.js';
import { idle } from './idle.js';
import { idleArmsCrossed } from './idle-arms-crossed.js';
import { idleClasp } from './idle-clasp.js';
import { idleHandsHip } from './idle-hands-hip.js';
import { idleLookAround } from './idle-look-around.js';
import { idleScratch } from './idle-scratch.js';
import { idleShift } from './idle-shift.js';
import { idleTired } from './idle-tired.js';
import { jog } from './jog.js';
import { walk } from './walk.js';
import { walkStop } from './walk-stop.js';

/** All clips of the kit, in the protocol's order. */
export const MOTIONS: readonly Motion[] = [
  idle,
  idleArmsCrossed,
  idleHandsHip,
  idleClasp,
  idleShift,
  idleLookAround,
  idleScratch,
  idleTired,
  walk,
  jog,
  walkStop,
];
