import type { BufferGeometry } from 'three';
import { ball, block, cloth, pole, turned } from './shapes.js';
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

/** A flag on a pole that stands on the ground beside a guard; the wind comes from the right. */
export function buildFlag(): BufferGeometry[] {
  const [foot, top, rows] = [-0.76, 1.7, 6];
  const flag = cloth({
    columns: 5,
    rows,
    placeAt: (u, v) => [
      0.012 + 0.72 * u,
      top - 0.1 - (1 - v) * (0.62 - 0.3 * u) - 0.12 * u,
      0.07 * u * Math.sin(7 * u - 2 * v),
    ],
    colorOf: (_, row) => (row === 0 || row === rows - 1 ? '#d8b25c' : '#a3302a'),
  });
  return [
    flag,
    pole([0, foot, 0], [0, top, 0], [0.017, 0.013], '#5e3526', { sides: 6 }),
    turned(
      [
        [0.014, top],
        [0.03, top + 0.05],
        [0, top + 0.17],
      ],
      '#8b8780',
      4,
    ),
  ];
}

/** An umbrella of oiled paper, with its handle between the hands. */
export function buildUmbrella(): BufferGeometry[] {
  const [rim, top] = [0.86, 1.05];
  const paper = turned(
    [
      [0, top - 0.02],
      [0.3, rim + 0.09],
      [0.56, rim],
      [0.57, rim + 0.012],
      [0.3, rim + 0.11],
      [0, top],
    ],
    '#b8683a',
    14,
  );
  return [
    paper,
    pole([0, -0.14, 0], [0, top + 0.03, 0], [0.012, 0.01], BAMBOO),
    pole([0, top - 0.01, 0], [0, top + 0.05, 0], [0.05, 0.02], '#4f2f22', { sides: 7 }),
  ];
}

/** An open book on both hands, which leans towards the reader. */
export function buildBook(): BufferGeometry[] {
  const side = (x: number): BufferGeometry[] =>
    [
      block([0.16, 0.008, 0.25], [0.08 * x, -0.006, 0], '#33506b', 0.002),
      block([0.148, 0.016, 0.238], [0.076 * x, 0.004, 0], '#e6dcc3', 0.003),
    ].map((piece) => piece.rotateZ(0.16 * x));
  return [-1, 1].flatMap(side).map((piece) => piece.rotateX(0.6).translate(0.03, 0.04, 0.06));
}

/** A bird cage that hangs from a stick in the hands. */
export function buildBirdCage(): BufferGeometry[] {
  const [bars, radius, floor, shoulder, top] = [12, 0.13, -0.42, -0.2, -0.08];
  const cage = Array.from({ length: bars }, (_, k) => {
    const angle = (2 * Math.PI * k) / bars;
    const [x, z] = [radius * Math.sin(angle), radius * Math.cos(angle)];
    const thin = { sides: 3, isOpen: true };
    return [
      pole([x, floor, z], [x, shoulder, z], [0.004, 0.004], BAMBOO, thin),
      pole([x, shoulder, z], [0, top, 0], [0.004, 0.004], BAMBOO, thin),
    ];
  });
  const wood = turned(
    [
      [radius - 0.01, floor - 0.03],
      [radius + 0.01, floor],
      [0, floor],
    ],
    '#6e2f24',
    bars,
  );
  const bird = [
    ball(0.034, [0, floor + 0.1, 0], '#d9a531'),
    ball(0.022, [0, floor + 0.135, 0.026], '#e0b84d'),
    pole([0, floor + 0.1, -0.02], [0, floor + 0.07, -0.085], [0.014, 0.006], '#7d6226', { sides: 4 }),
    pole([-radius, floor + 0.065, 0], [radius, floor + 0.065, 0], [0.005, 0.005], '#7b5a38', { sides: 4 }),
  ];
  const stick = [
    pole([0, top - 0.02, 0], [0, 0.035, 0], [0.008, 0.006], '#6e2f24'),
    pole([0, 0, -0.17], [0, 0.04, 0.02], [0.011, 0.009], '#6e2f24'),
  ];
  return [...cage.flat(), wood, ...bird, ...stick].map((piece) => piece.translate(0.02, 0, 0.12));
}
