import { type PerspectiveCamera, Raycaster, Vector2 } from 'three';
import type { Crowd } from '../index.js';
import type { CrowdViewSelection } from './crowd-view-events.js';

/** Pixels that a pointer may move between press and release of a click. */
const MAX_CLICK_DISTANCE = 5;

/** Calls back with the position of each click, in normalised device coordinates. The end of a drag does not count. */
export function watchClicks(canvas: HTMLCanvasElement, onClick: (position: Vector2) => void): void {
  let pressed: PointerEvent | undefined;
  canvas.addEventListener('pointerdown', (event) => {
    pressed = event;
  });
  canvas.addEventListener('click', ({ clientX, clientY }) => {
    const distance = pressed ? Math.hypot(clientX - pressed.clientX, clientY - pressed.clientY) : 0;
    if (distance > MAX_CLICK_DISTANCE) return;
    const { left, top, width, height } = canvas.getBoundingClientRect();
    onClick(new Vector2(((clientX - left) / width) * 2 - 1, 1 - ((clientY - top) / height) * 2));
  });
}

/** The nearest character at a position of the view; undefined where there is none. */
export function pickCharacter(
  crowd: Crowd,
  camera: PerspectiveCamera,
  position: Vector2,
): CrowdViewSelection | undefined {
  const raycaster = new Raycaster();
  raycaster.setFromCamera(position, camera);
  const [hit] = raycaster.intersectObject(crowd, false) as unknown as (CrowdViewSelection & {
    readonly character: number;
  })[];
  return hit && { index: hit.character, part: hit.part, point: hit.point };
}
