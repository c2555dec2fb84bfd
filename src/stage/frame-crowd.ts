import { Box3, type PerspectiveCamera, Vector3 } from 'three';
import type { Crowd } from '../index.js';
import { framePeople } from './frame-people.js';

/** Target of the camera for an empty crowd, metres. */
const EMPTY_BOX = new Box3(new Vector3(-2, 0, -2), new Vector3(2, 2, 2));
/** Height of a standing character as a fraction of the box around all poses, which include raised arms. */
const STANDING_SHARE = 0.8;

/**
 * Puts the camera where it shows the people of a crowd best in a picture of its shape.
 *
 * @param groundAt height of the ground at a place, metres
 * @param horizon where the horizon is to be, as a part of the picture's height, 0 the upper edge and 1 the lower
 * @param box of the crowd, as {@link boxOf} gives it, where it is known
 * @returns the point that the camera looks at, among the nearest people
 */
export function frameCrowd(
  camera: PerspectiveCamera,
  crowd: Crowd,
  groundAt: (x: number, z: number) => number,
  horizon?: number,
  box = boxOf(crowd),
): Vector3 {
  const feet = feetOf(crowd);
  const highest = Math.max(...feet.map(({ y }) => y));
  const height = (box.max.y - highest) * STANDING_SHARE;
  return framePeople(camera, { feet, height, groundAt, horizon });
}

/** The box around a crowd in every pose, metres. */
export function boxOf(crowd: Crowd): Box3 {
  crowd.computeBoundingBox();
  const box = crowd.size > 0 ? crowd.boundingBox : null;
  return box?.clone().applyMatrix4(crowd.matrixWorld) ?? EMPTY_BOX.clone();
}

/** Positions of all characters, metres; of an empty crowd, the middle. */
function feetOf(crowd: Crowd): Vector3[] {
  const feet: Vector3[] = [];
  crowd.forEach(({ x, y, z }) => {
    feet.push(new Vector3(x, y, z).applyMatrix4(crowd.matrixWorld));
  });
  return feet.length > 0 ? feet : [new Vector3()];
}
