import type { BufferGeometry } from 'three';
import { teapot } from './pottery-stall.js';
import { block, type Point, pole, shade, turned } from './shapes.js';

/** Metres. */
const [SIDE, TOP] = [0.8, 0.7];
const [SEAT, SEAT_RADIUS, SEAT_DISTANCE] = [0.42, 0.15, 0.75];
const [WOOD, DARK] = ['#7a4a33', '#4f2f22'];

/** A square table with a teapot, cakes, two cups, and a round stool on each side of it. The other two guests hold their cups. */
export function buildTeaTable(): BufferGeometry[] {
  const legs = [-1, 1].flatMap((x) =>
    [-1, 1].map((z) =>
      pole([x * 0.35, 0, z * 0.35], [x * 0.34, TOP - 0.03, z * 0.34], [0.034, 0.04], DARK, { sides: 4 }),
    ),
  );
  const aprons = [0, 1, 2, 3].map((k) =>
    block([0.66, 0.07, 0.024], [0, TOP - 0.075, 0.345], DARK, 0.006).rotateY((k * Math.PI) / 2),
  );
  const boards = [-1, 0, 1].map((k) =>
    block([SIDE, 0.035, SIDE / 3 - 0.004], [0, TOP - 0.0175, (k * SIDE) / 3], shade(WOOD, k, 0.02)),
  );
  const cups = [0, Math.PI].map((angle) =>
    cup()
      .translate(0.27, TOP, 0.04)
      .rotateY(angle + 0.15),
  );
  const stools = [0, 1, 2, 3].flatMap((k) =>
    stool([SEAT_DISTANCE, 0, 0]).map((piece) => piece.rotateY((k * Math.PI) / 2)),
  );
  return [
    ...boards,
    ...aprons,
    ...legs,
    ...teapot('#93ab98', [-0.02, TOP, -0.04]),
    ...cups,
    ...cakes(),
    ...stools,
  ];
}

export function cup(): BufferGeometry {
  return turned(
    [
      [0.018, 0],
      [0.032, 0.022],
      [0.038, 0.045],
      [0.03, 0.035],
      [0, 0.03],
    ],
    '#d9d8cb',
    9,
  );
}

/** A plate of three small cakes. */
function cakes(): BufferGeometry[] {
  const plate = turned(
    [
      [0.05, 0],
      [0.1, 0.018],
      [0.06, 0.012],
      [0, 0.01],
    ],
    '#6d4a3a',
    9,
  );
  const three = [0, 1, 2].map((k) =>
    pole([0, 0.01, 0.04], [0, 0.045, 0.04], [0.034, 0.03], shade('#d6b878', k), { sides: 7 }).rotateY(
      k * 2.1,
    ),
  );
  return [plate, ...three].map((piece) => piece.translate(0.17, TOP, 0.16));
}

/** A drum of wood. */
export function stool(at: Point): BufferGeometry[] {
  const drum = turned(
    [
      [0.115, 0],
      [0.14, 0.16],
      [0.138, 0.25],
      [0.118, 0.4],
    ],
    DARK,
    8,
  );
  const seat = turned(
    [
      [0.1, SEAT - 0.03],
      [SEAT_RADIUS, SEAT - 0.03],
      [SEAT_RADIUS, SEAT - 0.01],
      [SEAT_RADIUS - 0.012, SEAT],
      [0, SEAT],
    ],
    WOOD,
    8,
  );
  return [drum, seat].map((piece) => piece.translate(...at));
}
