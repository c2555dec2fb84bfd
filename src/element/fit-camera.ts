import { type Box3, MathUtils, type PerspectiveCamera, Vector3 } from 'three';

/** Direction from a crowd to the camera: a little to its right, and from above. */
const TO_CAMERA = new Vector3(0.35, 0.38, 1).normalize();
/** Factor by which the view is larger than the crowd. */
const MARGIN = 1.06;

/**
 * Puts a camera where a box just fits into its view, and returns the point that it looks at.
 *
 * @param box not empty; metres
 */
export function fitCamera(camera: PerspectiveCamera, box: Box3): Vector3 {
  const target = box.getCenter(new Vector3());
  const right = new Vector3(0, 1, 0).cross(TO_CAMERA).normalize();
  const up = TO_CAMERA.clone().cross(right);
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
    distance = Math.max(distance, offset.dot(TO_CAMERA) + sideways * MARGIN);
  }
  camera.position.copy(target).addScaledVector(TO_CAMERA, distance);
  camera.lookAt(target);
  camera.near = distance / 200;
  camera.far = distance * 12;
  camera.updateProjectionMatrix();
  return target;
}
