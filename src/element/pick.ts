import { type PerspectiveCamera, Raycaster, type Vector2 } from 'three';
import type { Crowd } from '../index.js';
import type { CrowdViewSelection } from './crowd-view-events.js';

/** The nearest character at a position of the view; undefined where there is none. */
export function pickCharacter(
  crowd: Crowd,
  camera: PerspectiveCamera,
  position: Vector2,
): CrowdViewSelection | undefined {
  const raycaster = new Raycaster();
  raycaster.setFromCamera(position, camera);
  Object.assign(raycaster, { firstHitOnly: true });
  const [hit] = raycaster.intersectObject(crowd, false) as unknown as (CrowdViewSelection & {
    readonly character: number;
  })[];
  return hit && { character: hit.character, part: hit.part, point: hit.point };
}
