import { type PerspectiveCamera, Raycaster, Vector2 } from 'three';
import type { Crowd } from '../index.js';
import type { CrowdViewSelection } from './crowd-view-events.js';

/** Pixels that a pointer may move between press and release of a click. */
const CLICK_REACH = 5;

/** Calls back with the place of each click, in normalised device coordinates; the end of a drag is no click. */
export function watchClicks(canvas: HTMLCanvasElement, onClick: (place: Vector2) => void): void {
  let pressed: PointerEvent | undefined;
  canvas.addEventListener('pointerdown', (event) => {
    pressed = event;
  });
  canvas.addEventListener('click', ({ clientX, clientY }) => {
    if (pressed && Math.hypot(clientX - pressed.clientX, clientY - pressed.clientY) > CLICK_REACH) return;
    const { left, top, width, height } = canvas.getBoundingClientRect();
    onClick(new Vector2(((clientX - left) / width) * 2 - 1, 1 - ((clientY - top) / height) * 2));
  });
}

/** The nearest character under a place of the view; undefined where there is none. */
export function pickCharacter(
  crowd: Crowd,
  camera: PerspectiveCamera,
  place: Vector2,
): CrowdViewSelection | undefined {
  const raycaster = new Raycaster();
  raycaster.setFromCamera(place, camera);
  const [hit] = raycaster.intersectObject(crowd, false) as unknown as (CrowdViewSelection & {
    readonly character: number;
  })[];
  return hit && { index: hit.character, part: hit.part, point: hit.point };
}
