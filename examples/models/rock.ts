import { type BufferGeometry, IcosahedronGeometry, Vector3 } from 'three';
import { colored } from './colored.js';
import { smooth } from './smooth.js';

/** A weathered rock for an obstacle with a radius of one metre, sunk a little into the ground. */
export function createRock(): BufferGeometry {
  const geometry = new IcosahedronGeometry(1, 3);
  const position = geometry.getAttribute('position');
  const vertex = new Vector3();
  for (let i = 0; i < position.count; i++) {
    vertex.fromBufferAttribute(position, i);
    const { x, y, z } = vertex;
    // Smooth, so that vertices at the same place stay together.
    const dent = Math.sin(x * 4.1 + y * 2.3) * Math.sin(y * 3.7 - z * 2.9) * Math.cos(z * 3.1 + x);
    vertex.multiplyScalar(0.9 + 0.2 * dent + 0.05 * Math.sin(9 * y));
    position.setXYZ(i, vertex.x, vertex.y * 0.95 + 0.35, vertex.z * 0.85);
  }
  return colored(smooth(geometry), '#8d8a80');
}
