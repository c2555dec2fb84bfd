import { type BufferGeometry, CylinderGeometry, TorusGeometry } from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import { colored } from './colored.js';

/** Metres. */
const RADIUS = 0.13;
const HANDLE = 0.17;

/** A round silk fan. The handle leaves the hand on the thumb's side, which is forward where the arm hangs. */
export function createFan(): BufferGeometry {
  const middle = HANDLE + RADIUS - 0.04;
  return mergeGeometries([
    colored(
      new CylinderGeometry(RADIUS, RADIUS, 0.004, 28).rotateZ(Math.PI / 2).translate(0, 0, middle),
      '#f3e6cf',
    ),
    colored(new TorusGeometry(RADIUS, 0.007, 6, 32).rotateY(Math.PI / 2).translate(0, 0, middle), '#7c2f2a'),
    colored(
      new CylinderGeometry(0.008, 0.011, HANDLE + 0.1, 8)
        .rotateX(Math.PI / 2)
        .translate(0, 0, HANDLE / 2 - 0.02),
      '#5a3b26',
    ),
  ]);
}
