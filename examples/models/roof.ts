import { type BufferGeometry, PlaneGeometry } from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';

/** Metres over which one row of tiles repeats. */
const TILE = 0.34;
/** Rise of the corners, metres. */
const RAISED = 0.42;
/** Length of the upper edge of the sides, metres. An edge of 0 would make triangles without an area, and so without a normal. */
const GABLE = 0.01;

/**
 * A hipped roof of curved slopes and raised corners, its eaves at the height of 0.
 *
 * @param ridge length of the ridge, metres
 * @param height of the ridge over the eaves, metres
 */
export function buildRoof(width: number, depth: number, ridge: number, height: number): BufferGeometry {
  return mergeGeometries([
    buildSlope(width, ridge, depth / 2, 0, height),
    buildSlope(width, ridge, depth / 2, 0, height).rotateY(Math.PI),
    buildSlope(depth, GABLE, width / 2, ridge / 2, height).rotateY(Math.PI / 2),
    buildSlope(depth, GABLE, width / 2, ridge / 2, height).rotateY(-Math.PI / 2),
  ]);
}

/**
 * One side, from its eaves up to where it ends; it looks to +Z.
 *
 * @param eaves width below
 * @param top width above
 * @param front distance of the eaves from the middle
 * @param back distance of the top from the middle
 */
function buildSlope(eaves: number, top: number, front: number, back: number, height: number): BufferGeometry {
  const geometry = new PlaneGeometry(2, 1, 16, 7).translate(0, 0.5, 0);
  const { position, uv } = geometry.attributes;
  for (let i = 0; i < position.count; i++) {
    const [across, up] = [position.getX(i), position.getY(i)];
    const x = (across / 2) * (eaves + (top - eaves) * up);
    const corner = RAISED * Math.abs(across) ** 6 * (1 - up) ** 5;
    position.setXYZ(i, x, height * up ** 1.35 + corner, front + (back - front) * up);
    uv.setXY(i, x / TILE, up);
  }
  geometry.computeVertexNormals();
  return geometry;
}
