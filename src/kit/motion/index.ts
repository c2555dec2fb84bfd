import { idle } from './clips/idle.js';
import { idleArmsCrossed } from './clips/idle-arms-crossed.js';
import { idleClasp } from './clips/idle-clasp.js';
import { idleHandsHip } from './clips/idle-hands-hip.js';
import { idleLookAround } from './clips/idle-look-around.js';
import { idleScratch } from './clips/idle-scratch.js';
import { idleShift } from './clips/idle-shift.js';
import { idleTired } from './clips/idle-tired.js';
import { jog } from './clips/jog.js';
import { walk } from './clips/walk.js';
import { walkStop } from './clips/walk-stop.js';
import type { Motion } from './motion.js';

/** Every clip of the kit, in the interface's order. */
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
