import { type Expression, speech } from '../face.js';

/**
 * The faces of all clips. Times are seconds of the clip. Blinks come at irregular times, often as the eyes move, and 15 to 30 a
 * minute (A. R. Bentivoglio et al., "Analysis of blink rate patterns in normal subjects", Movement Disorders 12, 1997: 17 at rest,
 * 26 in a conversation). Eyes move ahead of the head.
 */
export const FACES: Readonly<Record<string, Expression>> = {
  idle: {
    blinks: [1.1, 4.9, 6.7],
    looks: [
      [2.2, 0.8, 0],
      [3.6, 0, 0],
      [4.9, -0.7, 0.3],
      [6.7, 0, 0],
    ],
  },
  idle_arms_crossed: {
    blinks: [1.6, 3.2],
    looks: [
      [1.6, 0.9, 0],
      [3.9, 0, 0],
    ],
    brows: [
      [2.2, 0],
      [2.5, -0.5],
      [3.7, -0.5],
      [4.1, 0],
    ],
  },
  idle_hands_hip: {
    blinks: [0.9, 3.6],
    looks: [
      [1.5, -0.8, 0],
      [3.6, 0.4, 0],
      [4.6, 0, 0],
    ],
  },
  idle_clasp: {
    blinks: [1.9, 4.2],
    looks: [
      [1.9, 0.3, 0.8],
      [3.4, 0, 0],
    ],
  },
  idle_shift: {
    blinks: [0.7, 3.6, 6.9],
    looks: [
      [3.6, 0.9, 0],
      [5.4, 0, 0],
      [6.4, -0.6, 0],
      [7.6, 0, 0],
    ],
  },
  idle_look_around: {
    blinks: [0.6, 3.4, 6.6],
    looks: [
      [0.6, 1, 0],
      [1.8, 0.2, 0],
      [3.1, -1, 0],
      [4.9, -0.2, 0],
      [6.6, 0.7, 0],
      [7.5, 0, 0],
    ],
    brows: [
      [1.5, 0],
      [1.8, 0.5],
      [2.8, 0.5],
      [3.2, 0],
    ],
  },
  idle_scratch: {
    blinks: [0.7, 2.9],
    looks: [
      [1.2, 0.6, 0.7],
      [4.7, 0, 0],
    ],
    brows: [
      [1.2, 0],
      [1.5, -0.6],
      [4.6, -0.6],
      [4.9, 0],
    ],
  },
  idle_tired: {
    blinks: [1.3, 2.9, 5.1],
    drowsy: 0.22,
    mouth: [
      [0.7, 0],
      [1.8, 0.45],
      [2.5, 0.5],
      [3.3, 0],
    ],
  },
  walk: {
    blinks: [0.6, 2.9],
    looks: [
      [1.4, 0.8, 0],
      [2.2, 0, 0.4],
      [2.9, 0, 0],
    ],
  },
  walk_old: {
    blinks: [1.1, 3.9],
    drowsy: 0.12,
    looks: [
      [1.6, -0.7, 0],
      [2.8, 0, 0.5],
      [3.9, 0, 0],
    ],
  },
  walk_stout: {
    blinks: [0.8, 3.4],
    looks: [
      [1.2, -0.6, 0],
      [2.3, 0, 0],
    ],
  },
  push_cart: { blinks: [0.8, 3.4] },
  jog: { blinks: [1.1] },
  walk_stop: { blinks: [0.9] },
  bow: {
    blinks: [0.8, 4.6],
    looks: [
      [1.1, 0, 1],
      [4.1, 0, 0],
    ],
  },
  talk: {
    blinks: [0.3, 3.3, 4.7, 6.3],
    looks: [
      [2.1, 0.5, 0],
      [2.9, 0, 0],
    ],
    mouth: speech(1, 0.4, 1.7, 2.9),
    brows: [
      [0.6, 0],
      [0.9, 0.8],
      [1.6, 0],
      [2, 0],
      [2.3, 1],
      [2.9, 0],
    ],
  },
  wave: {
    blinks: [0.5, 4.1],
    mouth: speech(0.9, 1),
    brows: [
      [0.6, 0],
      [0.9, 1],
      [3, 0.6],
      [4, 0],
    ],
  },
  pray: {
    blinks: [0.4, 3.8],
    looks: [
      [0.6, 0, 1],
      [3.6, 0, 0],
    ],
    mouth: speech(0.4, 0.7, 2.2),
  },
  sell: {
    blinks: [0.4, 2.6, 5.4],
    looks: [
      [0.6, -0.3, 1],
      [2.6, 0.5, 0.6],
      [3.6, 0, 0],
    ],
    mouth: speech(1, 3, 5.8),
    brows: [
      [5.4, 0],
      [5.7, 1],
      [6.9, 0.5],
      [7.2, 0],
    ],
  },
  browse: {
    blinks: [0.3, 2.8, 6.2],
    looks: [
      [0.6, 0, 1],
      [2.1, 0.5, 1],
      [3.6, -0.4, 1],
      [5.2, 0, 0],
    ],
    brows: [
      [2, 0],
      [2.3, -0.5],
      [4.4, -0.5],
      [4.7, 0],
    ],
  },
  sit: {
    blinks: [0.9, 3.7, 4.3, 6.8],
    looks: [
      [0.9, 0.8, 0],
      [2.2, 0, 0],
      [4.3, -0.5, 0],
      [6.8, 0, 0],
    ],
  },
  drink: {
    blinks: [0.9, 3.7, 6.8],
    looks: [
      [3.7, 0, 1],
      [6.8, 0, 0],
    ],
    mouth: [
      [4.6, 0],
      [5.1, 0.3],
      [6, 0.3],
      [6.3, 0],
    ],
  },
  cook: {
    blinks: [0.8, 2.7, 4.9],
    looks: [
      [0.2, 0, 0.8],
      [2.7, 0.6, 0],
      [4.9, 0, 0],
    ],
  },
};
