import { type Object3D, SkinnedMesh } from 'three';
import { fileName } from './file-name.js';

/**
 * Makes what rays meet below `root` say which character and part it is, as a hit of the crowd does. Spheres are measured
 * anew for each ray: three keeps the one of the first pose that it was asked about.
 */
export function raycastAs(root: Object3D, character: number): void {
  root.traverse((object) => {
    if (!(object instanceof SkinnedMesh)) return;
    object.raycast = (raycaster, intersects) => {
      const known = intersects.length;
      object.computeBoundingSphere();
      SkinnedMesh.prototype.raycast.call(object, raycaster, intersects);
      for (const hit of intersects.slice(known)) {
        Object.assign(hit, { character, instanceId: character, part: fileName(object) });
      }
    };
  });
}
