import { mix } from '../math/shaping.js';
import { UP, type Vector } from '../math/vector.js';
import type { MeshBuilder } from '../mesh/mesh-builder.js';
import { GOLD, tinted } from '../mesh/paint.js';
import { addRibbon, type RibbonPoint } from '../mesh/ribbon.js';
import { blendBones } from '../skeleton/weights.js';

const SILK = tinted(0.99, 0.93, 0.72);
const FRONT: Vector = [0, 0.35, 0.9];

/** Path from the middle of the back over the crook of the left arm, then down outside the sleeve. */
const PATH: readonly RibbonPoint[] = [
  { position: [0, 1.235, -0.135], side: UP, weights: [['chest', 1]] },
  { position: [0.1, 1.25, -0.128], side: UP, weights: [['chest', 1]] },
  {
    position: [0.205, 1.225, -0.1],
    side: [0.3, 0.95, 0],
    weights: blendBones('chest', 'upperArmL', 0.55),
  },
  {
    position: [0.275, 1.165, -0.085],
    side: [0.5, 0.8, 0.2],
    weights: blendBones('upperArmL', 'foreArmL', 0.1),
  },
  {
    position: [0.345, 1.085, -0.065],
    side: [0.5, 0.5, 0.6],
    weights: blendBones('upperArmL', 'foreArmL', 0.65),
  },
  { position: [0.398, 1.04, 0], side: FRONT, weights: [['foreArmL', 1]] },
  {
    position: [0.418, 0.93, 0.045],
    side: [0, 0.05, 1],
    weights: blendBones('foreArmL', 'sleeveElbowL', 0.6),
  },
  { position: [0.415, 0.72, 0.05], side: [0.1, 0, 1], weights: [['sleeveElbowL', 1]] },
  { position: [0.405, 0.52, 0.035], side: [0.2, 0, 1], weights: [['sleeveElbowL', 1]] },
  { position: [0.4, 0.33, 0.045], side: [0.3, 0, 1], weights: [['sleeveElbowL', 1]] },
];

/** Adds the left half of a silk shawl. Its tail hangs outside the sleeve. */
export function addShawl(mesh: MeshBuilder): void {
  addRibbon(mesh, PATH, {
    width: (t) => mix(0.11, 0.085, t) * (t > 0.9 ? 1.15 : 1),
    paint: (t) => (t > 0.97 ? GOLD : SILK),
    spans: 10,
  });
}
