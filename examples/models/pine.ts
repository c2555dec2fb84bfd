import { type BufferGeometry, CylinderGeometry, IcosahedronGeometry } from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import { colored } from './colored.js';
import { smooth } from './smooth.js';

/** Cushions of needles, as the painters have them: flat below, one above the other, each to its side. */
const CUSHIONS: readonly (readonly [x: number, y: number, z: number, radius: number])[] = [
  [0.85, 3.1, 0.3, 1.1],
  [1.5, 3.35, -0.2, 0.6],
  [-0.9, 3.7, -0.35, 1],
  [-1.35, 3.9, 0.45, 0.6],
  [0.3, 4.4, 0.85, 0.9],
  [0.6, 4.75, -0.6, 0.75],
  [-0.35, 5.2, -0.1, 0.85],
  [0.15, 5.75, 0.15, 0.7],
];

/** A pine for an obstacle with a radius of one metre; about six metres tall. */
export function createPine(): BufferGeometry {
  const cushions = CUSHIONS.map(([x, y, z, radius], k) => {
    const cushion = cushionOf(radius).translate(x, y, z);
    return colored(cushion, k % 2 ? '#4d6342' : '#576d47');
  });
  const boughs = CUSHIONS.map(([x, y, z]) => {
    const bough = new CylinderGeometry(0.05, 0.09, Math.hypot(x, z) * 1.3, 6);
    bough
      .rotateZ(-1.1)
      .rotateY(Math.atan2(-z, x))
      .translate(x / 2, y - 0.35, z / 2);
    return colored(bough, '#5d4633');
  });
  const trunk = new CylinderGeometry(0.1, 0.3, 6.2, 9, 6).translate(0, 2.8, 0);
  return mergeGeometries([colored(trunk, '#5d4633'), ...boughs, ...cushions]);
}

/** Rounded above, nearly flat below, and a little uneven. */
function cushionOf(radius: number): BufferGeometry {
  const geometry = new IcosahedronGeometry(radius, 3);
  const position = geometry.getAttribute('position');
  for (let i = 0; i < position.count; i++) {
    const [x, y, z] = [position.getX(i), position.getY(i), position.getZ(i)];
    const swell = 1 + 0.12 * Math.sin(5 * x + 2 * z) * Math.cos(6 * z - x);
    position.setXYZ(i, x * swell, y * (y > 0 ? 0.5 : 0.18) * swell, z * swell);
  }
  return smooth(geometry);
}
