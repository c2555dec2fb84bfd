import {
  type AnimationAction,
  type AnimationMixer,
  type Intersection,
  Matrix4,
  type Object3D,
  type Raycaster,
  SkinnedMesh,
} from 'three';

/**
 * Undocumented behaviour of three's skinned meshes and mixer that clones rely on. Each entry names the release it was last
 * tried on. `drawing/three-internals.ts` has the entries for drawing.
 */

/**
 * Casts a ray at a skinned mesh as it is posed now. Its bounding sphere is computed again for each ray.
 *
 * Relies on `SkinnedMesh.raycast` (r187) computing the sphere only where there is none yet: it keeps that of the first
 * pose that a ray was cast at.
 */
export function raycastPosed(mesh: SkinnedMesh, raycaster: Raycaster, intersects: Intersection[]): void {
  mesh.computeBoundingSphere();
  SkinnedMesh.prototype.raycast.call(mesh, raycaster, intersects);
}

/**
 * Lets one action of a mixer follow another without a pose between the two.
 *
 * Relies on the mixer (r187) giving a bone its rest pose back as the last action that moves it is stopped, and on its
 * applying weights only within `update`: so the new action begins before the old one is stopped.
 */
export function replaceAction(old: AnimationAction | undefined, next: AnimationAction | undefined): void {
  next?.setEffectiveTimeScale(0).play();
  old?.stop();
}

/**
 * Stops all actions of a mixer and leaves the objects in their present pose.
 *
 * Relies on `stopAllAction` (r187) giving them their rest pose back at once, so that they can be posed again after it.
 */
export function stopInPose(mixer: AnimationMixer, objects: Iterable<Object3D>): void {
  const pose = Array.from(objects, (object) => ({
    object,
    local: new Matrix4().compose(object.position, object.quaternion, object.scale),
  }));
  mixer.stopAllAction();
  for (const { object, local } of pose) local.decompose(object.position, object.quaternion, object.scale);
}
