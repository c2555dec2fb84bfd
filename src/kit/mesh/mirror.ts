import { mirrorBone } from '../skeleton/kit-skeleton.js';
import { MeshBuilder } from './mesh-builder.js';

/** Returns the mirror image of a shape at x = 0. */
export function mirror(mesh: MeshBuilder): MeshBuilder {
  const mirrored = new MeshBuilder(mesh.detail);
  mirrored.append(mesh);
  mirrored.flip(0);
  mirrored.vertices.forEach(({ position: [x, y, z], paint, weights }, i) => {
    mirrored.vertices[i] = {
      position: [-x, y, z],
      paint,
      weights: weights.map(([bone, share]) => [mirrorBone(bone), share] as const),
    };
  });
  return mirrored;
}

/** Adds the left shape that `build` creates, and its mirror image. */
export function addBothSides(mesh: MeshBuilder, build: (left: MeshBuilder) => void): void {
  const left = new MeshBuilder(mesh.detail);
  build(left);
  mesh.append(left);
  mesh.append(mirror(left));
}
