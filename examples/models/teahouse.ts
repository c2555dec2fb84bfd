import { Group } from 'three';
import { createHouses } from './houses.js';
import { createMaterials } from './materials.js';
import { createTrees } from './trees.js';

/** A teahouse between plum trees, behind the place where the crowd of that name stands. */
export function createTeahouse(): Group {
  return new Group().add(
    createHouses(
      [
        { x: -1, z: -14.5, turn: 0, width: 15, depth: 7, height: 3.5 },
        { x: -15.5, z: -17, turn: 0.12, width: 8, depth: 6, height: 3 },
        { x: 14, z: -18, turn: -0.1, width: 9.5, depth: 6, height: 3.1 },
      ],
      createMaterials(),
    ),
    createTrees([
      { x: 9.2, z: -12, height: 5.4 },
      { x: -10, z: -11.5, height: 4.6 },
      { x: 18.5, z: -12.5, height: 6 },
      { x: -20, z: -11, height: 6 },
    ]),
  );
}
