import { type Box3, MathUtils, type PerspectiveCamera, Vector3 } from 'three';

/** From where a crowd is looked at: a little from its right, from above eye height. */
const FROM = new Vector3(0.35, 0.38, 1).normalize();
/** Room left around the crowd. */
const MARGIN = 1.06;

/**
 * Moves a camera back until a box just fits into its view, and returns what it then looks at.
 *
 * @param box metres
 */
export function fitCamera(camera: PerspectiveCamera, box: Box3): Vector3 {
  const target = box.getCenter(new Vector3());
  const right = new Vector3(0, 1, 0).cross(FROM).normalize();
  const up = FROM.clone().cross(right);
  const slopeY = Math.tan(MathUtils.degToRad(camera.fov) / 2);
  const slopeX = slopeY * camera.aspect;
  let distance = 0;
  for (let corner = 0; corner < 8; corner++) {
    const offset = new Vector3(
      corner & 1 ? box.max.x : box.min.x,
      corner & 2 ? box.max.y : box.min.y,
      corner & 4 ? box.max.z : box.min.z,
    ).sub(target);
    const sideways = Math.max(Math.abs(offset.dot(right)) / slopeX, Math.abs(offset.dot(up)) / slopeY);
    distance = Math.max(distance, offset.dot(FROM) + sideways * MARGIN);
  }
  camera.position.copy(target).addScaledVector(FROM, distance);
  camera.lookAt(target);
  camera.near = distance / 200;
  camera.far = distance * 12;
  camera.updateProjectionMatrix();
  return target;
}
