import { type BufferGeometry, Float32BufferAttribute } from 'three';
import { block, pole, turned } from './shapes.js';

/** Metres. */
const HEIGHT = 3;
const [ARM, LANTERN_MIDDLE] = [0.46, 2.28];
const [LENGTH, RADIUS, RIBS] = [0.46, 0.2, 7];
const [TIMBER, GILT] = ['#6e2f24', '#b98f4e'];

/** A post in a stone, and a lantern on each end of its arm. */
export function buildLanternPost(): BufferGeometry[] {
  const wood = [
    block([0.34, 0.22, 0.34], [0, 0.11, 0], '#8f8a80', 0.03),
    block([0.13, HEIGHT - 0.2, 0.13], [0, 0.1 + HEIGHT / 2, 0], TIMBER, 0.014),
    block([2 * ARM + 0.24, 0.08, 0.08], [0, HEIGHT - 0.3, 0], TIMBER, 0.012),
    pole([0, HEIGHT - 0.06, 0], [0, HEIGHT + 0.05, 0], [0.16, 0.02], '#51565a', { sides: 4 }),
    ...[-1, 1].flatMap((side) => fittings(side * ARM)),
  ];
  return [...wood.map((piece) => glowing(piece, () => 0)), ...[-1, 1].map((side) => paper(side * ARM))];
}

/** Cord, caps and tassel of a lantern. */
function fittings(x: number): BufferGeometry[] {
  const [top, bottom] = [LANTERN_MIDDLE + LENGTH / 2, LANTERN_MIDDLE - LENGTH / 2];
  return [
    pole([x, top, 0], [x, HEIGHT - 0.3, 0], [0.006, 0.006], '#3a2c22', { sides: 4, isOpen: true }),
    pole([x, top - 0.01, 0], [x, top + 0.03, 0], [0.1, 0.085], TIMBER, { sides: 10 }),
    pole([x, bottom - 0.03, 0], [x, bottom + 0.01, 0], [0.085, 0.1], TIMBER, { sides: 10 }),
    pole([x, bottom - 0.2, 0], [x, bottom - 0.03, 0], [0.028, 0.01], GILT, { sides: 6 }),
  ];
}

/** The paper of a lantern, drawn in between its ribs; it is brightest in the middle. */
function paper(x: number): BufferGeometry {
  const outline = Array.from({ length: 2 * RIBS + 1 }, (_, k): readonly [number, number] => {
    const up = k / (2 * RIBS);
    const rib = k % 2 === 0 ? 0 : 0.008;
    return [0.085 + (RADIUS - 0.085) * Math.sin(Math.PI * up) ** 0.7 - rib, LENGTH * (up - 0.5)];
  });
  const body = turned(outline, '#d8a468', 12).translate(x, LANTERN_MIDDLE, 0);
  return glowing(body, (y) => 1 - 0.6 * Math.abs((y - LANTERN_MIDDLE) / (LENGTH / 2)) ** 2);
}

/** The same piece, with its glow at each height as coordinate of the emissive ramp. */
function glowing(piece: BufferGeometry, glowAt: (y: number) => number): BufferGeometry {
  const { position } = piece.attributes;
  const uv = Array.from({ length: position.count }, (_, i) => [0.05 + 0.9 * glowAt(position.getY(i)), 0.5]);
  return piece.setAttribute('uv', new Float32BufferAttribute(uv.flat(), 2));
}
