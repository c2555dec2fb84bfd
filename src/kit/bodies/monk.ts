import { mix } from '../math/shaping.js';
import type { Detail, MeshBuilder } from '../mesh/mesh-builder.js';
import { tinted } from '../mesh/paint.js';
import { addStrip } from '../mesh/strip.js';
import { robe } from './robe.js';
import { buildLongRobe } from './scholar.js';
import { MALE_TORSO } from './torso.js';

const KASAYA = tinted(0.5, 0.32, 0.18);

/** Surface of the mantle (kasaya): that of the robe, without folds. */
const MANTLE = robe(
  [...MALE_TORSO, [0.93, 0.18, 0.138, 0.004, 2.1, 0], [0.6, 0.22, 0.18, 0, 2.1, 0]],
  () => 0,
);

/** The long robe with a mantle from the right hip over the left shoulder and down the back. */
export function buildMonk(detail: Detail): MeshBuilder {
  const mesh = buildLongRobe(detail);
  // A single strip: an end on the shoulder would protrude.
  addStrip(mesh, MANTLE.surface, {
    path: (t) => {
      const fromShoulder = Math.abs(t * 2 - 1);
      return [mix(-1.7, 1.45 * Math.PI, t), mix(1.392, 0.93, fromShoulder ** 1.25)];
    },
    width: (t) => mix(0.1, 0.24, Math.min(1, Math.abs(t * 2 - 1) * 1.15)),
    height: 0.022,
    paint: KASAYA,
    spans: 20,
  });
  return mesh;
}
