import { HEAD_CENTRE } from '../head/head-shape.js';
import { smoothstep } from '../math/shaping.js';
import { curve } from '../mesh/curve.js';
import { addLoft } from '../mesh/loft.js';
import { type Detail, MeshBuilder, type Vertex } from '../mesh/mesh-builder.js';
import { addBothSides } from '../mesh/mirror.js';
import { GAUZE, GAUZE_EDGE } from '../mesh/paint.js';
import { blendBones } from '../skeleton/weights.js';
import { addFutou } from './winged-futou.js';

/** The everyday cap of black gauze, with wings that curve up behind: clerks, officers and townsmen. */
export function buildCurvedFutou(detail: Detail): MeshBuilder {
  const mesh = new MeshBuilder(detail);
  addFutou(mesh);
  addBothSides(mesh, addWing);
  return mesh;
}

/** Fraction of the wing's length | outwards, height above the middle of the head, half width, metres. */
const WING = curve([
  [0, 0.03, 0.07, 0.011],
  [0.3, 0.088, 0.062, 0.016],
  [0.6, 0.138, 0.1, 0.02],
  [0.85, 0.14, 0.165, 0.02],
  [0.96, 0.122, 0.2, 0.014],
  [1, 0.112, 0.212, 0.004],
]);
const STATIONS = [0, 0.15, 0.3, 0.45, 0.6, 0.75, 0.88, 0.96, 1];
const FAR_STATIONS = [0, 0.35, 0.7, 0.97];
const Z = -0.1;
const HALF_THICKNESS = 0.0035;

function addWing(mesh: MeshBuilder): void {
  const rows = (mesh.isFar ? FAR_STATIONS : STATIONS).map((t) => {
    const [x, y, half] = WING(t);
    const [fromX, fromY] = WING(t - 0.02);
    const [toX, toY] = WING(t + 0.02);
    const length = Math.hypot(toX - fromX, toY - fromY);
    // Across the wing, in the plane that faces forward.
    const [acrossX, acrossY] = [(fromY - toY) / length, (toX - fromX) / length];
    const corners = [
      [half, HALF_THICKNESS],
      [half, -HALF_THICKNESS],
      [-half, -HALF_THICKNESS],
      [-half, HALF_THICKNESS],
    ];
    return {
      vertices: corners.map(
        ([across, back], i): Vertex => ({
          position: [x + acrossX * across, HEAD_CENTRE + y + acrossY * across, Z - 0.02 * t + back],
          paint: i % 2 ? GAUZE : GAUZE_EDGE,
          weights: blendBones('head', 'hatL', smoothstep(0, 0.5, t)),
        }),
      ),
    };
  });
  addLoft(mesh, rows, { endCap: true });
}
