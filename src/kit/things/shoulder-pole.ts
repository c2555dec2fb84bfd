import { mix } from '../math/shaping.js';
import type { MeshBuilder } from '../mesh/mesh-builder.js';
import { type Paint, shade, untinted } from '../mesh/paint.js';
import { addRings } from '../mesh/ring.js';
import type { Weights } from '../skeleton/weights.js';
import { addBasket } from './basket.js';

const CHEST: Weights = [['chest', 1]];
const BAMBOO = untinted('#b08d4f');
const ROPE = untinted('#8a7552');
/** On the left shoulder, beside the neck, metres. */
const X = 0.128;
const Y = 1.404;
/** Distance of the loads from the shoulder, metres. */
const REACH = 0.47;
/** Height of the bottoms, radius and height of the baskets, metres. */
const BOTTOM = 0.62;
const RADIUS = 0.15;
const HEIGHT = 0.17;
/** Azimuths of the ropes, radians. The far mesh has two. */
const ROPES = [0.8, -2.3, 2.4];
const LOADS: readonly Paint[] = [untinted('#b4552f'), untinted('#8ea05a')];

/** Adds a bamboo pole on the left shoulder with a basket at either end. */
export function addShoulderPole(mesh: MeshBuilder): void {
  const stations = mesh.isFar ? [-1, 0, 1] : [-1, -0.5, 0, 0.5, 1];
  // The pole bends under its loads.
  const height = (t: number) => Y - 0.045 * t * t;
  addRings(
    mesh,
    stations,
    5,
    (t, angle) => ({
      position: [X + Math.sin(angle) * 0.019, height(t) + Math.cos(angle) * 0.011, t * (REACH + 0.05) - 0.01],
      paint: shade(BAMBOO, 0.9 + 0.15 * Math.cos(angle)),
      weights: CHEST,
    }),
    { startCap: !mesh.isFar, endCap: !mesh.isFar },
  );
  LOADS.forEach((load, i) => {
    const z = (i ? -REACH : REACH) - 0.01;
    addBasket(mesh, { bottom: [X, BOTTOM, z], radius: RADIUS, height: HEIGHT, load, weights: CHEST });
    addRopes(mesh, z, height(0.9));
  });
}

/** Adds the ropes from the end of the pole to the rim of a basket. */
function addRopes(mesh: MeshBuilder, z: number, top: number): void {
  for (const azimuth of ROPES.slice(0, mesh.isFar ? 2 : 3)) {
    addRings(mesh, [0, 1], 3, (t, angle) => ({
      position: [
        X + Math.sin(azimuth) * mix(0.004, RADIUS, t) + Math.sin(angle) * 0.006,
        mix(top, BOTTOM + HEIGHT, t),
        z + Math.cos(azimuth) * mix(0.004, RADIUS, t) + Math.cos(angle) * 0.006,
      ],
      paint: ROPE,
      weights: CHEST,
    }));
  }
}
