import type { BufferGeometry } from 'three';
import { pole, turned } from './shapes.js';
import { BAMBOO } from './stall.js';
import { cup } from './tea-table.js';

// Things in a hand, whose origin is in the fist. Metres.

/** A ladle that reaches down into the pot. */
export function buildLadle(): BufferGeometry[] {
  const bowl = turned(
    [
      [0, -0.05],
      [0.045, -0.035],
      [0.055, 0],
      [0.047, 0],
      [0, -0.03],
    ],
    '#7b5a38',
    8,
  );
  return [pole([0, -0.15, 0.22], [0, 0.06, -0.06], [0.011, 0.013], BAMBOO), bowl.translate(0, -0.15, 0.26)];
}

/** A spear that stands on the ground beside a guard, with a red tassel. */
export function buildSpear(): BufferGeometry[] {
  const [foot, head] = [-0.76, 1.32];
  const blade = turned(
    [
      [0.016, 0],
      [0.034, 0.09],
      [0.02, 0.2],
      [0, 0.29],
    ],
    '#8b8780',
    4,
  );
  const tassel = turned(
    [
      [0.05, -0.14],
      [0.035, -0.06],
      [0.018, 0],
    ],
    '#b3261c',
    7,
  );
  return [
    pole([0, foot, 0], [0, head, 0], [0.017, 0.014], '#5e3526', { sides: 6 }),
    blade.scale(1, 1, 0.4).translate(0, head, 0),
    tassel.translate(0, head, 0),
  ];
}

/** An alms bowl between the hands. */
export function buildBowl(): BufferGeometry[] {
  return [
    turned(
      [
        [0.045, 0],
        [0.105, 0.05],
        [0.11, 0.09],
        [0.088, 0.12],
        [0.08, 0.12],
        [0.07, 0.07],
        [0, 0.05],
      ],
      '#3d332b',
      12,
    ),
  ];
}

/** A tea cup in front of a palm that faces to the left and backwards. */
export function buildTeaCup(): BufferGeometry[] {
  return [cup().translate(0.021, -0.045, -0.021)];
}
