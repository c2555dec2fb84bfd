import { Group, Mesh, MeshStandardMaterial, PlaneGeometry } from 'three';
import { createArmillarySphere } from './armillary-sphere.js';
import { createHouses } from './houses.js';
import { createMaterials, drawPaving } from './materials.js';
import { createTrees } from './trees.js';

/** The court of an observatory: halls around a bronze sphere of rings, of which those named "turning" follow the stars. */
export function createObservatory(): Group {
  const houses = createHouses(
    [
      { x: 0, z: -20, turn: 0, width: 22, depth: 9, height: 4.6 },
      { x: -22, z: -3, turn: Math.PI / 2, width: 13, depth: 6.5, height: 3.4 },
      { x: 29, z: -4, turn: -Math.PI / 2, width: 13, depth: 6.5, height: 3.4 },
      { x: -22, z: 15, turn: Math.PI / 2, width: 10, depth: 6, height: 3.2 },
    ],
    createMaterials(),
  );
  const trees = createTrees([
    { x: -15, z: -9, height: 6 },
    { x: 13.5, z: -12, height: 7 },
    { x: 25, z: -11, height: 5.5 },
    { x: -16.5, z: 7, height: 5 },
    { x: -30, z: -18, height: 8 },
    { x: 34, z: -22, height: 8 },
  ]);
  return new Group().add(createPavement(), houses, trees, createArmillarySphere());
}

/** Flagstones as far as the eye goes; metres. */
function createPavement(): Mesh {
  const [side, tile] = [320, 2.7];
  const geometry = new PlaneGeometry(side, side).rotateX(-Math.PI / 2);
  const { uv } = geometry.attributes;
  for (let i = 0; i < uv.count; i++) uv.setXY(i, (uv.getX(i) * side) / tile, (uv.getY(i) * side) / tile);
  return new Mesh(geometry, new MeshStandardMaterial({ map: drawPaving(), color: '#d9ccb2', roughness: 1 }));
}
