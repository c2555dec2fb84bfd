import { Mesh, MeshBasicMaterial, RingGeometry } from 'three';

const geometry = new RingGeometry(0.52, 0.6, 64).rotateX(-Math.PI / 2).translate(0, 0.015, 0);
const material = new MeshBasicMaterial({ color: '#9a2c27' });

/** A red ring on the ground around somebody's feet. */
export function createMark(): Mesh {
  return new Mesh(geometry, material);
}
